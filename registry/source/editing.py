"""Change values in a file that people wrote, and keep everything else.

Comments, order and layout stay. If a value cannot be changed in place, the whole file is rewritten
with its comments.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from registry.source import Document, read_document
from registry.source._splicing import spliced
from registry.source.comments import comments
from registry.source.writing import write_json, write_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json, Pointer
    from registry.source.comments import Remarks


class CannotEditError(Exception):
    """The change is not possible without losing comments of the file."""


def edited(document: Document, changes: Mapping[Pointer, Json]) -> str:
    """Return the text of *document* with the value of each of *changes* at its pointer.

    A new key becomes the last of its mapping; missing mappings are created. Raises
    CannotEditError if that is not possible without losing comments.
    """
    data = document.data
    for pointer, value in changes.items():
        data = cast("dict[str, Json]", _with_value(data, pointer, value))
    wanted = Document(document.path, "", data)
    whole = (_first_missing(document, pointer) for pointer in changes)
    text = spliced(document, {pointer: wanted.get(pointer) for pointer in whole})
    if text is None or not _reads_as(document, text, data):
        text = rewritten(document, data)
    if text is None:
        place = document.place(next(iter(changes)))
        raise CannotEditError(f"{place}: the value cannot be changed without losing comments")
    return text


def rewritten(document: Document, data: Mapping[str, Json]) -> str | None:
    """Return *data* formatted, with the comments of *document*, whose data is similar.

    The result is None if reading it would not give the same data and comments.
    """
    is_json = document.path.endswith(".json")
    text = (
        f"{write_json(dict(data), indent=2)}\n"
        if is_json
        else write_yaml(data, _comments(document))
    )
    return text if _reads_as(document, text, data) else None


def _reads_as(document: Document, text: str, data: Mapping[str, Json]) -> bool:
    """Return whether *text* reads as *data* and has the comments of *document*."""
    if text == document.text:
        return _is_same(document.data, data)
    written, problems = read_document(document.path, text.encode())
    return (
        written is not None
        and not problems
        and _is_same(written.data, data)
        and _words(written) == _words(document)
    )


def _is_same(one: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    """Return whether both are the same JSON, where `1` and `true` are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _comments(document: Document) -> Mapping[Pointer, Remarks]:
    return {} if document.path.endswith(".json") else comments(document.text)


def _words(document: Document) -> list[str]:
    """Return the comments of *document*, regardless of their entries."""
    found = _comments(document).values()
    lines = [line for each in found for line in (*each.before, each.behind, *each.after)]
    return sorted(filter(None, lines))


def _with_value(data: Json, pointer: Pointer, value: Json) -> Json:
    """Return *data* with *value* at *pointer*; missing mappings are created."""
    if not pointer:
        return value
    step, *behind = pointer
    if isinstance(data, list) and isinstance(step, int):
        return [*data[:step], _with_value(data[step], tuple(behind), value), *data[step + 1 :]]
    earlier = data if isinstance(data, dict) else {}
    return {**earlier, str(step): _with_value(earlier.get(str(step)), tuple(behind), value)}


def _first_missing(document: Document, pointer: Pointer) -> Pointer:
    """Return the part of *pointer* up to the first missing value, or all of it."""
    for end in range(1, len(pointer)):
        above, step = document.get(pointer[: end - 1]), pointer[end - 1]
        if isinstance(above, dict) and step not in above:
            return pointer[:end]
    return pointer
