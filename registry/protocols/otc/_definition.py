"""A tool of a listing, and where each dialect of OTC and OXP has its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.model import TOOL_NAME
from registry.protocols.otc._shape import OTC, RFC, is_nested, located_definitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition of a listing; pointers of its parts begin in it.

    Attributes:
        pointer: where it is in the listing.
        data: what it says.
        dialect: that of the listing.
    """

    pointer: Pointer
    data: dict[str, Json]
    dialect: str

    def at(self, pointer: Pointer) -> Pointer:
        """Return *pointer*, of one of its parts, as it begins in the listing."""
        return (*self.pointer, *pointer)

    def value(self, pointer: Pointer) -> Json:
        """Return the value at *pointer*, a path of keys, or None."""
        value: Json = self.data
        for step in pointer:
            value = value.get(str(step)) if isinstance(value, dict) else None
        return value

    @property
    def container_at(self) -> Pointer:
        """The pointer of the object around the schema of the arguments.

        () means that there is none. The pages of OXP about definitions and lists still have one,
        as OTC 1.0 does, though its own schemas have none.
        """
        if self.dialect == RFC:
            return ("input",) if "input" in self.data else ("input_schema",)
        is_inside = self.dialect == OTC or is_nested(self.data.get("input_schema"))
        return ("input_schema",) if is_inside else ()

    @property
    def inputs_at(self) -> Pointer:
        """The pointer of the schema of the arguments."""
        container = self.container_at
        return (*container, "parameters") if container else ("input_schema",)

    @property
    def misplaced_required_at(self) -> Pointer:
        """The pointer of a `required` beside `parameters` instead of inside, () without one."""
        container = self.container_at
        beside = (*container, "required")
        return beside if container and isinstance(self.value(beside), list) else ()

    @property
    def hidden_at(self) -> Pointer:
        """The pointer of the parameters that models must not infer (RFC draft, section 4.1)."""
        return (*self.container_at, "non_inferrable_parameters")

    @property
    def result_at(self) -> Pointer:
        """The pointer under which the RFC draft describes the result (section 4.1)."""
        return ("output",) if "output" in self.data else ("output_schema",)

    @property
    def outputs_at(self) -> Pointer:
        """The pointer of the schema of the result."""
        if self.dialect != RFC:
            return ("output_schema",)
        value_at = (*self.result_at, "value")
        return (*value_at, "parameters") if is_nested(self.value(value_at)) else value_at

    @property
    def tool_name(self) -> str:
        """The name of the tool.

        In the RFC draft (section 4.1, "Metadata"), names are for people. A name that models cannot
        call is replaced by the part of the id after the dot: `Distance` of `Geo.Distance@1.0.0`.
        """
        name = str(self.data.get("name", ""))
        if self.dialect != RFC or TOOL_NAME.fullmatch(name):
            return name
        return str(self.data.get("id", "")).partition("@")[0].rpartition(".")[2]


def definitions(data: Mapping[str, Json], dialect: str) -> Iterator[Definition]:
    """Yield the definition of each tool in the listing *data*."""
    for pointer, definition in located_definitions(data):
        yield Definition(pointer, definition, dialect)
