"""Catalogues of any size, made up of invented words that are as unevenly common as real ones."""

from __future__ import annotations

import random
from itertools import accumulate

from registry.model import (
    Auth,
    Call,
    Catalogue,
    Effect,
    Manual,
    Publisher,
    Release,
    Tool,
)
from registry.source import Document, Origin

TOOLS_PER_MANUAL = 10
_SYLLABLES = [first + last for first in "bcdfghjklmnp" for last in "aeiou"]


class Words:
    """A source of invented words: the n-th is n times rarer than the first (Zipf)."""

    def __init__(self, count: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.vocabulary = [_word(number) for number in range(count)]
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(count)))

    def text(self, shortest: int, longest: int) -> str:
        """Return some words with a full stop."""
        words = self.random.choices(
            self.vocabulary, cum_weights=self.weights, k=self.random.randint(shortest, longest)
        )
        return " ".join(words).capitalize() + "."

    def name(self, joint: str) -> str:
        """Return two or three words as an identifier."""
        return joint.join(
            self.random.choices(
                self.vocabulary, cum_weights=self.weights, k=self.random.randint(2, 3)
            )
        )


def _word(number: int) -> str:
    word = ""
    number += len(_SYLLABLES)
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[digit]
    return word


def catalogue(tools: int, seed: int = 0) -> tuple[Catalogue, Words]:
    """Return a catalogue of *tools* tools and the words it was made of."""
    words = Words(max(2000, tools), seed)
    manuals = tuple(
        _manual(words, number, min(TOOLS_PER_MANUAL, tools - number * TOOLS_PER_MANUAL))
        for number in range(-(-tools // TOOLS_PER_MANUAL))
    )
    publishers = {manual.publisher.name: manual.publisher for manual in manuals}
    return Catalogue(tuple(publishers.values()), manuals), words


def _manual(words: Words, number: int, count: int) -> Manual:
    publisher = Publisher(f"p{number // 3:05}", words.text(1, 2))
    document = Document("made-up.yaml", "", {})
    name = f"m{number:05}"
    tools = tuple(_tool(words, publisher.name, name, each, document) for each in range(count))
    release = Release(publisher.name, name, "1.0.0", "utcp", "1.x", document, {}, {}, tools)
    return Manual(publisher, name, (release,), words.text(2, 3), tags=(words.name("-"),))


def _tool(words: Words, publisher: str, manual: str, number: int, document: Document) -> Tool:
    properties = {
        words.name("_"): {"type": "string", "description": words.text(4, 12)}
        for _ in range(words.random.randint(1, 6))
    }
    return Tool(
        publisher=publisher,
        manual=manual,
        version="1.0.0",
        name=f"{words.name('_')}_{number}",
        protocol="utcp",
        dialect="1.x",
        description=f"{words.text(8, 14)} {words.text(10, 25)}",
        tags=(words.name("-"), words.text(1, 1).strip(".").lower()),
        inputs={"type": "object", "properties": properties},
        outputs=None,
        call=Call("http", auth=words.random.choice([None, Auth("api_key", {})])),
        native={},
        origin=Origin(document),
        effect=words.random.choice(list(Effect)),
    )
