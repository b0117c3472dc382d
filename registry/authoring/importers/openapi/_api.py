"""An OpenAPI document of any version, and the targets of its references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.source import references
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_MAX_HOPS = 20


class BrokenReferenceError(Exception):
    """A `$ref` that does not resolve inside the document; the message is the reference."""


class Api:
    """The *data* of one document, and the *location* it was read from: a URL, a path, or ""."""

    def __init__(self, data: Mapping[str, Json], location: str = "") -> None:
        self.data = data
        self.location = location
        self.info = mapping(data.get("info"))
        self.is_swagger = "swagger" in data and "openapi" not in data
        self._own_names = ("", location, location.rpartition("/")[2])

    @property
    def components(self) -> dict[str, Json]:
        """The shared components of the document, by kind."""
        return mapping(self.data.get("components"))

    def pointer(self, reference: str) -> str:
        """Return *reference* as a pointer into this document, such as `#/components/schemas/Pet`.

        A document may also refer to itself by its own name. Raises BrokenReferenceError.
        """
        name, _, fragment = reference.partition("#")
        if not fragment.startswith("/") or name not in self._own_names:
            raise BrokenReferenceError(reference)
        return f"#{fragment}"

    def at(self, pointer: str) -> Json:
        """Return the value at *pointer*, such as `#/components/schemas/Pet` (RFC 6901).

        Raises BrokenReferenceError where there is none.
        """
        values = references.resolve_reference(self.data, pointer)
        if not values:
            raise BrokenReferenceError(pointer)
        return values[0]

    def resolve(self, value: Json) -> dict[str, Json]:
        """Return the mapping that *value* is or refers to, also through several references.

        Raises BrokenReferenceError if a reference does not resolve, leaves the document or is
        circular.
        """
        for _ in range(_MAX_HOPS):
            if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
                return mapping(value)
            value = self.at(self.pointer(string(value["$ref"])))
        raise BrokenReferenceError(string(mapping(value).get("$ref")))

    def end(self, pointer: str) -> str:
        """Return where the references that begin at *pointer* lead; itself where there is none.

        What leads nowhere, or back to itself, ends at its last step.
        """
        for _ in range(_MAX_HOPS):
            try:
                reference = mapping(self.at(pointer)).get("$ref")
                if not isinstance(reference, str):
                    break
                pointer = self.pointer(reference)
            except BrokenReferenceError:
                break
        return pointer
