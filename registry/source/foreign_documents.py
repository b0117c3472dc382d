"""Read documents written elsewhere, such as OpenAPI files, which are converted and not kept.

They commonly contain what a contributed file may not: unquoted dates and response codes,
aliases, megabytes. The reader accepts that and still resists hostile input.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from registry.source._bytes import decode
from registry.source._json import JsonWalk
from registry.source._reading import Json, Pointer, Reading, UnreadableError
from registry.source._yaml import YamlWalk
from registry.source._yaml_refusals import Event, Position, YamlRefusals
from registry.source.limits import FOREIGN
from registry.source.not_data import something_else
from registry.source.strict_json import strict_json

if TYPE_CHECKING:
    from typing import Any

    from registry.diagnostics import Diagnostic

_JSON = re.compile(r"(?:\s++|//[^\n]*+\n|/\*(?:(?!\*/)[\s\S])*+\*/)*+(?:\{\s*+(?:[\"}]|//|/\*)|\[)")
"""The beginning of JSON, also with comments, so that these are named as what is wrong.

YAML that begins with a brace has no quotes around its keys.
"""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_foreign(path: str, data: bytes) -> tuple[dict[str, Json] | None, tuple[Diagnostic, ...]]:
    """Return the mapping in *data*, JSON or YAML, and the problems found in it.

    *path* is shown in messages. What has only one sensible meaning, such as a key `200`, is
    accepted. If nothing usable is found, the mapping is None and the last problem says why.
    """
    reading = Reading(path, limits=FOREIGN)
    text = decode(data.removeprefix(_BYTE_ORDER_MARK), reading)
    if text is not None and (other := something_else(path, text)):
        return None, (other,)
    value = None if text is None else _value(text, reading)
    if isinstance(value, dict):
        return value, tuple(reading.problems)
    if text is not None and not reading.problems:
        problem = (
            "root-not-mapping",
            "the file is not a mapping of keys to values",
            "name the document itself",
        )
        reading.stop(1, 1, *problem)
    return None, tuple(reading.problems)


def _value(text: str, reading: Reading) -> Json:
    try:
        if _JSON.match(text):
            return _json(text, reading)
        return _ForeignYaml(text, reading).document()
    except (UnreadableError, RecursionError):
        return None


def _json(text: str, reading: Reading) -> Json:
    """Return the JSON value, read by the standard library; our parser only explains errors.

    Ours is forty times slower, since it records where everything is.
    """
    try:
        return strict_json(text, reading.limits.depth)
    except (ValueError, RecursionError):
        return JsonWalk(text, reading).document()


class _Lenient(YamlRefusals):
    """Refuses nothing of what is common in documents that others write."""

    def question_mark(self, text: str, at: Position) -> None:
        """Accept it: nobody else reads this document."""

    def decoration(self, event: Event) -> None:
        """Accept anchors, and ignore tags."""

    def plain_key(self, key: str, at: Position, *, in_brackets: bool) -> None:
        """Take every key as a string: response codes are often unquoted."""


class _ForeignYaml(YamlWalk):
    """The strict reader without its rules on style: follows aliases, takes keys as strings."""

    refusals = _Lenient

    def __init__(self, text: str, reading: Reading) -> None:
        super().__init__(text, reading)
        self._anchors: dict[str, tuple[Json, int, int]] = {}
        """Each value that has an anchor, with the number of its values and of its levels."""
        self._deepest = 0
        """The depth of the deepest value in the one that is being read."""

    def _value(self, event: Event, depth: int, pointer: Pointer, key: Any) -> Json:  # noqa: ANN401
        nodes, deepest = self._reading.nodes, self._deepest
        self._deepest = depth
        value = super()._value(event, depth, pointer, key)
        if event.anchor:
            levels = self._deepest - depth
            self._anchors[event.anchor] = value, self._reading.nodes - nodes, levels
        self._deepest = max(deepest, self._deepest)
        return value

    def _alias(self, event: Event) -> Json:
        """Return the value that the alias refers to, counted as if it were written out."""
        if event.anchor not in self._anchors:
            return super()._alias(event)
        value, nodes, levels = self._anchors[event.anchor]
        self._reading.nodes += nodes
        self._deepest += levels
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        self._reading.count_node(line, column)
        self._reading.check_depth(self._deepest, line, column)
        return value

    def _mapping(self, depth: int, pointer: Pointer) -> Json:
        result = cast("dict[str, Json]", super()._mapping(depth, pointer))
        if "<<" in result:
            merged = result.pop("<<")
            for other in merged if isinstance(merged, list) else [merged]:
                for key, value in (other if isinstance(other, dict) else {}).items():
                    result.setdefault(key, value)
        return result

    def _refuse_differences(self) -> None:
        """Accept what other readers refuse: nobody else reads this document."""
