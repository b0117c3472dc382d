"""The operations of an OpenAPI document, in order, each with the name of its tool."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.model import TOOL_NAME, fold_name
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

METHODS = frozenset(("get", "put", "post", "delete", "options", "head", "patch", "trace", "query"))

_MAX_NAME = 64
_HASH = 6


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
        (path, shared, method, _followed(api, value))
        for path, item in mapping(api.data.get("paths")).items()
        if not path.startswith("x-")
        for shared in (path_item(api, item),)
        for method, value in shared.items()
        if method in METHODS
    ]
    names = _names([(method, path, _id(data)) for path, _, method, data in items])
    for (path, shared, method, data), name in zip(items, names, strict=True):
        yield Operation(method.upper(), path, name, data, shared)


def _followed(api: Api, operation: Json) -> dict[str, Json] | None:
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


def _names(found: list[tuple[str, str, str]]) -> list[str]:
    """Return a name for each (method, path, operationId), unique after folding.

    A name depends only on its own operation, unless two operations would share it. So it does not
    change when other operations are added or removed.
    """
    wanted = [_fitting(id_ or _synthetic(method, path), method) for method, path, id_ in found]
    shared = Counter(map(fold_name, wanted))
    by_path = [
        name if shared[fold_name(name)] == 1 else _fitting(_synthetic(method, path), method)
        for name, (method, path, _) in zip(wanted, found, strict=True)
    ]
    shared = Counter(map(fold_name, by_path))
    return [
        name if shared[fold_name(name)] == 1 else _cut(name, f"{method} {path}", always=True)
        for name, (method, path, _) in zip(by_path, found, strict=True)
    ]


def _synthetic(method: str, path: str) -> str:
    """Return a name made from method and path, such as `get_users_by_id_posts`."""
    words = re.sub(r"\{([^{}]*)\}", r"_by_\1_", path)
    return f"{method}_{_ascii(words) or 'root'}"


def _ascii(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"_{2,}", "_", re.sub(r"[^A-Za-z0-9_-]+", "_", plain)).strip("_-")


def _fitting(name: str, method: str) -> str:
    """Return *name* turned into a valid name of a tool."""
    if TOOL_NAME.fullmatch(name):
        return name
    folded = _ascii(name)
    if not folded[:1].isalpha():
        folded = f"{method}_{folded}".rstrip("_")
    return _cut(folded, name)


def _cut(name: str, whole: str, *, always: bool = False) -> str:
    """Return *name* cut to the limit; if it is cut, a hash of *whole* keeps it unique."""
    if len(name) <= _MAX_NAME and not always:
        return name
    kept = name[: _MAX_NAME - _HASH - 1]
    if len(kept) < len(name) and "_" in kept[_MAX_NAME // 2 :]:
        kept = kept.rpartition("_")[0]
    digest = hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:_HASH]
    return f"{kept.rstrip('_-')}_{digest}"
