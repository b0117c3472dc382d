"""`registry source drift`: providers' documents as they are today, compared with all manuals."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from registry.authoring.source_comparison import drift, report
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FOLDER_TO_MAKE, JSON, MANUALS, print_json
from registry.source.atomic_write import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from registry.authoring.source_comparison.drift import Drift


@click.command(short_help="Find manuals whose providers have changed their documents.")
@click.option(
    "--into",
    type=FOLDER_TO_MAKE,
    help="A folder to write PUBLISHER/MANUAL.md into, for each manual that no longer fits.",
)
@click.option(
    "--github-output",
    is_flag=True,
    help="Print one line for $GITHUB_OUTPUT, drifted=[...], and exit with 0.",
)
@MANUALS
@JSON
def source_drift_command(
    *, into: Path | None, github_output: bool, manuals: Path, as_json: bool
) -> None:
    """Fetch the newest state of every document that manuals were compared with, and compare again.

    Reports what is wrong now and was not when the manual was compared, as benchmarks/facts says.
    Requests are slow and respect robots.txt, under the name open-tool-registry; each document is
    fetched once. Documents in several files are left out, and named.

    Exit codes: 0 nothing has drifted, 1 something has, 2 usage error.

    \b
    Example:
      registry source drift
      registry source drift --into drift --json
    """
    if into:
        # A folder that cannot be made is no reason to visit all hosts for nothing.
        into.mkdir(parents=True, exist_ok=True)
    found = [*drift.watch(assemble(load_tree(manuals))[0].manuals)]
    drifted = [each for each in found if each.is_drifted]
    if into:
        _write(drifted, into)
    if github_output:
        click.echo(report.drifts_as_text(found), err=True)
        click.echo(f"drifted={json.dumps([each.manual for each in drifted])}")
        return
    if as_json:
        print_json(report.drifts_as_data(found))
    else:
        click.echo(report.drifts_as_text(found))
    sys.exit(EXIT_PROBLEMS if drifted else 0)


def _write(drifted: list[Drift], folder: Path) -> None:
    for each in drifted:
        path = folder / f"{each.manual}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, report.drift_as_markdown(each))
