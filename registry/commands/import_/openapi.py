"""`registry import openapi`: a manual out of an OpenAPI or Swagger document."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry.commands._options import today
from registry.commands._progress import watched
from registry.commands._refusal import Refusal
from registry.commands.import_._order import MANUALS_TO_IMPORT_INTO, show
from registry.importers.draft import UnusableSourceError
from registry.importers.folder import UnusableTargetError
from registry.importers.openapi import Operation, Wanted
from registry.importers.openapi import command as importing
from registry.importers.openapi import report as import_report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MANY_OPERATIONS = 300
"""From so many on, converting takes long enough to be watched."""


@click.command(short_help="Make a manual of an OpenAPI or Swagger document.")
@click.argument("source", metavar="FILE|URL")
@click.option(
    "--publisher", default="", help="The publisher's name; read off the host if left out."
)
@click.option("--manual", default="", help="The manual's name; read off the title if left out.")
@click.option("--version", default="1.0.0", show_default=True, help="Version of the manual.")
@click.option("--released", default="", help="Date of the release (YYYY-MM-DD); today if left out.")
@click.option("--server", default="", help="The API's address, where the document has none to use.")
@click.option(
    "--only",
    multiple=True,
    metavar="TAG|PATTERN",
    help="Only operations with this tag, or whose name, operationId or path fits; may be repeated.",
)
@click.option("--max", "limit", type=click.IntRange(1), help="At most so many tools.")
@MANUALS_TO_IMPORT_INTO
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    source: str,
    only: tuple[str, ...],
    limit: int | None,
    manuals: Path,
    as_json: bool,
    **names: str,
) -> None:
    """Make a manual of an OpenAPI or Swagger document (2.0, 3.0, 3.1), and check it.

    Writes the release, and drafts of publisher.yaml and manual.yaml where there are none; files
    that are there are never touched. Then tells of every operation that was left out or changed,
    and why.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use, or no OpenAPI document.

    \b
    Example:
      registry import openapi petstore.yaml --publisher acme --manual pets
      registry import openapi https://api.example.com/openapi.json --only orders --max 30
      registry import openapi local.json --server https://api.example.com/v1 --json
    """
    wanted = Wanted(only, limit, names.pop("server"))
    released = names.pop("released") or today()
    order = importing.Order(source, manuals, wanted=wanted, released=released, **names)
    try:
        result = importing.run(order, _with_progress)
    except (UnusableSourceError, UnusableTargetError) as error:
        raise Refusal(str(error)) from None
    if as_json:
        click.echo(import_report.as_json(result))
    else:
        show(import_report.as_text(result), result.problems, result.written)
    sys.exit(result.exit_code)


def _with_progress(operations: list[Operation]) -> Iterator[Operation]:
    return watched(operations, "operations", MANY_OPERATIONS)
