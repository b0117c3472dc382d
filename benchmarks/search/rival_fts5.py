"""Answer questions with SQLite's own ranking (FTS5, BM25, Porter's stemmer, split identifiers)."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def answers(tools: Sequence[dict[str, str]], questions: Sequence[str]) -> Iterator[list[str]]:
    """Yield the ids of the best ten of *tools* (each an `id` and a `text`) for each question."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE tools USING fts5(id UNINDEXED, text, tokenize='porter')")
    database.executemany(
        "INSERT INTO tools VALUES (?, ?)", [(tool["id"], _split(tool["text"])) for tool in tools]
    )
    for question in questions:
        words = re.findall(r"[a-z0-9]+", _split(question).lower())
        wanted = " OR ".join(f'"{word}"' for word in words)
        rows = database.execute(
            "SELECT id FROM tools WHERE tools MATCH ? ORDER BY rank LIMIT 10", (wanted,)
        )
        yield [row[0] for row in rows]


def _split(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", text)
