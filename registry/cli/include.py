"""`registry include`: download the manuals of other registries."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import settings
from registry.catalogue.included_registries import INCLUDED_FOLDER, INCLUDED_MANUALS
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import JSON, MANUALS, print_json
from registry.cli._refusal import Refusal
from registry.cli._trust import signing
from registry.report import printable
from registry.site.swap import BusyError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from registry.authoring.include import IncludeResult
    from registry.catalogue.included_registries import Include

SECTION = "Build and publish"


@click.command(short_help="Download the manuals of other registries.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--check", "only_look", is_flag=True, help="Write nothing; exit with 1 if a file would change."
)
@MANUALS
@JSON
def include_command(names: tuple[str, ...], manuals: Path, only_look: bool, as_json: bool) -> None:
    """Update the manuals of the registries that mkdocs.yml includes, or only of those with a NAME.

    Each registry is verified with its trust root, and its manuals are checked by every rule; those
    with errors are left out. The files go to included/NAME/ next to the manuals, with a lock file.
    Commit them and have the changes reviewed: a build reads these files and no other registry.

    Prints the path of each file that it changed, or with --check would change.

    Exit codes: 0 success, 1 a registry cannot be read or verified or, with --check, something is
    newer, 2 usage error.

    \b
    Example:
      registry include
      registry include acme --check --json
    """
    includes = _includes(manuals)
    unknown = sorted(set(names) - {each.name for each in includes})
    if unknown:
        known = ", ".join(each.name for each in includes)
        raise Refusal(f"{settings.NAME} includes no registry {unknown[0]!r}; it includes {known}")
    signing()
    outcomes, errors = _include_all(manuals, includes, names, only_look=only_look)
    if as_json:
        print_json(_as_data(outcomes, errors, only_look=only_look))
    else:
        _print(outcomes, errors)
    is_newer = only_look and any(not each.is_current for each in outcomes)
    sys.exit(EXIT_PROBLEMS if errors or is_newer else 0)


def _includes(manuals: Path) -> Sequence[Include]:
    config = settings.configuration_beside(manuals)
    includes, problems = settings.included_registries(config)
    if not includes and not problems and config.document is None:
        problems = config.unreadable
    if problems:
        raise Refusal(settings.in_words(problems))
    if not includes:
        raise Refusal(
            "there is nothing to include: list registries under `extra.registry.includes` in "
            f"{settings.NAME}"
        )
    return includes


def _include_all(
    manuals: Path, includes: Sequence[Include], names: tuple[str, ...], *, only_look: bool
) -> tuple[list[IncludeResult], dict[str, str]]:
    """Include each registry; return the results, and the errors of the others by name."""
    from registry.authoring import include  # noqa: PLC0415 - needs an extra

    outcomes: list[IncludeResult] = []
    errors: dict[str, str] = {}
    for included in includes:
        if names and included.name not in names:
            continue
        try:
            outcomes.append(include.include(manuals, included, includes, only_look=only_look))
        except include.CannotIncludeError as error:
            errors[included.name] = str(error)
        except BusyError:
            errors[included.name] = (
                "another process is including it; try again when it has finished"
            )
    return outcomes, errors


def _print(outcomes: list[IncludeResult], errors: dict[str, str]) -> None:
    for outcome in outcomes:
        paths = _paths(outcome, (*outcome.added, *outcome.changed, *outcome.removed))
        for path in paths:
            click.echo(printable(path))
        for failure in outcome.failures:
            click.echo(f"{outcome.name}: not read: {printable(failure)}", err=True)
        for name, note in outcome.notes.items():
            click.echo(f"{outcome.name}: {printable(name)} {printable(note)}", err=True)
        counts = f"{len(outcome.added):,} added, {len(outcome.changed):,} changed, "
        counts += f"{len(outcome.removed):,} removed"
        counts += "" if paths else "; only its lock has changed, or something is held back"
        click.echo(f"{outcome.name}: {'up to date' if outcome.is_current else counts}", err=True)
    for name, error in errors.items():
        click.echo(f"{name}: not updated: {printable(error)}", err=True)


def _as_data(
    outcomes: list[IncludeResult], errors: dict[str, str], *, only_look: bool
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


def _paths(outcome: IncludeResult, paths: tuple[str, ...]) -> list[str]:
    """Return *paths*, which are relative to the folder of manuals, relative to the repository."""
    return [f"{INCLUDED_FOLDER}/{outcome.name}/{INCLUDED_MANUALS}/{path}" for path in paths]
