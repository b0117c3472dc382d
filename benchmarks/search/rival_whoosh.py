"""Answer questions with Whoosh as it comes, BM25F over one stemmed field: JSON in, JSON out.

A process of its own: the registry restricts what Whoosh unpickles in its own.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

from whoosh import fields, qparser
from whoosh.analysis import StemmingAnalyzer
from whoosh.filedb.filestore import RamStorage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def answers(tools: Sequence[dict[str, str]], questions: Sequence[str]) -> Iterator[list[str]]:
    """Yield the ids of the best ten of *tools* (each an `id` and a `text`) for each question."""
    schema = fields.Schema(id=fields.ID(stored=True), text=fields.TEXT(StemmingAnalyzer()))
    index = RamStorage().create_index(schema)
    writer = index.writer()
    for tool in tools:
        writer.add_document(id=tool["id"], text=_split(tool["text"]))
    writer.commit()
    parser = qparser.QueryParser("text", schema, plugins=[], group=qparser.OrGroup)
    with index.searcher() as searcher:
        for question in questions:
            words = " ".join(re.findall(r"[a-z0-9]+", _split(question).lower()))
            yield [hit["id"] for hit in searcher.search(parser.parse(words), limit=10)]


def main() -> None:
    """Write the ids of the best ten tools for each question."""
    asked = json.load(sys.stdin)
    json.dump([*answers(asked["tools"], asked["questions"])], sys.stdout)


def _split(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", text)


if __name__ == "__main__":
    main()
