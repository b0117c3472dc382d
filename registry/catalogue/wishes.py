"""Read `wishes/<field>.yaml` beside `manuals/`: what people ask for that no tool does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.beside_manuals import read_beside
from registry.model.wishes import Wishes

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic

WISHES_FOLDER = "wishes"


def read_wishes(manuals: Path) -> tuple[tuple[Wishes, ...], tuple[Diagnostic, ...]]:
    """Return the wishes beside the folder *manuals*, by field, and what is wrong with files."""
    found, problems = read_beside(manuals, WISHES_FOLDER, "wishes")
    return (
        tuple(Wishes(name, each["title"], tuple(each["wishes"])) for name, each in found.items()),
        problems,
    )
