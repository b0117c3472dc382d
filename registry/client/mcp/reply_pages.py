"""The answer of a call in pieces that a model can hold: a page at a time, or one part of it."""

from __future__ import annotations

import json
import re
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry.client.mcp.budget import cut, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client.call import Reply
    from registry.source import Json

_SECONDS = 600
_MOST = 16
_MOST_CHARACTERS = 16_000_000
"""Of all answers that are kept."""

_NAMES = 16
_LONGEST_NAME = 40
"""How many parts a note of ours names, and the characters of each: a server chooses them."""

_PLAIN_NAME = re.compile(r"[\w.$@~-]+")

_BINARY = {"media_type", "bytes", "base64"}
"""The keys of an answer that is binary data, as `registry.client.call` hands it out."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
"""The index of a list in a JSON pointer, in as many digits as a list can need."""


class PathError(Exception):
    """There is nothing at a path; the message says what there is instead."""


@dataclass(frozen=True, slots=True)
class Page:
    """A piece of an answer: its *text*, and a *note* on what is left, or ""."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Kept:
    reply: Reply
    until: float
    size: int


class Replies:
    """The last answers, so that nobody has to call again for the rest of one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._known: set[int] = set()

    def keep(self, tool_id: str, arguments: Mapping[str, Json], reply: Reply) -> None:
        """Keep *reply*, and forget the oldest ones where there are too many."""
        size = len(_text(reply.value))
        key = _key(tool_id, arguments)
        self._kept[key] = _Kept(reply, time.monotonic() + _SECONDS, size)
        self._kept.move_to_end(key)
        self._known.add(hash(key))
        while (
            len(self._kept) > _MOST
            or sum(each.size for each in self._kept.values()) > _MOST_CHARACTERS
        ):
            self._kept.popitem(last=False)

    def find(self, tool_id: str, arguments: Mapping[str, Json]) -> Reply | None:
        """Return the answer to the same call, if it is still kept."""
        kept = self._kept.get(_key(tool_id, arguments))
        return kept.reply if kept and time.monotonic() < kept.until else None

    def was_kept(self, tool_id: str, arguments: Mapping[str, Json]) -> bool:
        """Return whether the same call was answered before, whether or not that is still kept."""
        return hash(_key(tool_id, arguments)) in self._known


def _key(tool_id: str, arguments: Mapping[str, Json]) -> str:
    return json.dumps([tool_id, dict(arguments)], sort_keys=True)


def page_of(value: Json, path: str, number: int, budget: int) -> Page:
    """Return page *number*, from 1, of what is at *path* in *value*, in pieces of *budget* tokens.

    *path* is a JSON pointer such as `/results/0/name`; "" is the whole. Of binary data,
    only its type and size are shown unless *path* asks for the rest. Raises PathError.
    """
    chosen = _value_at(value, path)
    if isinstance(chosen, dict) and chosen.keys() == _BINARY:
        about = {name: each for name, each in chosen.items() if name != "base64"}
        note = f"It is binary data; the path {path.strip().rstrip('/')}/base64 has it in base64."
        return replace(page_of(about, "", number, budget), note=note)
    text = _text(chosen)
    pages = [""]
    start = 0
    while start < len(text) and len(pages) <= number:
        piece = cut(text[start : start + 4 * budget], budget) or text[start]
        pages.append(piece)
        start += len(piece)
    if number >= len(pages):
        last = max(len(pages) - 1, 1)
        if number > 1:
            raise PathError(f"there is no page {number}; the last one is {last}")
        return Page(text)
    if start >= len(text):
        return Page(pages[number])
    count = -(-tokens(text) // budget)
    return Page(pages[number], _rest(value, path, number, count))


def _rest(value: Json, path: str, number: int, count: int) -> str:
    inside = _range_of_indices(_value_at(value, path))
    return (
        f"This is page {number} of about {count}. Call again with the same id and arguments and "
        f"page {number + 1} for the rest, or with a path for one part{inside}; nothing is sent "
        "again."
    )


def _range_of_indices(value: Json) -> str:
    if isinstance(value, dict):
        names = [name for name in value if len(name) <= _LONGEST_NAME][:_NAMES]
        return f" ({', '.join(map(_pointer, names))})" if names else ""
    return f" (/0 to /{len(value) - 1})" if isinstance(value, list) and value else ""


def _pointer(name: str) -> str:
    """Return the path of the part *name*, in quotes if it could be taken for words of ours."""
    path = f"/{name.replace('~', '~0').replace('/', '~1')}"
    return path if _PLAIN_NAME.fullmatch(path[1:]) else json.dumps(path)


def _value_at(value: Json, path: str) -> Json:
    """Return the value at *path*, a JSON pointer (RFC 6901), in *value*; `/` is all of it, too."""
    pointer = path.strip().removeprefix("#")
    if pointer and not pointer.startswith("/"):
        raise PathError(f"{path!r} is not a path; write it as /results/0/name")
    at = value
    steps = pointer.split("/")[1:] if pointer != "/" else []
    for number, step in enumerate(steps):
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(at, dict) and name in at:
            at = at[name]
        elif isinstance(at, list) and _INDEX.fullmatch(name) and int(name) < len(at):
            at = at[int(name)]
        else:
            here = "/" + "/".join(steps[:number]) if number else "the answer"
            raise PathError(f"{here} has no {name!r}{_range_of_indices(at)}")
    return at


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
