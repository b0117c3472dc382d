"""The questions that measure the search, for those who compare two ways to search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paths import ROOT

from registry import source

if TYPE_CHECKING:
    from pathlib import Path


def questions(first: int) -> list[str]:
    """Return every third question, from number *first* on.

    Each way to search is asked another third, so that together they are asked all.
    """
    files = sorted((ROOT / "benchmarks" / "search").glob("*.yaml"))
    return [each for path in files for each in asked(path)][first::3]


def asked(path: Path) -> list[str]:
    """Return the questions of the file *path*."""
    document, problems = source.read_document(path.name, path.read_bytes())
    assert document, problems
    entries = document.data["questions"]
    assert isinstance(entries, list)
    return [str(each["ask"]) for each in entries if isinstance(each, dict)]
