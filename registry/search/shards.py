"""The index as small JSON files, from which a browser or an agent needs a few for each question.

`docs/search-format.md` describes them; `shards_reader.py` reads them.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from itertools import accumulate, groupby
from operator import itemgetter, sub
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from registry.search import (
    analysis,
    documents,
    preferences,
    quality,
    question,
    question_wording,
    scoring,
    spelling,
    word_variants,
)
from registry.search.brief import brief
from registry.search.documents import ToolSummary
from registry.search.word_lists import changing, deleting, english, foreign, places, products, weak

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.inverted_index import Inverted, Postings
    from registry.source import Json

    _Entry: TypeAlias = "Postings | array[int]"
    """What an index has of a term, or of a label."""

FORMAT = 14
"""Raised whenever an older reader would find something else."""

INDEX, FACETS, LABELS, BRIEF = "index.json", "facets.json", "labels.json", "brief.json"
NAMES = "names.json"
TOOLS, TERMS, WORDS, WISHES = "tools", "terms", "words", "wishes"

WISH = "wish"
"""What comes before a term in the key of the wishes that have it, as a facet before a label."""

BLOCK = 15
"""Tools in a block: a question shows ten, most of them from blocks of their own."""

WISHES_BLOCK = 100
"""Wishes in a block: one is shown, if any."""

MAX_SHARD = 6 * 1024
"""Bytes of a shard before it is split, unless it holds a single term."""

BYTES_OF_POSTING = 6
"""Of a distance and a score with their commas, about."""

COLUMNS = ("protocol", "transport", "auth", "effect")
"""Facets with few labels: one file has all of their labels, to count hits by them."""

LISTS = 64
"""Files over which the words are spread that a misspelt one may be meant for."""

_ODD = re.compile(r"[^A-Za-z0-9]")

END = "_"
"""The end of every key, so that a term may be the beginning of another."""


def files(inverted: Inverted) -> Iterator[tuple[str, Json]]:
    """Yield the path and the content of each file; paths are relative to the index's folder."""
    shards = dict(_split([*_entries(inverted)], ""))
    yield INDEX, _index(inverted, [*sorted(shards)])
    yield FACETS, {name: _labels(inverted.facets[name]) for name in COLUMNS}
    yield BRIEF, brief(inverted.tools)
    yield LABELS, {name: [*sorted(inverted.facets[name])] for name in documents.FACETS}
    yield (
        NAMES,
        {
            "products": [*_without_tools(inverted, products())],
            "places": [*_without_tools(inverted, places())],
        },
    )
    for number, groups in enumerate(_words(inverted)):
        yield words_path(number), groups
    for prefix, entries in sorted(shards.items()):
        yield shard_path(prefix), {term: _written(entry) for term, entry in entries.items()}
    for number, start in enumerate(range(0, len(inverted.tools), BLOCK)):
        tools: list[Json] = [
            {name: getattr(tool, name) for name in ToolSummary.__slots__}
            for tool in inverted.tools[start : start + BLOCK]
        ]
        yield block_path(number), {"tools": tools}
    for number, start in enumerate(range(0, len(inverted.wishes), WISHES_BLOCK)):
        yield wishes_path(number), {"wishes": [*inverted.wishes[start : start + WISHES_BLOCK]]}


def shard_path(prefix: str) -> str:
    """Return the path of the shard of *prefix*. A name with a hyphen is no device's anywhere."""
    return f"{TERMS}/w-{prefix}.json"


def block_path(number: int) -> str:
    """Return the path of the descriptions of the tools of a block."""
    return f"{TOOLS}/{number}.json"


def wishes_path(number: int) -> str:
    """Return the path of the wishes of a block."""
    return f"{WISHES}/{number}.json"


def words_path(number: int) -> str:
    """Return the path of a list of words."""
    return f"{WORDS}/{number}.json"


