"""`registry links`: check the links in manuals."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FILE_TO_WRITE, JSON, MANUALS, print_json
from registry.cli._progress import progress_bar
from registry.cli._refusal import Refusal
from registry.cli._today import today
from registry.report import markdown_text, printable
from registry.review import links
from registry.source.atomic_write import write_whole
from registry.source.plain_files import read_plain

SECTION = "Review changes"


@click.command(short_help="Check the links in manuals and report the dead ones.")
@MANUALS
@click.option(
    "--observations",
    type=FILE_TO_WRITE,
    default=Path(".cache/observations.json"),
    show_default=True,
    help="The file that stores failures between runs.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(("markdown", "text")),
    default="text",
    show_default=True,
    help="The format of the report.",
)
@JSON
def links_command(*, manuals: Path, observations: Path, style: str, as_json: bool) -> None:
    """Check the homepages, documentation links and hosts of all manuals, and report the dead ones.

    Requests are slow and respect robots.txt, under the name open-tool-registry. A link is reported
    only if it failed on two different days. The published site does not depend on the result.

    Exit codes: 0 no dead links, 1 dead links, 2 usage error.

    \b
    Example:
      registry links
      registry links --observations /tmp/observations.json --json
    """
    failures = _known_failures(observations)
    wanted = links.link_targets(assemble(load_tree(manuals))[0])
    # A file that cannot be written is no reason to visit all hosts for nothing.
    _keep(observations, links.LinkCheck(failures=failures))
    visited = links.check_links(progress_bar(wanted, "addresses"), failures, today())
    _keep(observations, visited)
    if as_json:
        print_json(_as_data(visited))
    else:
        click.echo(_as_markdown(visited) if style == "markdown" else _as_text(visited))
    sys.exit(EXIT_PROBLEMS if visited.notes else 0)


def _known_failures(observations: Path) -> dict[str, links.Failure]:
    """Return the failures of earlier runs. Raises Refusal for a file of something else."""
    try:
        data = read_plain(observations, links.MAX_OBSERVATIONS)
        return links.read_observations(data)
    except FileNotFoundError:
        return {}
    except links.UnusableObservationsError as error:
        raise Refusal(
            f"{observations} is not a file of observations ({error}); remove it to start over"
        ) from None


def _keep(observations: Path, visited: links.LinkCheck) -> None:
    observations.parent.mkdir(parents=True, exist_ok=True)
    write_whole(observations, links.observations_as_json(visited))


def _as_text(visited: links.LinkCheck) -> str:
    return "\n".join((*map(printable, _dead(visited)), _counts(visited)))


def _as_markdown(visited: links.LinkCheck) -> str:
    """Return the report as Markdown: neither a URL nor what a server says is active in it."""
    return "\n".join(
        (*(f"- {markdown_text(each)}" for each in _dead(visited)), "", _counts(visited))
    )


def _dead(visited: links.LinkCheck) -> list[str]:
    return [
        f"{each.owner}: {url}: {each.reason} (since {each.first})"
        for url, each in visited.notes.items()
    ]


def _counts(visited: links.LinkCheck) -> str:
    once = len(visited.failures) - len(visited.notes)
    return (
        f"{visited.asked:,} links checked, {len(visited.disallowed):,} disallowed by robots.txt, "
        f"{len(visited.notes):,} dead, {once:,} failed for the first time"
    )


def _as_data(visited: links.LinkCheck) -> dict[str, object]:
    return {
        "version": links.VERSION,
        "asked": visited.asked,
        "disallowed": list(visited.disallowed),
        "gone": [
            {"url": url, "owner": each.owner, "since": each.first, "reason": each.reason}
            for url, each in visited.notes.items()
        ],
    }
