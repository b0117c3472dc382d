"""`registry include`: the manuals of other registries."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import settings, source
from registry.commands._options import JSON, MANUALS, print_json
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.commands._trust import signing
from registry.included import FOLDER
from registry.included import MANUALS as TREE
from registry.report import printable
from registry.write import BusyError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from registry.included import Include
    from registry.including import Outcome


@click.command(short_help="Get the manuals of other registries, or tell what is newer.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--check", "only_look", is_flag=True, help="Write nothing; exit with 1 if it would.")
@MANUALS
@JSON
def command(names: tuple[str, ...], manuals: Path, only_look: bool, as_json: bool) -> None:
    """Bring the manuals of the registries that mkdocs.yml includes up to date, or those of NAMEs.

    Each registry is read as its trust root wants, and its manuals are held against every rule; what
    has errors is left out. Files go to included/NAME/ beside the manuals, with a lock; commit them,
    and let somebody look at the difference. A build reads them and asks no other registry.

    Prints the paths of the files that it has changed, or with --check would change.

    Exit codes: 0 done, or nothing is newer, 1 a registry cannot be read or is not to be trusted, or
    with --check something is newer, 2 wrong use.

    \b
    Example:
      registry include
      registry include acme --check --json
    """
    includes = _includes(manuals)
    unknown = sorted(set(names) - {each.name for each in includes})
    if unknown:
        known = ", ".join(each.name for each in includes)
        raise Refusal(f"{settings.NAME} includes no registry {unknown[0]!r}, but these: {known}")
    signing()
    outcomes, errors = _all(manuals, includes, names, only_look=only_look)
    if as_json:
        print_json(_facts(outcomes, errors, only_look=only_look))
    else:
        _tell(outcomes, errors)
    is_newer = only_look and any(not each.is_current for each in outcomes)
    sys.exit(EXIT_PROBLEMS if errors or is_newer else 0)


def _includes(manuals: Path) -> Sequence[Include]:
    config = manuals.absolute().parent / settings.NAME
    data = config.read_bytes() if config.is_file() else None
    found, problems = settings.includes(data)
    if not found and not problems and data is not None:
        document, broken = source.read(settings.NAME, data)
        problems = broken if document is None else ()
    if problems:
        told = (f"{each.place}: {each.message}; {each.hint}" for each in problems)
        raise Refusal("\n".join(each.removesuffix("; ") for each in told))
    if not found:
        raise Refusal(
            "there is nothing to include: name registries below `extra.registry.includes` in "
            f"{settings.NAME}"
        )
    return found


def _all(
    manuals: Path, includes: Sequence[Include], names: tuple[str, ...], *, only_look: bool
) -> tuple[list[Outcome], dict[str, str]]:
    """Include one after the other; one that cannot be read keeps no other from being included."""
    from registry import including  # noqa: PLC0415 - wants an extra

    outcomes: list[Outcome] = []
    errors: dict[str, str] = {}
    for each in includes:
        if names and each.name not in names:
            continue
        try:
            outcomes.append(including.include(manuals, each, includes, only_look=only_look))
        except including.CannotIncludeError as error:
            errors[each.name] = str(error)
        except BusyError:
            errors[each.name] = "another process is including it; try again when that is done"
    return outcomes, errors


def _tell(outcomes: list[Outcome], errors: dict[str, str]) -> None:
    for each in outcomes:
        for path in _paths(each, (*each.added, *each.changed, *each.removed)):
            click.echo(printable(path))
        for failure in each.failures:
            click.echo(f"{each.name}: not read: {printable(failure)}", err=True)
        for name, note in each.notes.items():
            click.echo(f"{each.name}: {printable(name)} {printable(note)}", err=True)
        counts = f"{len(each.added):,} added, {len(each.changed):,} changed, "
        counts += f"{len(each.removed):,} removed"
        click.echo(f"{each.name}: {'nothing is newer' if each.is_current else counts}", err=True)
    for name, error in errors.items():
        click.echo(f"{name}: cannot be included, and stays as it was: {printable(error)}", err=True)


def _facts(
    outcomes: list[Outcome], errors: dict[str, str], *, only_look: bool
) -> dict[str, object]:
    written = (path for each in outcomes for path in _paths(each, (*each.added, *each.changed)))
    return {
        "files": [] if only_look else sorted(written),
        "problems": [f"{name}: {error}" for name, error in errors.items()],
        "includes": [
            {
                "name": each.name,
                "is_current": each.is_current,
                "added": _paths(each, each.added),
                "changed": _paths(each, each.changed),
                "removed": _paths(each, each.removed),
                "notes": dict(each.notes),
                "failures": list(each.failures),
            }
            for each in outcomes
        ],
    }


def _paths(outcome: Outcome, paths: tuple[str, ...]) -> list[str]:
    """Return where the files at *paths*, below the folder of manuals, lie in the repository."""
    return [f"{FOLDER}/{outcome.name}/{TREE}/{path}" for path in paths]
