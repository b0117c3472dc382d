"""The operations of an OpenAPI document, in order, each with the name of its tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._tool_names import tool_names
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

Watch: TypeAlias = "Callable[[list[Operation]], Iterable[Operation]]"
"""Yields the operations it is given, and may show progress."""

METHODS = frozenset(("get", "put", "post", "delete", "options", "head", "patch", "trace", "query"))


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path.

    Attributes:
        method: in upper case.
        path: the key under `paths`.
        name: the unique name of its tool.
        data: the operation object; None if it is not a mapping.
        shared: the path item, which applies to all methods of the path.
    """

    method: str
    path: str
    name: str
    data: dict[str, Json] | None
    shared: dict[str, Json]

    @property
    def id(self) -> str:
        """Its `operationId`, or ""."""
        return string((self.data or {}).get("operationId"))

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return tuple(tag for tag in array((self.data or {}).get("tags")) if isinstance(tag, str))

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def operations(api: Api) -> Iterator[Operation]:
    """Yield every operation of *api*. References from path items and operations are followed."""
    items = [
        (path, shared, method, _resolved_operation(api, value))
        for path, item in mapping(api.data.get("paths")).items()
        if not path.startswith("x-")
        for shared in (path_item(api, item),)
        for method, value in _by_method(shared).items()
    ]
    names = tool_names([(method, path, _id(data)) for path, _, method, data in items])
    for (path, shared, method, data), name in zip(items, names, strict=True):
        yield Operation(method.upper(), path, name, data, shared)


def _by_method(shared: dict[str, Json]) -> dict[str, Json]:
    """Return the operations of a path item; OpenAPI 3.2 has those of further methods apart."""
    known = {method: value for method, value in shared.items() if method in METHODS}
    further = mapping(shared.get("additionalOperations"))
    return {**known, **{method: value for method, value in further.items() if method not in known}}


def _resolved_operation(api: Api, operation: Json) -> dict[str, Json] | None:
    """Return what *operation* is or refers to; itself if that is not here, None for no mapping."""
    try:
        return api.resolve(operation) if isinstance(operation, dict) else None
    except BrokenReferenceError:
        return mapping(operation)


def path_item(api: Api, item: Json) -> dict[str, Json]:
    """Return the path item merged with the one it refers to; its own keys take precedence."""
    own = mapping(item)
    if "$ref" not in own:
        return own
    try:
        return {**api.resolve(own), **own}
    except BrokenReferenceError:
        return own


def _id(operation: Json) -> str:
    return string(mapping(operation).get("operationId"))