def words_of(group: str) -> int:
    """Return in which list the words are that begin as in `we-` or end as in `-er`."""
    first, second = (ord(letter) - ord("a") for letter in group.strip("-"))
    return (26 * first + second + (LISTS // 2 if group.startswith("-") else 0)) % LISTS


def key(term: str) -> str:
    """Return the key that decides which shard *term* is in, regardless of its facet."""
    return _ODD.sub("-", term.rpartition(":")[2]) + END


def _index(inverted: Inverted, prefixes: list[Json]) -> Json:
    return {
        "format": FORMAT,
        "tools": len(inverted.tools),
        "block": BLOCK,
        "wishes": len(inverted.wishes),
        "wishes_block": WISHES_BLOCK,
        "wish_lengths": _lengths(inverted),
        "shards": prefixes,
        "facets": [*documents.FACETS],
        "analysis": _analysis(inverted),
        "asking": _asking(),
        "judging": _judging(inverted),
    }


def _lengths(inverted: Inverted) -> list[Json]:
    """Return how many wishes have no term, at most one different term, at most two, and so on.

    So a wish has as many terms as there are of these that are not larger than its number.
    """
    terms = Counter(wish for found in inverted.wished.values() for wish in found.documents)
    counts = Counter(terms[wish] for wish in range(len(inverted.wishes)))
    return [*accumulate(counts[length] for length in range(max(counts, default=0)))]


def _analysis(inverted: Inverted) -> Json:
    """Return how a question becomes terms."""
    return {
        "asides": question_wording.ASIDES,
        "openings": question_wording.OPENINGS,
        "tool_words": question_wording.TOOL_WORDS,
        "reads": question_wording.READS,
        "acts": question_wording.ACTS,
        "stop_words": [*sorted(analysis.STOP_WORDS)],
        "steps": [[[old, new] for old, new in step] for step in analysis.STEPS],
        "shortest_stemmed": analysis.MIN_STEMMED,
        "weak": [*sorted(weak())],
        "changing": [*sorted(changing())],
        "deleting": [*sorted(deleting())],
        "foreign": [*sorted(foreign())],
        "places": [*sorted(each for each in places() if analysis.stem(each) in inverted.terms)],
        "plural": analysis.PLURAL,
        "first_other_letter": question.FIRST_OTHER_LETTER,
    }


def _asking() -> Json:
    """Return what is looked for besides the terms, and what each share of a score counts."""
    return {
        "longest_name": question.LONGEST_NAME,
        "whole": word_variants.WHOLE,
        "pair": scoring.PAIR_SHARE,
        "changing": preferences.CHANGING_PERCENT,
        "reading": preferences.READING_PERCENT,
        "deleting": preferences.DELETING_PERCENT,
        "plainly": preferences.PLAINLY_PERCENT,
        "searching": preferences.SEARCHING_PERCENT,
        "number": preferences.NUMBER_PERCENT,
        "keyed": preferences.KEYED_PERCENT,
        "beginning": word_variants.BEGINNING_SHARE,
        "spelling": word_variants.SPELLING_SHARE,
        "completions": word_variants.MOST_COMPLETIONS,
        "shortest_beginning": word_variants.SHORTEST_BEGINNING,
        "lists": LISTS,
        "shortest_misspelt": spelling.SHORTEST,
        "two_mistakes_from": spelling.LONG,
        "corrections": spelling.MOST,
    }


def _judging(inverted: Inverted) -> Json:
    """Return how the quality of an answer is judged."""
    return {
        "unknown": inverted.unknown_weight,
        "strong": quality.STRONG_POINTS,
        "weak": quality.WEAK_POINTS,
        "name": quality.NAME_PERCENT,
        "least": quality.LEAST_PERCENT,
        "little": quality.LITTLE_PERCENT,
        "most": quality.MOST_POINTS,
        "least_of_wish": quality.LEAST_OF_WISH,
        "most_of_wish": quality.MOST_OF_WISH,
        "many_unsaid": quality.MANY_UNSAID,
        "weights": {**inverted.sign_weights},
    }


def _without_tools(inverted: Inverted, names: AbstractSet[str]) -> list[str]:
    """Return those of *names* that no tool has, sorted."""
    return sorted(each for each in names if analysis.stem(each) not in inverted.terms)


def _words(inverted: Inverted) -> list[dict[str, Json]]:
    """Return what each list holds: under `we-` and `-er` words with the number of their tools.

    Under `we` are words that are spelt right and that no tool has.
    """
    lists: list[dict[str, Any]] = [{} for _ in range(LISTS)]
    for word, count in inverted.words.items():
        for group in (f"{word[: spelling.END]}-", f"-{word[-spelling.END :]}"):
            lists[words_of(group)].setdefault(group, {})[word] = count
    spelt_right = sorted(english() - inverted.words.keys())
    for beginning, words in groupby(spelt_right, itemgetter(slice(spelling.END))):
        lists[words_of(f"{beginning}-")][beginning] = " ".join(words)
    return [dict(sorted(each.items())) for each in lists]


class _Keyed(NamedTuple):
    """A term or a label, its key, and about how many bytes it takes when it is written."""

    key: str
    term: str
    entry: _Entry
    size: int


def _entries(inverted: Inverted) -> Iterator[_Keyed]:
    """Yield each term and each label with its documents; written, all together take gigabytes."""
    entries: dict[str, _Entry] = {**inverted.terms}
    entries |= {f"{WISH}:{term}": found for term, found in inverted.wished.items()}
    for facet, labels in inverted.facets.items():
        entries |= {f"{facet}:{label}": found for label, found in labels.items()}
    for term, entry in entries.items():
        yield _Keyed(key(term), term, entry, _size(term, entry))


def _written(entry: _Entry) -> Json:
    """Return what a shard says of a term or a label."""
    return _runs(entry) if isinstance(entry, array) else _gaps(entry)


def _gaps(postings: Postings) -> list[Json]:
    """Return two lists: the first document and the distance to each next one; the scores."""
    numbers = postings.documents
    return [[numbers[0], *map(sub, numbers[1:], numbers)], [*postings.scores]]


def _runs(numbers: array[int]) -> list[Json]:
    """Return the first number and the length of each run of neighbours, in one list."""
    runs: list[int] = []
    for number in numbers:
        if runs and number == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += (number, 1)
    return [*runs]


def _labels(labels: Mapping[str, array[int]]) -> Json:
    return {label: _runs(numbers) for label, numbers in sorted(labels.items())}


def _split(entries: list[_Keyed], prefix: str) -> Iterator[tuple[str, dict[str, _Entry]]]:
    """Yield prefixes of keys and entries below each, as many as fit into a shard.

    What makes a shard too large gets shards of its own with longer prefixes, the largest first.
    No shard has an empty prefix: its name is to be an argument that clients accept.
    """
    parts: dict[str, list[_Keyed]] = {}
    for each in entries:
        parts.setdefault(each.key[: len(prefix) + 1], []).append(each)
    remaining = sorted((sum(each.size for each in part), at) for at, part in parts.items())
    total = sum(size for size, _ in remaining)
    while remaining and (not prefix or (total > MAX_SHARD and not prefix.endswith(END))):
        size, longer = remaining.pop()
        total -= size
        yield from _split(parts[longer], longer)
    if remaining:
        fitting = {each.term: each.entry for _, at in remaining for each in parts[at]}
        yield prefix, {term: fitting[term] for term in sorted(fitting)}


def _size(term: str, entry: _Entry) -> int:
    """Return about how many bytes *entry* takes when it is written under *term*."""
    numbers = len(_runs(entry)) if isinstance(entry, array) else len(entry.documents)
    return len(term) + 10 + BYTES_OF_POSTING * numbers
