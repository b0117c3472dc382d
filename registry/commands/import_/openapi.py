"""`registry import openapi`: a manual out of an OpenAPI or Swagger document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.commands._progress import watched
from registry.commands.import_._order import importing
from registry.importers.openapi import Operation, Wanted, drafts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.importers.draft import Draft, Order

MANY_OPERATIONS = 300
"""From so many on, converting takes long enough to be watched."""


@click.command(short_help="Make a manual of an OpenAPI or Swagger document.")
@click.argument("source", metavar="FILE|URL")
@click.option("--server", default="", help="The API's address, where the document has none to use.")
@click.option(
    "--only",
    multiple=True,
    metavar="TAG|PATTERN",
    help="Only operations with this tag, or whose name, operationId or path fits; may be repeated.",
)
@click.option("--max", "limit", type=click.IntRange(1), help="At most so many tools.")
@importing
def command(
    source: str, server: str, only: tuple[str, ...], limit: int | None, order: Order
) -> Draft:
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
    return drafts.draft(source, Wanted(only, limit, server), order, _with_progress)


def _with_progress(operations: list[Operation]) -> Iterator[Operation]:
    return watched(operations, "operations", MANY_OPERATIONS)
