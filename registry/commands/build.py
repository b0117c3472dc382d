"""`registry build`: the whole site out of the manuals."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from registry import pipeline, report, settings
from registry.chrome import ChromeError
from registry.commands._options import CONFIG, FOLDER_TO_MAKE, MANUALS, print_json
from registry.commands._problems import EXIT_PROBLEMS, print_report, reporting
from registry.commands._progress import telling
from registry.commands._refusal import Refusal
from registry.gate import GateError
from registry.report.json import envelope
from registry.write import BusyError

_FOR_PROGRAMS = ("json", "markdown", "sarif")


@click.command(short_help="Check, then build the catalogue, the API and the search index.")
@MANUALS
@reporting
@click.option(
    "--site",
    type=FOLDER_TO_MAKE,
    default=Path("site"),
    show_default=True,
    help="The folder to publish into; replaced as a whole, or not at all.",
)
@CONFIG
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="one a processor",
    help="How many processes write; the files are the same for any number.",
)
def command(manuals: Path, site: Path, config: Path, style: str | None, processes: int) -> None:
    """Check every manual, then build the catalogue, the API and the search index into a folder.

    Nothing is published, and an earlier site stays as it was, while any manual has an error.

    \b
    Example:
      registry build --site /tmp/site
    """
    _check_target(site, manuals)
    built = _build(manuals, site, config, processes)
    counts = _counts(built)
    if style == "json":
        found = report.Report(built.checked.diagnostics, rules_url=built.checked.rules_url)
        site_facts = {"site": site.as_posix(), **counts} if built.written else None
        print_json({**envelope(found), "published": site_facts})
    else:
        print_report(built.checked, style)
    if not built.written:
        click.echo(f"nothing was published; {site}/ is as it was before", err=True)
        sys.exit(EXIT_PROBLEMS)
    told = ", ".join(
        f"{count:,} {what if count != 1 else what[:-1]}" for what, count in counts.items()
    )
    # A format for programs is all that they get on the standard output.
    click.echo(f"{site}/: {told}", err=style in _FOR_PROGRAMS)
    click.echo("look at it with: registry serve  (in a clone of the program: make serve)", err=True)


def _counts(built: pipeline.Built) -> dict[str, int]:
    """Return how much of what the site holds."""
    catalogue = built.checked.catalogue
    return {
        "tools": len(catalogue.tools),
        "manuals": len(catalogue.listed),
        "publishers": len(catalogue.publishers),
        "files": len(built.written),
    }


def _build(manuals: Path, site: Path, config: Path, processes: int) -> pipeline.Built:
    """Build, or end with a sentence on what is in the way."""
    try:
        with telling():
            return pipeline.build(manuals, site.resolve(), config, settings.load(config), processes)
    except settings.SettingsError as error:
        raise Refusal(str(error)) from None
    except BusyError:
        message = "another build is writing this site; try again when it is done"
        raise click.ClickException(message) from None
    except (ChromeError, GateError) as error:
        raise click.ClickException(str(error)) from None


def _check_target(site: Path, manuals: Path) -> None:
    """Refuse a folder for the site whose other files a build would remove with it."""
    if manuals.resolve() in (site.resolve(), *site.resolve().parents):
        raise Refusal(f"{site}/ is a part of {manuals}/; name another folder with --site")
    is_site = (site / ".well-known" / "utcp.json").is_file()
    if site.exists() and not is_site and any(site.iterdir()):
        raise Refusal(
            f"{site}/ holds something else than a site, and a build replaces the whole folder; "
            "name another with --site, or empty it"
        )
