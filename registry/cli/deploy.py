"""`registry deploy`: bring a built site to an object store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.cli._options import FOLDER_TO_MAKE, JSON, SITE, USUAL_SITE, build_line, print_json
from registry.cli._progress import progress_bar
from registry.cli._refusal import Failure, Refusal
from registry.cli._trust import sign_line
from registry.site.deploy import (
    ChangedSiteError,
    UnsignedSiteError,
    deploy,
    files_of,
    order_of,
)
from registry.source.atomic_write import write_whole

if TYPE_CHECKING:
    from registry.site.deploy import Order

SECTION = "Build and publish"


@click.command(short_help="Upload a built site to an object store, in a safe order.")
@click.argument("site", type=SITE)
@click.argument("url", required=False)
@click.option(
    "--lists",
    type=FOLDER_TO_MAKE,
    help="Write the order as first.txt and last.txt into this folder, for rclone or aws s3 sync.",
)
@JSON
def deploy_command(*, site: Path, url: str | None, lists: Path | None, as_json: bool) -> None:
    """Upload the folder SITE to the object store at URL, or only list the order in which to do it.

    New files are written first, then changed ones, then those with which readers begin; files that
    the site no longer has are removed last. So no reader is led to a file that does not exist.
    Unchanged files are not written again.

    The store's package must be installed: s3fs for s3://, gcsfs for gs://, adlfs for az://. It
    finds your credentials where the store's own tools do.

    A site without signatures does not replace one that has them.

    Exit codes: 0 deployed, 1 the store cannot be read or written or has a signed site and SITE is
    unsigned, 2 usage error.

    \b
    Example:
      registry deploy site s3://tools.example
      registry deploy site --lists /tmp/order
    """
    _check_source(site)
    if not url and not lists:
        raise Refusal("give the URL of a store, such as s3://bucket/folder, or --lists FOLDER")
    if lists and lists.resolve().is_relative_to(site.resolve()):
        raise Refusal(
            f"{lists}/ is inside {site}/, which is published; choose another with --lists"
        )
    if url and "://" not in url:
        raise Refusal(f"{url!r} is not a URL; to replace a folder, run: {build_line(Path(url))}")
    written = _write_lists(lists, order_of(files_of(site))) if lists else {}
    deployed = _deploy(site, url) if url else {}
    if as_json:
        print_json({**written, **deployed})
        return
    if lists:
        click.echo("{}/: {first:,} files first, {last:,} last".format(lists, **written))
    if url:
        said = "{written:,} files written, {removed:,} removed, {unchanged:,} unchanged"
        click.echo(said.format(**deployed))


def _deploy(site: Path, url: str) -> dict[str, int]:
    from registry.site.object_stores import Store, StoreError  # noqa: PLC0415 - needs an extra

    try:
        done = deploy(site, Store(url), lambda batches: progress_bar(batches, "deploying"))
    except StoreError as error:
        raise Failure(f"not deployed: {error}") from None
    except ChangedSiteError as error:
        raise Failure(f"not wholly deployed: {error}; deploy it again") from None
    except UnsignedSiteError as error:
        raise Failure(
            f"not deployed: {error}; sign it with `{sign_line(site)}`, or remove tuf/ there to "
            "stop signing"
        ) from None
    return done._asdict()


def _check_source(site: Path) -> None:
    if not (site / ".well-known" / "utcp.json").is_file():
        raise Refusal(f"{site}/ is not a site; build one with: {build_line(USUAL_SITE)}")


def _write_lists(folder: Path, order: Order) -> dict[str, int]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, paths in order._asdict().items():
        text = "".join(f"{path}\n" for path in paths)
        # As the file system has them: a name may be no UTF-8.
        write_whole(folder / f"{name}.txt", text.encode(errors="surrogateescape"))
    return {name: len(paths) for name, paths in order._asdict().items()}
