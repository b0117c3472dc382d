"""`registry search`: find the tools for a task."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from registry import search
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FOLDER_TO_MAKE, REGISTRY
from registry.cli._published_registry import opened
from registry.cli._refusal import Refusal
from registry.cli._style import styled
from registry.client.errors import RegistryError
from registry.search import answer_formats, archive, locate

SECTION = "Use a registry"

INCLUDED_FOLDER, WISHES_FOLDER = "included", "wishes"
"""The folders of included registries and of wishes.

Importing what reads them for their names would take longer than a search.
"""


@click.command(short_help="Find the tools for a task.")
@click.argument("words", nargs=-1)
@click.option("--protocol", help="Only tools of this protocol, such as utcp.")
@click.option("--publisher", help="Only tools of this publisher.")
@click.option("--tag", help="Only tools with this tag.")
@click.option("--auth", help="Only tools with this authentication, such as none or api_key.")
@click.option("--transport", help="Only tools with this transport, such as http.")
@click.option("--effect", help="Only tools with this effect: read, write or destructive.")
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="The maximum number of tools.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with scores.")
@click.option("--explain", is_flag=True, help="Show how each score is made up.")
@click.option("--offline", is_flag=True, help="Use no network; for a URL, use the last download.")
@click.option(
    "--index",
    "place",
    metavar="FILE|URL",
    help="The index to search.  [default: that of site/, or of manuals/]",
)
@REGISTRY
@click.option(
    "--manuals",
    type=FOLDER_TO_MAKE,
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to search without --index.",
)
def search_command(
    *,
    words: tuple[str, ...],
    limit: int,
    place: str | None,
    registry: str | None,
    manuals: Path,
    as_json: bool,
    explain: bool,
    offline: bool,
    **narrowed: str | None,
) -> None:
    """Find the tools for a task, best match first.

    A tool matches if it has any of the words; tools with more and rarer words come first, and one
    whose name or id is the whole query comes first of all. Words in "quotes" must all match if the
    query has nothing else. Filters can also be written as words, such as protocol:utcp; separate
    alternative values with a comma. If the output is not a terminal, it is tab-separated lines
    instead of a table.

    Corrected words, unknown words and a weak answer (probably no tool does this) are reported on
    stderr. `registry show` says what one of the tools takes and needs.

    With --registry, searches a published registry with a few small downloads; --index downloads a
    whole index.

    --explain lists for each tool the words that matched, where, and their points, and what was
    deducted for missing words, and for an effect, a key or a number of results that does not fit
    the query.

    Exit codes: 0 found, 1 nothing found, 2 usage error or an unusable index.

    \b
    Example:
      registry search weather forecast --auth none
      registry search "delete a file" --effect destructive --json
      registry search rain --index https://example.org/v1/search/whoosh.zip
      registry search rain tomorrow --explain --limit 3
      registry search rain --registry https://example.org/
    """
    if not words and not any(narrowed.values()):
        raise click.UsageError("give words to search for, or a filter")
    try:
        question = " ".join(words)
        if registry and not place:
            answer = opened(registry, offline=offline).search(question, limit=limit, **narrowed)
        else:
            index = _index(place, manuals, offline=offline)
            answer = index.query(question, limit=limit, **narrowed)
    except RegistryError as error:
        raise Refusal(str(error)) from None
    except (search.UnusableIndexError, OSError) as error:
        if place is None and isinstance(error, OSError):
            raise  # of a manual that cannot be read
        raise Refusal(f"the index {place or 'of site/'} cannot be used: {error}") from None
    if notes := answer_formats.notes(answer):
        click.echo(notes, err=True)
    if as_json:
        click.echo(answer_formats.as_json(answer, explained=explain))
    elif answer.hits and (explain or sys.stdout.isatty()):
        click.echo(answer_formats.table(answer, _mark, explained=explain))
    elif answer.hits:
        click.echo(answer_formats.lines(answer))
    else:
        click.echo("no tools found", err=True)
    sys.exit(0 if answer.hits else EXIT_PROBLEMS)


def _index(place: str | None, manuals: Path, *, offline: bool) -> search.Index:
    published = manuals.parent / "site" / archive.PUBLISHED
    beside = (manuals.parent / each for each in (INCLUDED_FOLDER, WISHES_FOLDER))
    if place is None and not locate.is_fresh(published, manuals, *beside):
        if not manuals.is_dir():
            raise Refusal(
                f"the folder {str(manuals)!r} does not exist; name a registry with --registry, or "
                "an index with --index"
            )
        from registry import pipeline  # noqa: PLC0415 - a finished index needs no pipeline
        from registry.catalogue.wishes import read_wishes  # noqa: PLC0415 - as above
        from registry.model.wishes import phrases_of  # noqa: PLC0415 - as above

        wishes = phrases_of(read_wishes(manuals)[0])
        return search.build(pipeline.check(manuals).catalogue, wishes)
    return locate.locate(place or str(published), offline=offline)


def _mark(word: str) -> str:
    return styled(word, bold=True, underline=True)
