"""`registry search`: the tools for a task."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from registry import search
from registry.commands._options import FOLDER_TO_MAKE
from registry.commands._refusal import Refusal
from registry.search import archive, locate, table

EXIT_NOTHING_FOUND = 1

_INCLUDED = "included"
"""The folder of included registries: `registry.included` takes longer to load than a search."""


@click.command()
@click.argument("words", nargs=-1)
@click.option("--protocol", help="Only tools whose manual is written in it, such as utcp.")
@click.option("--publisher", help="Only tools of this publisher.")
@click.option("--tag", help="Only tools with this tag.")
@click.option("--auth", help="Only tools that are called in this way, such as none or api_key.")
@click.option("--transport", help="Only tools that are called over it, such as http.")
@click.option("--effect", help="Only tools that do this: read, write or destructive.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with scores.")
@click.option("--explain", is_flag=True, help="Say what each tool's score is made of.")
@click.option("--offline", is_flag=True, help="Ask no server; an address is that of last time.")
@click.option(
    "--index",
    "place",
    metavar="FILE|URL",
    help="An index to search; that of site/ or manuals/ here unless told.",
)
@click.option(
    "--manuals",
    type=FOLDER_TO_MAKE,
    default=Path("manuals"),
    show_default=True,
    help="The folder whose tools are searched without --index.",
)
def command(
    *,
    words: tuple[str, ...],
    limit: int,
    place: str | None,
    manuals: Path,
    as_json: bool,
    explain: bool,
    offline: bool,
    **narrowed: str | None,
) -> None:
    """Find the tools for a task, the best first.

    Any of the words is enough, and tools with more and rarer ones come first. "Quotes" around
    words want all of them. The options can be written among the words, too, as in protocol:utcp;
    two values with a comma between them want either. A pipe gets lines with tabs instead of a
    table.

    --explain shows for each tool the words it was found by: points, part of the whole, and where
    they stand; at last what is taken away for words that it lacks, and for changing something
    where nothing is to be changed, or the other way.

    Exit codes: 0 something was found, 1 nothing was, 2 wrong use or an unusable index.

    \b
    Example:
      registry search weather forecast --auth none
      registry search "delete a file" --effect destructive --json
      registry search rain --index https://example.org/v1/search/whoosh.zip
      registry search rain tomorrow --explain --limit 3
    """
    if not words and not any(narrowed.values()):
        raise click.UsageError("say what to search for, in words or as a filter")
    try:
        answer = _index(place, manuals, offline=offline).query(
            " ".join(words), limit=limit, **narrowed
        )
    except (search.UnusableIndexError, OSError) as error:
        raise Refusal(f"the index {place or 'of site/'} cannot be used: {error}") from None
    if answer.instead:
        click.echo(table.instead(answer), err=True)
    if as_json:
        click.echo(table.as_json(answer, explained=explain))
    elif answer.hits and (explain or sys.stdout.isatty()):
        click.echo(table.table(answer, _mark, explained=explain))
    elif answer.hits:
        click.echo(table.lines(answer))
    else:
        click.echo("nothing was found", err=True)
    sys.exit(0 if answer.hits else EXIT_NOTHING_FOUND)


def _index(place: str | None, manuals: Path, *, offline: bool) -> search.Index:
    published = Path("site", archive.PUBLISHED)
    if place is None and not locate.is_fresh(published, manuals, manuals.parent / _INCLUDED):
        if not manuals.is_dir():
            raise Refusal("there is no manuals/ here; name an index with --index")
        from registry import pipeline  # noqa: PLC0415 - a finished index is asked without it

        return search.build(pipeline.check(manuals).catalogue)
    return locate.locate(place or str(published), offline=offline)


def _mark(word: str) -> str:
    plain = "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return word if plain else click.style(word, bold=True, underline=True)
