"""`registry hosts`: what manuals link to, and no longer is there."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from registry import visits
from registry.assemble import assemble
from registry.commands._options import JSON, MANUALS, print_json, today
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._progress import watched
from registry.commands._refusal import Refusal
from registry.load import load
from registry.report import printable


@click.command(short_help="Visit what manuals link to, and tell what is gone.")
@MANUALS
@click.option(
    "--observations",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(".cache/observations.json"),
    show_default=True,
    help="The file that remembers failures from one visit to the next.",
)
@JSON
def command(manuals: Path, observations: Path, as_json: bool) -> None:
    """Visit the homepages, documentation and hosts of all manuals, and tell what is gone.

    It asks slowly, heeds robots.txt under the name open-tool-registry, and tells of an address
    only when it failed on two days. Nothing that is published depends on the result.

    Exit codes: 0 nothing is gone, 1 something is, 2 wrong use.

    \b
    Example:
      registry hosts
      registry hosts --observations /tmp/observations.json --json
    """
    try:
        known = visits.read(observations.read_bytes()) if observations.exists() else {}
    except visits.UnusableObservationsError as error:
        raise Refusal(
            f"{observations} holds no observations ({error}); remove it to start anew"
        ) from None
    wanted = visits.targets(assemble(load(manuals))[0])
    visited = visits.visit(watched(wanted, "addresses"), known, today())
    observations.parent.mkdir(parents=True, exist_ok=True)
    observations.write_bytes(visits.written(visited))
    if as_json:
        print_json(_facts(visited))
    else:
        click.echo(_as_text(visited))
    sys.exit(EXIT_PROBLEMS if visited.notes else 0)


def _as_text(visited: visits.Visited) -> str:
    lines = [
        printable(f"{each.owner}: {url}: {each.reason} (since {each.first})")
        for url, each in visited.notes.items()
    ]
    once = len(visited.failures) - len(visited.notes)
    lines.append(
        f"{visited.asked:,} addresses visited, {len(visited.unwanted):,} want no visit, "
        f"{len(visited.notes):,} gone, {once:,} failed for the first time"
    )
    return "\n".join(lines)


def _facts(visited: visits.Visited) -> dict[str, object]:
    return {
        "version": visits.VERSION,
        "asked": visited.asked,
        "unwanted": list(visited.unwanted),
        "gone": [
            {"url": url, "owner": each.owner, "since": each.first, "reason": each.reason}
            for url, each in visited.notes.items()
        ],
    }
