"""`registry build`: build the whole site from the manuals."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from registry import pipeline, report, settings
from registry.cli._build_errors import build_errors_as_messages
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import CONFIG, FOLDER_TO_MAKE, MANUALS, USUAL_SITE, print_json
from registry.cli._problems import (
    amounts,
    extent,
    print_report,
    reported,
    reporting,
)
from registry.cli._progress import working
from registry.cli._refusal import Failure, Refusal
from registry.cli._trust import FIRST_ROOT, sign_line
from registry.diagnostics import USUAL_TRUST, command
from registry.report.json import envelope
from registry.site.local_processes import MOST_PROCESSES, one_per_processor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from pathlib import Path

SECTION = "Build and publish"

_FOR_PROGRAMS = ("json", "markdown", "sarif")

_NO_CONTACT = (
    f"note: {settings.NAME} sets neither repo_url nor extra.registry.contact, so the pages cannot "
    "say where to report a problem"
)


@click.command(short_help="Check, then build the catalogue, the API and the search index.")
@MANUALS
@reporting
@click.option(
    "--site",
    type=FOLDER_TO_MAKE,
    default=USUAL_SITE,
    show_default=True,
    help="The folder to publish into; it is replaced as a whole or not at all.",
)
@CONFIG
@click.option(
    "--processes",
    type=click.IntRange(1, MOST_PROCESSES),
    default=one_per_processor,
    show_default="one per processor",
    help="How many processes to use; the output does not depend on it.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Have the workers of the Dask scheduler at this address do the work instead.",
)
def build_command(  # noqa: PLR0917 - click passes every option by keyword
    manuals: Path,
    site: Path,
    config: Path,
    style: str | None,
    quiet: bool,
    processes: int,
    scheduler: str | None,
) -> None:
    """Check every manual, then build the catalogue, the API and the search index.

    If a manual has an error, nothing is published and an existing site stays as it was.

    With --scheduler, all machines need the same version of the program and the folder of SITE
    under the same path. The output is the same.

    Exit codes: 0 published, 1 a manual has an error or the site cannot be written, 2 usage error.

    \b
    Example:
      registry build --site /tmp/site
      registry build --site /shared/site --scheduler tcp://10.0.0.1:8786
    """
    _check_target(site, manuals)
    elsewhere = _cluster(scheduler, site) if scheduler else None
    built = _build(manuals, site, config, processes, elsewhere)
    counts = {**extent(built.checked), "files": sum(len(files) for _, _, files in os.walk(site))}
    if style == "json":
        problems = reported(built.checked, quiet=quiet)
        found = report.Report(problems, rules_url=built.checked.rules_url)
        published = {"site": site.as_posix(), **counts} if built.written else None
        print_json({**envelope(found), "published": published})
    else:
        print_report(built.checked, style, manuals, quiet=quiet)
    if not built.written:
        click.echo(f"nothing was published; {site}/ has not changed", err=True)
        sys.exit(EXIT_PROBLEMS)
    if quiet:
        return
    # With a format for programs, the standard output holds nothing else.
    click.echo(f"{site}/: {amounts(counts)}", err=style in _FOR_PROGRAMS)
    if not settings.has_contact(settings.configuration_at(config)):
        click.echo(_NO_CONTACT, err=True)
    click.echo(f"view it with: {_command_to_view(site)}", err=True)
    trust = manuals.parent / USUAL_TRUST
    if (trust / FIRST_ROOT).is_file():
        click.echo(f"before others read it, sign it with: {sign_line(site, trust)}", err=True)


def _command_to_view(site: Path) -> str:
    """Return what to type to see *site*."""
    if site == USUAL_SITE:
        return "registry serve  (in a clone of the program: make serve)"
    return command("serve", site)


def _cluster(address: str, site: Path) -> AbstractContextManager[Executor]:
    """Return the workers of the scheduler at *address*, to be entered, which raises Failure."""
    from registry.site.dask_cluster import ClusterError, working_on  # noqa: PLC0415 - needs an extra

    @contextmanager
    def connected() -> Iterator[Executor]:
        try:
            with working_on(address, site.resolve().parent) as executor:
                yield executor
        except ClusterError as error:
            raise Failure(str(error)) from None

    return connected()


def _build(
    manuals: Path,
    site: Path,
    config: Path,
    processes: int,
    elsewhere: AbstractContextManager[Executor] | None,
) -> pipeline.Built:
    """Build the site. Raises Refusal for bad settings, Failure if the build fails."""
    with build_errors_as_messages(), working(processes, elsewhere) as work:
        return pipeline.build(manuals, site.resolve(), config, work=work)


def _check_target(site: Path, manuals: Path) -> None:
    """Raise Refusal if a build into *site* would fail, or remove files that are not a site."""
    if manuals.resolve() in (site.resolve(), *site.resolve().parents):
        raise Refusal(f"{site}/ is inside {manuals}/; choose another folder with --site")
    if os.path.ismount(site.resolve()):
        raise Refusal(
            f"{site}/ is a mount point, which no other folder can replace; mount the folder "
            f"around it, or build one inside: --site {site / 'site'}"
        )
    is_site = (site / ".well-known" / "utcp.json").is_file()
    if site.exists() and not is_site and any(site.iterdir()):
        raise Refusal(
            f"{site}/ is not a site, and a build replaces the whole folder; "
            "choose another with --site, or empty it"
        )
