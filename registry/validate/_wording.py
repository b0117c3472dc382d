"""A sentence of a problem under one of the registry's own schemas, and its words for places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.validate._values import short

if TYPE_CHECKING:
    from registry.source import Document, Pointer


class Wording(NamedTuple):
    """A sentence about the value at *pointer*, or about its key.

    *key* is the one that is missing or unknown, and *explains* has others beside it of which the
    hint disposes, too.
    """

    rule: str
    message: str
    hint: str
    pointer: Pointer
    at_key: bool = False
    key: str = ""
    explains: tuple[str, ...] = ()

    @property
    def mapping(self) -> Pointer:
        """Where the mapping is whose key is unknown or missing."""
        return self.pointer[:-1] if self.at_key else self.pointer


def name_of(pointer: Pointer, document: Document) -> str:
    """Return *pointer* in words: "`inputs.type` of 'find_note'", "`tools[2]`" or "the file"."""
    for length in range(len(pointer), 0, -1):
        owner = document.get(pointer[:length])
        if isinstance(pointer[length - 1], int) and isinstance(owner, dict):
            name = owner.get("name", owner.get("id"))
            inner = pointer[length:]
            if isinstance(name, str) and inner not in (("name",), ("id",)):
                return f"{_path(inner)} of {short(name)}" if inner else short(name)
            break
    return _path(pointer)


def _path(pointer: Pointer) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)
    return f"`{text.lstrip('.')}`" if text else "the file"
