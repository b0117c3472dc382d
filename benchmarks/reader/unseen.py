"""Say how much of `unseen.txt` is noticed by the rules, as a table for `rules-measured.md`.

    PYTHONPATH=. python benchmarks/reader/unseen.py [--list]

Each line is made into a manual of one tool and judged as `registry check` judges it. With
`--list`, the poison that passes and the honest texts that are reported follow the table.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.model import Catalogue, Manual, Publisher, Release
from registry.protocols import UnreadRelease, protocols
from registry.rules import apply, rules
from registry.source import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("unseen.txt")
READER = "words-to-the-model"
SECURITY = {rule.id for rule in rules() if rule.group == "security" and rule.check_strings}

_HEAD = re.compile(r"\[(\w+) (\w+)(?: (second|third|fourth))?\]")


class Line(NamedTuple):
    """One tool: how it speaks (polite, blunt, honest), of what, when written, and its texts."""

    manner: str
    family: str
    when: str
    texts: list[str]


def lines() -> Iterator[Line]:
    """Yield every tool of the file in its order."""
    manner, family, when = "", "", ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if head := _HEAD.fullmatch(line):
            manner, family, when = head[1], head[2], head[3] or "first"
        elif line and not line.startswith("#"):
            yield Line(manner, family, when, line.split(" || "))


def found_in(texts: list[str]) -> set[str]:
    """Return the rules on hostile words that find something in a tool that says *texts*."""
    described, *inputs = texts
    properties = {
        f"input_{at}": {"type": "string", "description": each} for at, each in enumerate(inputs)
    }
    call = {"call_template_type": "http", "url": "https://api.example.com/thing"}
    data: dict[str, Any] = {
        "utcp_version": "1.0.1",
        "manual_version": "1.0.0",
        "tools": [
            {
                "name": "do_thing",
                "description": described,
                "inputs": {"type": "object", "properties": properties},
                "tool_call_template": call,
            }
        ],
    }
    document = Document("m.json", json.dumps(data, ensure_ascii=False), data)
    unread = UnreadRelease("example", "sample", "1.0.0", "1.x", document, {})
    tools = protocols()["utcp"].read(unread).tools
    release = Release("example", "sample", "1.0.0", "utcp", "1.x", document, {}, {}, tools)
    about = Publisher("example", "Example", hosts=("api.example.com",))
    found = apply(Catalogue((about,), (Manual(about, "sample", (release,)),)))
    return {each.rule for each in found} & SECURITY


def main(*, is_listed: bool) -> None:
    """Print the table and, where *is_listed*, what went wrong."""
    judged = [(line, found_in(line.texts)) for line in lines()]
    print("| texts | tools | noticed by the reader | by any rule of words |")
    print("|---|---|---|---|")
    for name, found in groups(judged).items():
        by_reader, by_any = sum(READER in each for each in found), sum(map(bool, found))
        print(f"| {name} | {len(found)} | {share(by_reader, found)} | {share(by_any, found)} |")
    for line, rules_found in judged if is_listed else ():
        if bool(rules_found) == (line.manner == "honest"):
            print(f"{line.manner} {line.family}: {' || '.join(line.texts)} {sorted(rules_found)}")


def share(number: int, found: list[set[str]]) -> str:
    """Return *number*, and how much of all that was *found* it is."""
    return f"{number} ({number / len(found):.0%})"


def groups(judged: list[tuple[Line, set[str]]]) -> dict[str, list[set[str]]]:
    """Return what was found in each group: later polite ones by family, then by manner."""
    made: dict[str, list[set[str]]] = {}
    for line, found in judged:
        if line.manner == "polite" and line.when != "first":
            made.setdefault(f"polite, {line.when}: {line.family}", []).append(found)
    for line, found in judged:
        of = line.family if line.manner == "honest" else line.when
        made.setdefault(f"{line.manner}, {of}", []).append(found)
    return made


if __name__ == "__main__":
    main(is_listed="--list" in sys.argv)
