"""Read the parameters of an operation, of any version of OpenAPI."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import BrokenReferenceError
from registry.authoring.source_comparison._document_schema import Node, step
from registry.model.request import FORM
from registry.source.narrowing import array, mapping, string, strings

if TYPE_CHECKING:
    from registry.authoring.source_comparison._operation import Match
    from registry.source import Json

JSON = "application/json"


@dataclass(frozen=True)
class Body:
    """The body of a request: the schema, whether there must be one, where it is, and as what."""

    node: Node
    is_required: bool
    pointer: str
    media: tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """A parameter of an operation: its *name*, *where* it goes, and where it is described."""

    name: str
    where: str
    is_required: bool
    is_exploded: bool
    pointer: str
    node: Node

    @property
    def has_default(self) -> bool:
        """Whether a call without it is as good as one with it."""
        return self.node.keyword("default") is not None


class Parameters:
    """The parameters and the body of one operation, those that its path shares included."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._api = match.document.api
        data = match.operation.data or {}
        places = [
            *self._entries(match.shared, match.operation.shared),
            *self._entries(match.pointer, data),
        ]
        self._resolved = [(pointer, self._data(pointer)) for pointer in places]

    @property
    def pointer(self) -> str:
        """Where the operation is."""
        return self._match.pointer

    def _entries(self, pointer: str, holder: dict[str, Json]) -> list[str]:
        count = len(array(holder.get("parameters")))
        return [step(pointer, "parameters", number) for number in range(count)]

    def _data(self, pointer: str) -> dict[str, Json]:
        try:
            return self._api.resolve(self._api.at(pointer))
        except BrokenReferenceError:
            return {}

    def node(self, *pointers: str) -> Node:
        """Return the schema at *pointers*."""
        return Node(self._api, pointers, self._match.document.looks)

    @cached_property
    def all(self) -> dict[tuple[str, str], Parameter]:
        """The parameters outside of the body, by place and name; names of headers have no case."""
        by_place: dict[tuple[str, str], Parameter] = {}
        for pointer, data in self._resolved:
            name, where = string(data.get("name")), string(data.get("in"))
            if where in ("path", "query", "header", "cookie"):
                parameter = self._parameter(name, where, pointer, data)
                by_place[where, name.lower() if where == "header" else name] = parameter
        return by_place

    def _parameter(self, name: str, where: str, pointer: str, data: dict[str, Json]) -> Parameter:
        target = self._api.end(pointer)
        content = next(iter(mapping(data.get("content"))), "")
        if self._api.is_swagger:
            node, is_exploded = self.node(target), data.get("collectionFormat") == "multi"
        else:
            at = step(target, "content", content, "schema") if content else step(target, "schema")
            # What is beside the schema (examples, words, deprecation) says more of it.
            node = self.node(at, target)
            is_exploded = data.get("explode", data.get("style", "form") == "form") is True
        is_required = data.get("required") is True or where == "path"
        return Parameter(name, where, is_required, is_exploded, pointer, node)

    @cached_property
    def body(self) -> Body | None:
        """The body, None where there is none; the forms of Swagger 2 are `fields`."""
        data = self._match.operation.data or {}
        if self._api.is_swagger:
            return self._swagger_body(data)
        if "requestBody" not in data:
            return None
        pointer = self._api.end(step(self._match.pointer, "requestBody"))
        body = self._data(pointer)
        content = mapping(body.get("content"))
        media = _best(tuple(content))
        node = self.node(step(pointer, "content", media, "schema"))
        return Body(node, body.get("required") is True, pointer, tuple(map(bare, content)))

    def _swagger_body(self, data: dict[str, Json]) -> Body | None:
        stated = data.get("consumes", self._api.data.get("consumes"))
        media = tuple(map(bare, strings(stated)))
        for pointer, parameter in self._resolved:
            if parameter.get("in") == "body":
                node = self.node(step(self._api.end(pointer), "schema"))
                return Body(node, parameter.get("required") is True, pointer, media or (JSON,))
        return None

    @cached_property
    def fields(self) -> dict[str, Parameter]:
        """The fields of a form in Swagger 2, by name."""
        return {
            string(data.get("name")): self._parameter(
                string(data.get("name")), "formData", pointer, data
            )
            for pointer, data in self._resolved
            if data.get("in") == "formData"
        }


def bare(media: str) -> str:
    """Return a media type without its parameters."""
    return media.partition(";")[0].strip().lower()


def _best(media: tuple[str, ...]) -> str:
    ranked = (JSON, "*/*", FORM)
    by_bare = {bare(each): each for each in reversed(media)}
    preferred = next((by_bare[each] for each in ranked if each in by_bare), None)
    if preferred is None:
        preferred = next((each for each in media if "json" in each), next(iter(media), ""))
    return preferred
