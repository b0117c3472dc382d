"""`registry verify`: verify the signatures of a published site."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FILE, FOLDER_TO_MAKE, JSON, print_json
from registry.cli._trust import signing
from registry.report import printable
from registry.source.plain_files import read_named
from registry.web.secret_patterns.masking import without_secrets

SECTION = "Use a registry"


@click.command(short_help="Verify the signatures of a published site.")
@click.argument("url")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--root",
    type=FILE,
    required=True,
    help="A root from a source that you trust, such as trust/1.root.json.",
)
@click.option(
    "--kept",
    type=FOLDER_TO_MAKE,
    help="A folder that remembers the versions seen of each site, so that older ones are refused.",
)
@JSON
def verify_command(
    url: str, paths: tuple[str, ...], root: Path, kept: Path | None, *, as_json: bool
) -> None:
    """Download files of the site at URL and verify their signatures.

    Without PATHs, verifies the files that programs load first; their digests lead to all others.

    Exit codes: 0 every file is as signed, 1 a file is not, 2 usage error.

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
            base, trusted = url.rstrip("/") + "/", read_named(root)
            place = module.place_of(base, trusted, kept or work / "kept")
            site = module.SignedSite(base, trusted, place)
            for path in paths or module.LOADED_FIRST:
                data = site.file(path, work / "file")
                files.append({"path": path, "bytes": len(data)})
                if not as_json:
                    click.echo(f"{printable(path)}: {len(data):,} bytes, as signed")
        except module.UnreachableSiteError as error:
            problems.append(f"cannot be reached: {error}")
        except module.UntrustedSiteError as error:
            problems.append(f"cannot be trusted: {error}")
    if as_json:
        print_json({"site": without_secrets(url), "files": files, "problems": problems})
    for each in problems if not as_json else ():
        click.echo(printable(f"{without_secrets(url)} {each}"), err=True)
    sys.exit(EXIT_PROBLEMS if problems else 0)
