"""Options with which a user chooses among the operations of a large source."""

from __future__ import annotations

import sys
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn

import click

from registry.authoring.importers.openapi import Wanted
from registry.authoring.importers.openapi.groups import groups_as_data, groups_as_text
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import print_json
from registry.cli._progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.authoring.importers.openapi import Group, Operation

MANY_OPERATIONS = 300
"""The number of operations from which a progress bar is shown."""

_OPTIONS = (
    click.option("--server", default="", help="The API's URL, if the source has no usable one."),
    click.option(
        "--self-hosted",
        "start",
        default="",
        metavar="COMMAND",
        help="The command that starts the API, if people run it themselves; --server is then its"
        " URL on their machine.",
    ),
    click.option(
        "--only",
        multiple=True,
        metavar="TAG|PATTERN",
        help="Only operations with this tag or method, or with a matching name or path, with * for"
        " any characters; may be repeated.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="TAG|PATTERN",
        help="Leave out the operations that match this, as for --only; may be repeated.",
    ),
    click.option(
        "--list",
        "is_list",
        is_flag=True,
        help="Only list what there is to choose from, by tag: tools, size, methods, credentials.",
    ),
    click.option(
        "--auth", default="", metavar="SCHEME", help="The security scheme, where there is a choice."
    ),
    click.option(
        "--max",
        "limit",
        type=click.IntRange(1),
        help="The maximum number of tools; the simplest ones are kept.",
    ),
)


def choosing(make: Callable[..., None]) -> Callable[..., None]:
    """Return *make* with these options, which it gets as `wanted`, `is_list` and `choose`.

    `choose` asks on a terminal which operations of a large source the user wants; it is None if
    there is nobody to ask, or the user chose.
    """

    @wraps(make)
    def command(
        *,
        server: str,
        start: str,
        only: tuple[str, ...],
        exclude: tuple[str, ...],
        auth: str,
        limit: int | None,
        **given: Any,  # noqa: ANN401 - click's
    ) -> None:
        wanted = Wanted(only, limit, server, exclude=exclude, auth=auth, start=start)
        has_chosen = bool(only or exclude or limit) or click.get_current_context().params["as_json"]
        is_asked = not has_chosen and sys.stdin.isatty() and sys.stderr.isatty()
        make(wanted=wanted, choose=_choose if is_asked else None, **given)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _choose(found: tuple[Group, ...]) -> tuple[str, ...]:
    """Return the patterns that the user types after seeing the groups; empty for everything."""
    click.echo(groups_as_text(found), err=True)
    question = "which (names as above, or patterns, with commas between; Enter for all)"
    typed = click.prompt(question, default="", show_default=False, err=True)
    return tuple(filter(None, (each.strip() for each in typed.split(","))))


def show_groups(found: tuple[Group, ...]) -> NoReturn:
    """Print *found*, and exit: 0, or 1 if there is nothing to choose from."""
    context = click.get_current_context()
    if context.params["as_json"]:
        print_json(groups_as_data(found))
    else:
        click.echo(groups_as_text(found))
    context.exit(0 if found else EXIT_PROBLEMS)


def with_progress(operations: list[Operation]) -> Iterator[Operation]:
    """Yield *operations*, with a progress bar if there are many."""
    return progress_bar(operations, "operations", MANY_OPERATIONS)
