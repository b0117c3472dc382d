"""The questions that measure the search, for those who compare two ways to search."""

from __future__ import annotations

from paths import ROOT

from registry import source


def questions(first: int) -> list[str]:
    """Return every third question, from number *first* on.

    Each way to search is asked another third, so that together they are asked all.
    """
    files = sorted((ROOT / "benchmarks" / "search").glob("*.yaml"))
    return [asked for path in files for asked in _asked(path.name, path.read_bytes())][first::3]


def _asked(name: str, data: bytes) -> list[str]:
    document, problems = source.read_document(name, data)
    assert document, problems
    entries = document.data["questions"]
    assert isinstance(entries, list)
    return [str(each["ask"]) for each in entries if isinstance(each, dict)]
