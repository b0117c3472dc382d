"""What people read is in the words that `docs/style.md` asks for."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from paths import ROOT
from seen import some

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = ROOT / "docs" / "style.md"

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("registry/providers/tools/workshop.py", "a text"): "a released manual has this description",
}
"""By file and phrase: why it is right there."""

PATTERNS = (
    "registry/**/*.py",
    "registry/**/*.j2",
    "registry/**/*.html",
    "registry/**/*.js",
    "registry/**/*.json",
    "registry/**/*.md",
    "registry/**/*.yml",
    "registry/**/*.yaml",
    "schemas/*.json",
    "docs/*.md",
    "docs/protocols/*.md",
    "*.md",
    "*.yml",
    "*.yaml",
    "Makefile",
    "pyproject.toml",
    ".github/**/*.yml",
    ".github/**/*.md",
    "scripts/*.py",
    "benchmarks/**/*.py",
    "benchmarks/**/*.md",
)
"""Decisions are history, and stay as they were written."""

FILES = sorted({path for pattern in PATTERNS for path in ROOT.glob(pattern)} - {PAGE})


class Row(NamedTuple):
    """A row of the table of words."""

    write: str
    avoid: re.Pattern[str]
    fine: re.Pattern[str]


def rows() -> Iterator[Row]:
    """Yield the rows of the table under "Words"."""
    table = PAGE.read_text(encoding="utf-8").partition("## Words")[2]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    for line in lines:
        write, avoid, fine = (cell.strip() for cell in line.strip("|").split("|"))
        yield Row(write, pattern_of(avoid), pattern_of(fine))


def pattern_of(phrases: str) -> re.Pattern[str]:
    """Return what finds one of *phrases*, which commas separate, as whole words on any lines."""
    found = [
        r"\s+".join(r"(?:\S+\s+){0,5}?\S+" if word == "…" else re.escape(word) for word in words)
        for phrase in phrases.split(", ")
        if (words := phrase.split())
    ]
    return re.compile(rf"\b(?:{'|'.join(found)})\b" if found else r"(?!)", re.IGNORECASE)


ROWS = tuple(rows())
ANY = re.compile("|".join(row.avoid.pattern for row in ROWS), re.IGNORECASE)


class Fault(NamedTuple):
    """A phrase to avoid, where it is, and what to write in its place."""

    path: str
    line: int
    phrase: str
    write: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.phrase!r}; write: {self.write}"


def faults(path: Path) -> Iterator[Fault]:
    """Yield the phrases in *path* that the table advises against, without the exceptions."""
    name = path.relative_to(ROOT).as_posix()
    for first, text in texts(path):
        for row in ROWS if ANY.search(text) else ():
            # The length stays the same, so that the lines can still be counted.
            searched = row.fine.sub(lambda found: re.sub(r"\S", "~", found[0]), text)
            for found in row.avoid.finditer(searched):
                phrase = " ".join(found[0].lower().split())
                if (name, phrase) not in EXCEPTIONS:
                    line = first + searched.count("\n", 0, found.start())
                    yield Fault(name, line, phrase, row.write)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each text in *path* with its first line: the whole file, unless it is a module.

    Of a module, it is each string and each comment.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield 1, text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for number, line in enumerate(text.splitlines(), 1):
        if comment := line.partition("#")[2]:  # or a part of a string, which is searched anyway
            yield number, comment


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Please mend the file.", "mend"),
        ("It is held\nagainst the schema.", "held against"),
        ("It holds every manual against them.", "holds every manual against"),
        ("Whoever reads this", "Whoever"),
    ],
)
def test_phrase_of_the_table_is_found(text: str, phrase: str) -> None:
    found = [match[0] for row in ROWS if (match := row.avoid.search(text))]

    assert [" ".join(each.split()) for each in found] == [phrase]


@pytest.mark.parametrize(
    "text", ["Recommended fixes", "to tell them apart", "It is left alone.", "heedless"]
)
def test_normal_english_is_fine(text: str) -> None:
    assert not any(row.avoid.search(row.fine.sub("", text)) for row in some(ROWS))


def test_texts_are_in_plain_english() -> None:
    found = [str(each) for path in some(FILES) for each in faults(path)]

    assert not found, "\n".join(["see docs/style.md:", *found])


def test_every_exception_is_needed() -> None:
    unneeded = [(name, phrase) for name, phrase in EXCEPTIONS if phrase not in phrases(name)]

    assert unneeded == []


def phrases(name: str) -> set[str]:
    found = (each for _, text in texts(ROOT / name) for each in ANY.findall(text))
    return {" ".join(each.lower().split()) for each in found}


def test_limits_are_those_of_the_provider_not_what_was_read() -> None:
    manuals = some(sorted(ROOT.glob("manuals/*/*/manual.yaml")))
    found = [str(path) for path in manuals if READ.search(limits(path.read_text("utf-8")))]

    assert not found, "leave out what the provider does not state"


READ = re.compile(
    r"\b(?:stated|documents?\s+read|documentation\s+read|was\s+read|was\s+seen)\b",
)


def limits(listing: str) -> str:
    """Return the lines of `limits` in *listing*, the text of a `manual.yaml`."""
    found = re.search(r"^limits:\n(?:(?: .*)?\n)*", listing, re.MULTILINE)
    return found[0] if found else ""
