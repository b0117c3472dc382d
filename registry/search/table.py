"""Show an answer: a table with marked words for a person, lines or JSON for a program."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from registry.search import analysis, explaining

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.search.asking import Answer, Hit

_COLUMNS = ("tool", "version", "protocol", "transport", "auth", "effect")


def table(answer: Answer, mark: Callable[[str], str], *, explained: bool = False) -> str:
    """Return two lines for each hit, its facts in columns and its summary below.

    *mark* is given each word that was looked for and returns how it is shown. With *explained*,
    lines on what the score is made of follow each.
    """
    rows = [_COLUMNS, *(_facts(hit) for hit in answer.hits)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_row(tuple(map(str.upper, _COLUMNS)), widths)]
    for hit, row in zip(answer.hits, rows[1:], strict=True):
        identity, rest = row[0].ljust(widths[0]), _row(row[1:], widths[1:])
        lines.append(f"{_marked(identity, answer.terms, mark)}  {rest}")
        lines.append(f"    {_marked(_visible(hit.card.summary), answer.terms, mark)}")
        if explained:
            lines += (f"    {_visible(line)}" for line in explaining.lines(hit))
    return "\n".join(lines)


def lines(answer: Answer) -> str:
    """Return one line for each hit: score, facts and summary, separated by tabs."""
    return "\n".join(
        "\t".join((str(hit.score), *_facts(hit), _visible(hit.card.summary))) for hit in answer.hits
    )


def instead(answer: Answer) -> str:
    """Return a line for each word that no tool has, with what was looked for instead; often ""."""
    return "\n".join(
        f"no tool has {_visible(word)!r}; looked for {', '.join(terms)}"
        for word, terms in answer.instead
    )


def as_json(answer: Answer, *, explained: bool = False) -> str:
    """Return the answer as JSON in ASCII, which no terminal acts upon."""
    hits = [
        {**asdict(hit.card), "score": hit.score, **(_explained(hit) if explained else {})}
        for hit in answer.hits
    ]
    return json.dumps({"total": answer.total, "hits": hits}, indent=2)


def _explained(hit: Hit) -> dict[str, object]:
    why = [share._asdict() for share in explaining.shares(hit)]
    return {"why": why, "missing": hit.missing, "lost": hit.lost}


def _facts(hit: Hit) -> tuple[str, ...]:
    card = hit.card
    facts = (card.id, card.version, card.protocol, card.transport, card.auth, card.effect)
    return tuple(map(_visible, facts))


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _marked(text: str, terms: frozenset[str], mark: Callable[[str], str]) -> str:
    return "".join(_pieces(text, terms, mark))


def _pieces(text: str, terms: frozenset[str], mark: Callable[[str], str]) -> Iterator[str]:
    end = 0
    for span in analysis.spans(text):
        if span.term in terms:
            yield text[end : span.start]
            yield mark(text[span.start : span.end])
            end = span.end
    yield text[end:]


def _visible(text: str) -> str:
    r"""Return *text* with every character that a terminal acts upon written out, as in `\x1b`."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
