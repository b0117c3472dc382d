"""`registry import openapi`: create a manual from an OpenAPI or Swagger document."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from registry.authoring.importers.openapi import Operation, Wanted, drafts
from registry.authoring.importers.openapi.groups import groups_as_data, groups_as_text
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import print_json
from registry.cli._progress import progress_bar
from registry.cli.import_._request import importing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.authoring.importers.openapi import Group

MANY_OPERATIONS = 300
"""The number of operations from which a progress bar is shown."""


@click.command(short_help="Create a manual from an OpenAPI or Swagger document.")
@click.argument("source", metavar="FILE|URL|-")
@click.option("--server", default="", help="The API's URL, if the document has no usable one.")
@click.option(
    "--self-hosted",
    "start",
    default="",
    metavar="COMMAND",
    help="The command that starts the API, if people run it themselves; --server is then its URL"
    " on their machine.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="TAG|PATTERN",
    help="Only operations with this tag or method, or with a matching name or path, with * for"
    " any characters; may be repeated.",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="TAG|PATTERN",
    help="Not the operations that match this, as in --only; may be repeated.",
)
@click.option(
    "--list",
    "is_list",
    is_flag=True,
    help="Only list what there is to choose from, by tag: tools, size, methods, credentials.",
)
@click.option(
    "--auth", default="", metavar="SCHEME", help="The security scheme, where there is a choice."
)
@click.option(
    "--max", "limit", type=click.IntRange(1), help="The maximum number of tools; the plainest ones."
)
@importing
def import_openapi_command(
    source: str,
    *,
    server: str,
    start: str,
    only: tuple[str, ...],
    exclude: tuple[str, ...],
    is_list: bool,
    auth: str,
    limit: int | None,
    request: ImportRequest,
) -> Draft:
    """Create a manual from an OpenAPI or Swagger document (2.0, 3.0, 3.1), and check it.

    `-` is the document on standard input. On a terminal, it asks which operations of a large
    document you want, unless you chose.

    Writes the release, and drafts of publisher.yaml and manual.yaml if they do not exist; existing
    files are never changed. Reports every operation that was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or not an OpenAPI document.

    \b
    Example:
      registry import openapi stripe.json --list
      registry import openapi stripe.json --only 'Get*' --only /v1/refunds --exclude '*Test*'
      registry import openapi petstore.yaml --publisher acme --manual pets
      registry import openapi https://api.example.com/openapi.json --only orders --max 30
      registry import openapi local.json --server https://api.example.com/v1 --json
      registry import openapi etherpad.json --server http://localhost:9001 --self-hosted etherpad
    """
    wanted = Wanted(only, limit, server, exclude=exclude, auth=auth, start=start)
    if is_list:
        _show_groups(drafts.openapi_groups(source, wanted, _with_progress))
    has_chosen = bool(only or exclude or limit) or click.get_current_context().params["as_json"]
    choose = None if has_chosen or not (sys.stdin.isatty() and sys.stderr.isatty()) else _choose
    return drafts.openapi_draft(source, wanted, request, _with_progress, choose)


def _choose(found: tuple[Group, ...]) -> tuple[str, ...]:
    """Return the patterns that the user types after seeing the groups; empty for everything."""
    click.echo(groups_as_text(found), err=True)
    question = "which (names as above, or patterns, with commas between; Enter for all)"
    typed = click.prompt(question, default="", show_default=False, err=True)
    return tuple(filter(None, (each.strip() for each in typed.split(","))))


def _show_groups(found: tuple[Group, ...]) -> NoReturn:
    context = click.get_current_context()
    if context.params["as_json"]:
        print_json(groups_as_data(found))
    else:
        click.echo(groups_as_text(found))
    context.exit(0 if found else EXIT_PROBLEMS)


def _with_progress(operations: list[Operation]) -> Iterator[Operation]:
    return progress_bar(operations, "operations", MANY_OPERATIONS)
