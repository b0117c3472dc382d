"""The door to Whoosh: the only package that imports it, builds with it and reads what it wrote."""

from __future__ import annotations

from registry.search._whoosh.reader import Reader
from registry.search._whoosh.writer import write

__all__ = ["Reader", "write"]
