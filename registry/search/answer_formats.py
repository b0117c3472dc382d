"""Show an answer: a table with marked words for a person, lines or JSON for a program."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from registry.report import json_text, visible
from registry.search import analysis, explain
from registry.search.quality import Quality

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.search.answer import SearchAnswer, SearchHit

_COLUMNS = ("tool", "version", "protocol", "transport", "auth", "effect")

_DOUBTS = {
    Quality.WEAK: "weak: probably no tool does this; these come nearest",
    Quality.NONE: "none: no tool does this; these come nearest",
}

_MOST_MISSING = 3
"""Words that are named of those that the best tool lacks."""


def table(answer: SearchAnswer, mark: Callable[[str], str], *, explained: bool = False) -> str:
    """Return two lines for each hit, its columns and its summary below.

    *mark* is given each word that was looked for and returns how it is shown. With *explained*,
    lines on what the score is made of follow each.
    """
    rows = [_COLUMNS, *(_cells(hit) for hit in answer.hits)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rendered = [_row(tuple(map(str.upper, _COLUMNS)), widths)]
    for hit, row in zip(answer.hits, rows[1:], strict=True):
        identity, rest = row[0].ljust(widths[0]), _row(row[1:], widths[1:])
        rendered.append(f"{_marked(identity, answer.terms, mark)}  {rest}")
        rendered.append(f"    {_marked(visible(hit.tool.summary), answer.terms, mark)}")
        if explained:
            rendered += (f"    {visible(line)}" for line in explain.lines(hit))
    return "\n".join(rendered)


def lines(answer: SearchAnswer) -> str:
    """Return one line for each hit: score, columns and summary, separated by tabs."""
    return "\n".join(
        "\t".join((str(hit.score), *_cells(hit), visible(hit.tool.summary))) for hit in answer.hits
    )


def notes(answer: SearchAnswer) -> str:
    """Return a line for each thing to know about the answer; often "".

    That is: words that nothing knows, misspelt and unfinished ones with what was looked for,
    values that no filter has, a question in another language or without a word that says anything,
    and an answer that is not good.
    """
    return "\n".join(map(visible, _notes(answer)))


def _notes(answer: SearchAnswer) -> Iterator[str]:
    for word, meant in answer.corrections:
        yield f"no tool has {word!r}; looked for {', '.join(meant)}"
    for word, begun in answer.completed:
        yield f"took {word!r} for the beginning of {', '.join(begun)}"
    if answer.unknown:
        yield f"no tool matches {', '.join(map(repr, answer.unknown))}"
    for facet, unknown, known in answer.labels:
        asked, there = ", ".join(map(repr, unknown)), ", ".join(known)
        yield f"no tool has the {facet} {asked}; there is {there or 'none'}"
    if answer.is_foreign:
        yield "the catalogue is in English: ask in English"
    if answer.is_empty:
        yield "no word of the question says what to look for"
    if answer.wish:
        yield f"known to be missing: {answer.wish!r}"
    if answer.hits and answer.quality != Quality.STRONG:
        lacked = ", ".join(map(repr, answer.missing[:_MOST_MISSING]))
        yield _DOUBTS[answer.quality] + (f"; the first lacks {lacked}" if lacked else "")


def as_json(answer: SearchAnswer, *, explained: bool = False) -> str:
    """Return the answer as JSON in ASCII, which no terminal acts upon."""
    hits = [
        {**asdict(hit.tool), "score": hit.score, **(_explained(hit) if explained else {})}
        for hit in answer.hits
    ]
    about = {
        "total": answer.total,
        "quality": answer.quality,
        "points": answer.points,
        "unknown": answer.unknown,
        "missing": answer.missing,
        "wish": answer.wish,
        "corrections": dict(answer.corrections),
        "completed": dict(answer.completed),
        "is_foreign": answer.is_foreign,
        "no_such_label": [
            {"facet": facet, "asked": asked, "known": known}
            for facet, asked, known in answer.labels
        ],
    }
    signs = {"signs": answer.signs} if explained else {}
    return json_text({**about, **signs, "hits": hits})


def _explained(hit: SearchHit) -> dict[str, object]:
    why = [share._asdict() for share in explain.shares(hit)]
    return {"why": why, "missing": hit.missing, "lost": hit.lost}


def _cells(hit: SearchHit) -> tuple[str, ...]:
    """Return the cells of *hit* in the order of `_COLUMNS`."""
    tool = hit.tool
    cells = (tool.id, tool.version, tool.protocol, tool.transport, tool.auth, tool.effect)
    return tuple(map(visible, cells))


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _marked(text: str, terms: frozenset[str], mark: Callable[[str], str]) -> str:
    return "".join(_pieces(text, terms, mark))


def _pieces(text: str, terms: frozenset[str], mark: Callable[[str], str]) -> Iterator[str]:
    last = 0
    for start, end in analysis.places_of(terms, text):
        yield text[last:start]
        yield mark(text[start:end])
        last = end
    yield text[last:]
