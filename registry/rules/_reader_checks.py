"""The checks of the reader, the schemas and the protocols, documented like rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "reader_checks"

_SECTION = re.compile(
    r"^## (?P<id>[a-z0-9-]+)(?: \((?P<severity>\w+)\))?\n\n(?P<text>.*?)(?=\n## |\Z)",
    re.MULTILINE | re.DOTALL,
)


class Section(NamedTuple):
    """The documentation of one check; the first line of *text* is the title."""

    id: str
    severity: str
    text: str


def sections() -> tuple[Section, ...]:
    """Return every section of the pages in `reader_checks/`."""
    return tuple(
        Section(found["id"], found["severity"] or "error", found["text"].strip())
        for page in sorted(FOLDER.glob("*.md"))
        for found in _SECTION.finditer(page.read_text(encoding="utf-8"))
    )
