"""Insert scalars and new keys into YAML or JSON, and change nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from registry.source._json import JsonWalk
from registry.source._reading import Json, Pointer, Reading
from registry.source._yaml import YamlWalk
from registry.source.writing import write_json, write_like, write_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Document

_Event: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class _Span:
    """The place of a value, `text[start:end]`, and that of its key.

    *is_flow* says that it is a collection between brackets, as always in JSON.
    """

    start: int
    end: int
    key: int
    is_flow: bool


class _Edit(NamedTuple):
    """The replacement for `text[start:end]`."""

    start: int
    end: int
    text: str


def spliced(document: Document, changes: Mapping[Pointer, Json]) -> str | None:
    """Return the text of *document* with each of *changes* at its pointer.

    A change replaces a scalar by a scalar, or adds a key to a mapping; the result is None for any
    other change. The caller must check that the text has the expected data.
    """
    spans = _spans(document)
    edits: list[_Edit] = []
    further: dict[Pointer, dict[str, Json]] = {}
    for pointer, value in changes.items():
        if pointer not in spans:
            further.setdefault(pointer[:-1], {})[str(pointer[-1])] = value
        elif isinstance(value, dict | list) or isinstance(document.get(pointer), dict | list):
            return None
        else:
            edits.append(_scalar(document, spans[pointer], value))
    for parent, entries in further.items():
        mapping = document.get(parent)
        if not isinstance(mapping, dict):
            return None
        keys = [spans[*parent, key] for key in mapping]
        add = _in_brackets if spans[parent].is_flow else _in_lines
        edits.append(add(document, spans[parent], keys, entries))
    text = document.text
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _scalar(document: Document, span: _Span, value: Json) -> _Edit:
    old = document.text[span.start : span.end].rstrip()
    new = write_json(value) if _is_json(document) else write_like(old, value)
    # There may be no space after a key without a value.
    return _Edit(span.start, span.start + len(old), new if old else f" {new}")


def _in_lines(
    document: Document, span: _Span, keys: list[_Span], entries: Mapping[str, Json]
) -> _Edit:
    """Return the edit that adds *entries* below those of a mapping in block style."""
    text = document.text
    first = keys[0].key
    indent = " " * (first - (text.rfind("\n", 0, first) + 1))
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = line_end.join(f"{indent}{line}" for line in write_yaml(entries).splitlines())
    last = span.start + len(text[span.start : span.end].rstrip())
    at = text.find("\n", last) + 1
    return _Edit(at, at, lines + line_end) if at else _Edit(len(text), len(text), line_end + lines)


def _in_brackets(
    document: Document, span: _Span, keys: list[_Span], entries: Mapping[str, Json]
) -> _Edit:
    """Return the edit that adds *entries* after those of a mapping between brackets."""
    text = document.text
    written = [f"{_key(document, key)}: {write_json(value)}" for key, value in entries.items()]
    if not keys:
        return _Edit(span.start + 1, span.start + 1, ", ".join(written))
    between = text[span.start + 1 : keys[0].key]
    separator = f",{between}" if between.isspace() and "\n" in between else ", "
    return _Edit(keys[-1].end, keys[-1].end, "".join(separator + each for each in written))


def _key(document: Document, key: str) -> str:
    return write_json(key) if _is_json(document) else write_like("", key)


def _is_json(document: Document) -> bool:
    return document.path.endswith(".json")


def _spans(document: Document) -> dict[Pointer, _Span]:
    walk = (_JsonSpans if _is_json(document) else _YamlSpans)(document.text)
    walk.document()
    return walk.spans


class _YamlSpans(YamlWalk):
    """Records where every value of a YAML text is."""

    def __init__(self, text: str) -> None:
        super().__init__(text, Reading("", wants_marks=True))
        self.spans: dict[Pointer, _Span] = {}
        self._last: _Event = None
        self._end = 0

    def _single_document(self) -> Json:
        following = self._next

        def noted() -> _Event:
            self._last = following()
            return self._last

        self._next = noted
        return super()._single_document()

    def _value(self, event: _Event, depth: int, pointer: Pointer, key: Any) -> Json:  # noqa: ANN401 - a mark
        value = super()._value(event, depth, pointer, key)
        is_flow = bool(getattr(event, "flow_style", False))
        if is_flow or not isinstance(value, dict | list):
            # The end event of a block is at the next token; the block ends with its last entry.
            self._end = self._last.end_mark.index
        start = event.start_mark.index
        self.spans[pointer] = _Span(start, self._end, key.index if key else start, is_flow)
        return value


class _JsonSpans(JsonWalk):
    """Records where every value of a JSON text is."""

    def __init__(self, text: str) -> None:
        super().__init__(text, Reading("", wants_marks=True))
        self.spans: dict[Pointer, _Span] = {}

    def _value(self, depth: int, pointer: Pointer, key: int | None) -> Json:
        self._skip_space()
        start = self._at
        value = super()._value(depth, pointer, key)
        is_flow = isinstance(value, dict | list)
        self.spans[pointer] = _Span(start, self._at, start if key is None else key, is_flow)
        return value
