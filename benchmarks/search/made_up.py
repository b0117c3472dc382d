"""Catalogues of any size, made up of invented words that are as unevenly common as real ones."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from registry.source import Json

TOOLS_PER_MANUAL = 10

_PHRASE = 6
"""Words of a phrase in which people ask; those of the launch catalogue have five that count."""

_SYLLABLES = [first + last for first in "bcdfghjklmnp" for last in "aeiou"]


class Words:
    """A source of invented words, the n-th n times rarer than the first, in recurring phrases."""

    def __init__(self, count: int, seed: int) -> None:
        self.random = random.Random(seed)
        vocabulary = [_word(number) for number in range(count)]
        weights = list(accumulate(1 / (rank + 30) for rank in range(count)))
        self.phrases = [
            self.random.choices(vocabulary, cum_weights=weights, k=self.random.randint(1, 4))
            for _ in range(2 * count)
        ]

    def text(self, length: int) -> str:
        """Return *length* words with a full stop."""
        return " ".join(self._words(length)).capitalize() + "."

    def name(self, joint: str) -> str:
        """Return three words as an identifier."""
        return joint.join(self._words(3))

    def _words(self, length: int) -> list[str]:
        words: list[str] = []
        while len(words) < length:
            words += self.random.choice(self.phrases)
        return words[:length]


def _word(number: int) -> str:
    word = ""
    number += len(_SYLLABLES)
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[digit]
    return word


def catalogue(tools: int, phrases: int = 0, seed: int = 0) -> tuple[Catalogue, Words]:
    """Return a catalogue of *tools* tools and the words it was made of.

    People ask for each tool by so many *phrases*.
    """
    words = Words(2000 + tools, seed)
    manuals = tuple(
        _manual(words, number, min(TOOLS_PER_MANUAL, tools - number * TOOLS_PER_MANUAL), phrases)
        for number in range(-(-tools // TOOLS_PER_MANUAL))
    )
    publishers = {manual.publisher.name: manual.publisher for manual in manuals}
    return Catalogue(tuple(publishers.values()), manuals), words


def _manual(words: Words, number: int, count: int, phrases: int) -> Manual:
    publisher = Publisher(f"p{number // 3:05}", words.text(2))
    document = Document("made-up.yaml", "", {})
    name = f"m{number:05}"
    tools = tuple(_tool(words, publisher.name, name, each, document) for each in range(count))
    release = Release(publisher.name, name, "1.0.0", "utcp", "1.x", document, {}, {}, tools)
    asked = {each.name: tuple(words.text(_PHRASE) for _ in range(phrases)) for each in tools}
    return Manual(publisher, name, (release,), words.text(3), tags=(words.name("-"),), asked=asked)


def _tool(words: Words, publisher: str, manual: str, number: int, document: Document) -> Tool:
    properties: dict[str, Json] = {
        words.name("_"): {"type": "string", "description": words.text(8)}
        for _ in range(words.random.randint(1, 6))
    }
    return Tool(
        publisher=publisher,
        manual=manual,
        version="1.0.0",
        name=f"{words.name('_')}_{number}",
        protocol="utcp",
        dialect="1.x",
        description=f"{words.text(11)} {words.text(18)}",
        tags=(words.name("-"), words.text(1).strip(".").lower()),
        inputs={"type": "object", "properties": properties},
        outputs=None,
        call=Call("http", auth=words.random.choice([None, Auth("api_key", {})])),
        native={},
        origin=Origin(document),
        effect=words.random.choice(list(Effect)),
    )
