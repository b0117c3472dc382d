"""Read OpenAPI documents of providers, with the files beside them that they refer to."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from registry.authoring.importers.openapi import Api, operations
from registry.authoring.importers.sources import UnusableSourceError, content_of, mapping_in
from registry.authoring.source_comparison._blueprint import is_blueprint, openapi_of
from registry.authoring.source_comparison._document_schema import Looks
from registry.source.limits import FOREIGN
from registry.source.narrowing import mapping
from registry.web import is_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.authoring.importers.openapi import Operation
    from registry.source import Json

BESIDE = "x-files-beside"
"""The key under which the files that a document refers to are kept, by their paths."""

MAX_FILES = 10_000
"""Files that one document may refer to. The largest known public description has 2,849."""


@dataclass(frozen=True)
class ApiDocument:
    """One OpenAPI document: its *name* as it was asked for, the *sha256* of its bytes, its *api*.

    *looks* is what may still be looked at in it.
    """

    name: str
    sha256: str
    api: Api
    looks: Looks = field(default_factory=Looks)

    @classmethod
    def of(cls, name: str, content: bytes, data: Mapping[str, Json]) -> ApiDocument:
        """Return the document with this *content*, which holds *data*."""
        return cls(name, hashlib.sha256(content).hexdigest(), Api(data, name))

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation that it describes."""
        return tuple(operations(self.api))


def read_document(name: str) -> ApiDocument:
    """Return the document in the file or at the address *name*, `-` for standard input.

    The files in its folder that a file refers to are read as well. Raises UnusableSourceError.
    """
    content = content_of(name)
    data = _openapi(name, content)
    if Path(name).is_file():
        _Folder(Path(name).resolve().parent, Path(name).name).complete(data)
    return ApiDocument.of(name, content, data)


def document_in(name: str, content: bytes) -> ApiDocument:
    """Return the only document in *content*. Raises UnusableSourceError."""
    return ApiDocument.of(name, content, _openapi(name, content))


def _openapi(name: str, content: bytes) -> dict[str, Json]:
    """Return the document in *content*; a part of one that states no version is read as 3.0.

    An API Blueprint is returned as the OpenAPI document that says the same.
    """
    if is_blueprint(content):
        data = openapi_of(content[: FOREIGN.size].decode("utf-8", "replace"))
    else:
        data, _ = mapping_in(name, content)
    if not mapping(data.get("paths")):
        raise UnusableSourceError(f"{name} has no `paths`: it is not an OpenAPI document")
    return data


def is_in_several_files(document: ApiDocument) -> bool:
    """Return whether *document* refers to files beside it, which were not read."""
    targets = (cast("str", each["$ref"]) for each in _references(dict(document.api.data)))
    return any(not target.startswith("#") for target in targets)


class _Folder:
    """The files in and below one folder, of which a document names some."""

    def __init__(self, folder: Path, root: str) -> None:
        self._folder = folder
        self._root = root
        self._bytes = 0
        self._files: dict[str, Json] = {}

    def complete(self, data: dict[str, Json]) -> None:
        """Put every file that *data* refers to into it, and let the references lead there.

        A file outside of the folder, or one that cannot be read, stays a reference to elsewhere.
        Raises UnusableSourceError if there are too many, since a part would be compared as a whole.
        """
        waiting: list[tuple[str, Json]] = [("", data)]
        while waiting:
            path, value = waiting.pop()
            for holder in _references(value):
                target = self._target(path, cast("str", holder["$ref"]))
                if target is None:
                    continue
                name, fragment = target
                if name == self._root:
                    holder["$ref"] = f"#{fragment}"
                    continue
                if name not in self._files:
                    if len(self._files) >= MAX_FILES:
                        raise UnusableSourceError(
                            f"{self._root} refers to more than {MAX_FILES:,} files; bundle it "
                            "into one"
                        )
                    self._files[name] = self._read(name)
                    waiting.append((name, self._files[name]))
                inside = name.replace("~", "~0").replace("/", "~1").replace("%", "%25")
                holder["$ref"] = f"#/{BESIDE}/{inside}{fragment}"
        if self._files:
            data[BESIDE] = self._files

    def _target(self, path: str, reference: str) -> tuple[str, str] | None:
        """Return the file that *reference* in the file *path* leads to, and where in it."""
        name, _, fragment = reference.partition("#")
        if not name and not path:
            return None
        if not name:
            return path, fragment
        if is_url(name):
            return None
        folder = (self._folder / path).parent if path else self._folder
        try:
            inside = (folder / unquote(name)).resolve().relative_to(self._folder).as_posix()
        except (ValueError, OSError):
            return None
        return inside, fragment

    def _read(self, name: str) -> Json:
        try:
            content = content_of(str(self._folder / name))
            self._bytes += len(content)
            if self._bytes > FOREIGN.size:
                return None
            return cast("Json", mapping_in(name, content)[0])
        except (UnusableSourceError, ValueError):
            return None


def _references(value: Json) -> Iterator[dict[str, Json]]:
    """Yield every mapping in *value* that refers to something."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)


def shown_pointer(pointer: str) -> str:
    """Return *pointer* as readers of the document's own files know it."""
    start = f"#/{BESIDE}/"
    if not pointer.startswith(start):
        return pointer
    name, slash, rest = pointer.removeprefix(start).partition("/")
    file = unquote(name).replace("~1", "/").replace("~0", "~")
    return f"{file}#{slash}{rest}"
