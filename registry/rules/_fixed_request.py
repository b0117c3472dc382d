"""The part of a tool's request that its author fixed: path, query, and values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from registry.model import Where
from registry.model.derived import derived
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array, mapping, string
from registry.validate.vocabulary import levels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.rules._schema_pieces import Piece
    from registry.source import Json

_ACTION = re.compile(
    r"(?:x-|_)?(?:actions?|cmd|commands?|do|func|functions?|methods?|ops?|operations?"
    r"|operation_?name)",
    re.IGNORECASE,
)
"""Inputs that say what to do. Others, such as `event`, may say what to list."""


_HTTP_METHODS = frozenset({"get", "head", "post", "put", "patch", "delete", "options", "trace"})

_CALLED_LATER = re.compile(r"callback|fallback|webhook|href", re.IGNORECASE)
"""Beside one of these, the method is that of a later call, by the API to somewhere else."""

_CONDITION = re.compile(
    r".*(?:conditions?|criteria|filters?)|match(?:es)?|when|where", re.IGNORECASE
)
"""Objects that say what to list, or which later calls a thing is for."""

_EVENT = re.compile(r"\bnotif(?:y|ied|ication)|\btriggers\b", re.IGNORECASE)
"""What the description of an input says whose values are events: what other people do."""

_STATED = frozenset({"const", "default", "enum"})


class Fixed(NamedTuple):
    """A *text* that a call sends, *where*, and whether it can say what to do.

    Otherwise it may be of what to list, so that only a whole statement says more.
    """

    where: str
    text: str
    is_order: bool = True


@derived
def fixed_parts(tool: Tool) -> tuple[Fixed, ...]:
    """Return what no caller of *tool* decides, or only by a choice of what to do."""
    return (*_in_address(tool.call.url), *_in_inputs(tool))


def _in_address(url: str) -> Iterator[Fixed]:
    try:
        parts = urlsplit(url)
    except ValueError:  # `malformed-host` reports it
        return
    for segment in re.split("[/;]", parts.path):
        if "{" not in segment:
            yield Fixed("its path", unquote(unquote(segment)))
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        yield Fixed("its query", name)
        yield Fixed(f"{name!r} in its query", value)


def _in_inputs(tool: Tool) -> Iterator[Fixed]:
    in_path = tool.call.names(Where.PATH)
    for piece in pieces_of(tool):
        if _STATED.isdisjoint(piece.schema):
            continue
        *around, name = ("", *_properties_to(piece))
        # What every GET has to choose decides what it does, whatever it is called.
        is_asked = name in in_path or (piece.tool.call.method == "GET" and _is_needed(piece))
        is_named = _ACTION.fullmatch(name) and not _EVENT.search(
            string(piece.schema.get("description"))
        )
        is_action = (
            bool(is_asked or is_named)
            and not any(map(_CONDITION.fullmatch, around))
            and not (_is_http(piece) and (name in in_path or _is_of_later_call(piece)))
        )
        for value in _values(piece, is_action=is_action) if piece.is_input else ():
            if isinstance(value, str):
                is_order = is_action or name in in_path
                yield Fixed(piece.name, value, is_order)


def _is_http(piece: Piece) -> bool:
    """Return whether *piece* is a choice of HTTP methods; in a path, it says of which calls."""
    choices = {str(each).lower() for each in array(piece.schema.get("enum"))}
    return bool(choices) and choices <= _HTTP_METHODS


def _is_of_later_call(piece: Piece) -> bool:
    """Return whether *piece* is the method by which the API will call an address."""
    return any(map(_CALLED_LATER.search, mapping(piece.owner.get("properties"))))


def _properties_to(piece: Piece) -> Iterator[str]:
    """Yield the properties that lead to what *piece* describes, by itself or as a choice."""
    return (str(each[1]) for each in levels(piece.steps[1:]) if each[0] == "properties")


def _values(piece: Piece, *, is_action: bool) -> Iterator[Json]:
    """Yield the value that a call sends, and every choice of what to do."""
    is_choice = is_action and _is_needed(piece)
    if piece.owner or is_choice:
        yield from (piece.schema[key] for key in ("const", "default") if key in piece.schema)
    choices = array(piece.schema.get("enum"))
    if len(choices) == 1 or is_choice:
        yield from choices


def _is_needed(piece: Piece) -> bool:
    """Return whether a call has *piece*, or is no GET, in which it may choose what to list."""
    return (
        piece.tool.call.method != "GET"
        or piece.steps[-1] in array(piece.owner.get("required"))
        or piece.steps[-1] in piece.tool.call.names(Where.PATH)
    )
