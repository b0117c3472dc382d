"""An OpenAPI document of any version, and what the references in it lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import references

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_MAX_HOPS = 20


class BrokenReferenceError(Exception):
    """A `$ref` that leads nowhere inside the document; the text is the reference."""

    @property
    def is_external(self) -> bool:
        """Whether it leads to another document, which is never fetched."""
        return not str(self).startswith("#")


def mapping(value: Json) -> dict[str, Json]:
    """Return *value* if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def listing(value: Json) -> list[Json]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: Json) -> str:
    """Return *value* if it is a text, else ""."""
    return value if isinstance(value, str) else ""


class Api:
    """The data of one document and the *location* it was read from: a URL, a path, or ""."""

    def __init__(self, data: Mapping[str, Json], location: str = "") -> None:
        self.data = data
        self.location = location
        self.info = mapping(data.get("info"))
        self.is_swagger = "swagger" in data and "openapi" not in data
        self._own_names = ("", location, location.rpartition("/")[2])

    @property
    def components(self) -> dict[str, Json]:
        """What the operations share, by kind."""
        return mapping(self.data.get("components"))

    def pointer(self, reference: str) -> str:
        """Return *reference* as a pointer into this document; raise BrokenReferenceError if none.

        A document may also refer to itself by its own name.
        """
        name, _, fragment = reference.partition("#")
        if not fragment.startswith("/") or name not in self._own_names:
            raise BrokenReferenceError(reference)
        return f"#{fragment}"

    def at(self, pointer: str) -> Json:
        """Return what stands at a *pointer* such as `#/components/schemas/Pet` (RFC 6901)."""
        found = references.found(self.data, pointer)
        if not found:
            raise BrokenReferenceError(pointer)
        return found[0]

    def resolve(self, value: Json) -> dict[str, Json]:
        """Return the mapping that *value* is or refers to, through any number of references.

        Raises BrokenReferenceError where a reference leads nowhere, out of the document, or back
        to itself.
        """
        for _ in range(_MAX_HOPS):
            if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
                return mapping(value)
            value = self.at(self.pointer(text(value["$ref"])))
        raise BrokenReferenceError(text(mapping(value).get("$ref")))
