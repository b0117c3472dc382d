"""The retriever of both engines, instead of network and disk."""

from __future__ import annotations

from typing import NoReturn


def refuse(uri: str) -> NoReturn:
    """Raise ValueError: no schema is ever fetched."""
    message = f"schemas are never fetched: {uri}"
    raise ValueError(message)
