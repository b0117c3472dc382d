"""Where the project's own files are."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
MANUALS = ROOT / "manuals"
CONFIG = ROOT / "mkdocs.yml"
