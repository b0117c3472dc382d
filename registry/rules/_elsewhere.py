"""What the reader, the schemas and the protocols hold manuals to, documented like rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "elsewhere"

_SECTION = re.compile(
    r"^## (?P<id>[a-z0-9-]+)(?: \((?P<severity>\w+)\))?\n\n(?P<text>.*?)(?=\n## |\Z)",
    re.MULTILINE | re.DOTALL,
)


class Section(NamedTuple):
    """What one page says of one check: its first line is the title."""

    id: str
    severity: str
    text: str


def sections() -> tuple[Section, ...]:
    """Return every section of the pages in `elsewhere/`."""
    return tuple(
        Section(found["id"], found["severity"] or "error", found["text"].strip())
        for page in sorted(FOLDER.glob("*.md"))
        for found in _SECTION.finditer(page.read_text(encoding="utf-8"))
    )
