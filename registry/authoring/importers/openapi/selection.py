"""Select operations of a document by tag, name, path or method."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from registry.diagnostics import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.authoring.importers.openapi._operations import Operation

_VERSION = re.compile(
    r"(?:v?\d+(?:[._]\d+)*(?:alpha|beta|rc)?\d*|api|apis|rest|rpc)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A selection of the operations of a document, and the options of their import.

    Patterns are HTTP methods, or tags, names, operationIds and paths with `*` for any characters.

    Attributes:
        only: patterns; operations that match none are left out. Empty for all operations.
        limit: the maximum number of tools; the plainest operations are taken.
        server: the URL that replaces the servers of the document, or "".
        exclude: patterns; operations that match one are left out.
        auth: the name of the security scheme to use where an operation accepts several, or "".
        owner: the name of the publisher, with which the names of variables begin, or "".
        start: the command that starts the API, if people run it themselves, or "".
        keeps_examples: whether the `examples` of inputs are kept, where no limits say more.
    """

    only: tuple[str, ...] = ()
    limit: int | None = None
    server: str = ""
    exclude: tuple[str, ...] = field(default=(), kw_only=True)
    auth: str = field(default="", kw_only=True)
    owner: str = field(default="", kw_only=True)
    start: str = field(default="", kw_only=True)
    keeps_examples: bool = field(default=False, kw_only=True)

    def refusal_of(self, operation: Operation) -> str:
        """Return why *operation* is not wanted; "" if it is."""
        if self.only and not any(_matches(each, operation) for each in self.only):
            return "no --only matches it"
        found = next((each for each in self.exclude if _matches(each, operation)), None)
        return f"--exclude {found} matches it" if found else ""

    def unmatched(self, found: Sequence[Operation]) -> Iterator[tuple[str, str]]:
        """Yield each pattern that matches none of *found*, with what was probably meant or ""."""
        for pattern in (*self.only, *self.exclude):
            if not any(_matches(pattern, each) for each in found):
                yield pattern, nearest(pattern, _names(found))


EVERYTHING = Wanted()


def _matches(pattern: str, operation: Operation) -> bool:
    if pattern.upper() == operation.method:
        return True
    names = (operation.name, operation.id, operation.path)
    tags = (tag.casefold() for tag in operation.tags or (group_of(operation),))
    return any(fnmatchcase(name, pattern) for name in names) or any(
        # A tag may itself have characters of a pattern.
        tag == pattern.casefold() or fnmatchcase(tag, pattern.casefold())
        for tag in tags
    )


def _names(found: Iterable[Operation]) -> tuple[str, ...]:
    every = ((group_of(each), *each.tags, each.name, each.id, each.path) for each in found)
    return tuple(dict.fromkeys(name for names in every for name in names if name))


def by_use(found: Iterable[Operation]) -> list[Operation]:
    """Return the operations with those first that most callers need.

    Those are described and not deprecated, near the root of the API, rather read than write, and
    need little. Equal ones keep their order.
    """
    return sorted(found, key=_order_of_use)


def _order_of_use(operation: Operation) -> tuple[bool, bool, int, bool, int]:
    data = operation.data or {}
    parameters = data.get("parameters")
    entries = parameters if isinstance(parameters, list) else []
    required = [each for each in entries if isinstance(each, dict) and each.get("required") is True]
    is_described = bool(data.get("summary") or data.get("description"))
    steps = len(words_of_path(operation.path)) + operation.path.count("{")
    writes = operation.method != "GET"
    return data.get("deprecated") is True, not is_described, steps + writes, writes, len(required)


def group_of(operation: Operation) -> str:
    """Return the first tag of *operation*, or the first word of its path that is no version."""
    words = words_of_path(operation.path)
    return next(iter(operation.tags), "") or (words[0] if words else "/")


def words_of_path(path: str) -> list[str]:
    """Return the constant parts of *path* without versions and words such as `api`."""
    parts = re.sub(r"\{[^{}]*\}", "", path.partition("#")[0].partition("?")[0]).split("/")
    return [part for part in parts if part and not _VERSION.fullmatch(part)]
