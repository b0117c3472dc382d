"""`registry verify`: whether a published site is what its registry signed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from registry.commands._options import FOLDER_TO_MAKE, JSON, print_json
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._trust import signing
from registry.report import printable


@click.command(short_help="Tell whether a site is what its registry signed.")
@click.argument("url")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--root",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help="A root that you have from somewhere you trust, such as trust/1.root.json.",
)
@click.option(
    "--kept",
    type=FOLDER_TO_MAKE,
    help="Where to remember what was read, so that nothing older is accepted later.",
)
@JSON
def command(
    url: str, paths: tuple[str, ...], root: Path, kept: Path | None, *, as_json: bool
) -> None:
    """Download files of the site at URL, and compare them with their signatures.

    Without PATHs these are the ones that programs load first; their digests lead to all others.

    Exit codes: 0 all are what was signed, 1 one is not, 2 wrong use.

    \b
    Example:
      registry verify https://tools.example.org --root trust/1.root.json
      registry verify https://tools.example.org v1/tools.json --root 1.root.json --kept ~/.kept
    """
    module = signing()
    files: list[dict[str, object]] = []
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        try:
            site = module.SignedSite(
                url.rstrip("/") + "/", root.read_bytes(), kept or work / "kept"
            )
            for path in paths or module.LOADED_FIRST:
                data = site.file(path, work / "file")
                files.append({"path": path, "bytes": len(data)})
                if not as_json:
                    click.echo(f"{printable(path)}: {len(data):,} bytes, as signed")
        except module.UnreachableSiteError as error:
            problems.append(f"it cannot be asked: {error}")
        except module.UntrustedSiteError as error:
            problems.append(f"not to be trusted: {error}")
    if as_json:
        print_json({"site": url, "files": files, "problems": problems})
    for each in problems if not as_json else ():
        click.echo(printable(each), err=True)
    sys.exit(EXIT_PROBLEMS if problems else 0)
