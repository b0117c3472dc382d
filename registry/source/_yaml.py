"""Read YAML from libyaml's events, and refuse what is dangerous before anything is built.

No stock loader is safe for files from strangers: aliases and merge keys expand without limit,
deep nesting crashes libyaml's composer, duplicate keys disappear and `NO` becomes false. The
events contain everything needed to refuse all of that while reading.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from registry.source._reading import (
    OUTLINE,
    Json,
    Mark,
    Pointer,
    Reading,
    UnreadableError,
    the_same_in,
)
from registry.source._yaml_portability import Scalar, differences, is_suspect
from registry.source._yaml_refusals import Event, YamlRefusals
from registry.source.scalars import (
    SPECIAL_WORDS,
    AmbiguousScalarError,
    UnsafeNumberError,
    resolve_scalar,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yaml.error import Mark as YamlMark

HAS_LIBYAML: bool = yaml.__with_libyaml__
"""Whether the C parser is available; the pure one gives the same events, about 20 times slower."""

_DUMMY: Pointer = ()
_TAG_DIRECTIVE = re.compile("^%TAG", re.MULTILINE)
_DIRECTIVE = ("the file has a YAML directive", "remove the lines that start with `%`")


class _PureParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's own parser for machines whose PyYAML was built without libyaml."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


class YamlWalk:
    """Builds plain JSON-shaped data from the events of one YAML text."""

    refusals = YamlRefusals
    """What says that something is refused."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        self._reading = reading
        self._refuse = self.refusals(text, reading)
        self._next: Callable[[], Any]
        self._brackets = 0

    def document(self) -> Json:
        """Return the single document of the text; raise UnreadableError if there is none."""
        if "%TAG" in self._text and (directive := _TAG_DIRECTIVE.search(self._text)):
            # Stopped before libyaml sees it, which compares each of them with all others.
            line = self._text.count("\n", 0, directive.start()) + 1
            raise self._reading.stop(line, 1, "yaml-tag", *_DIRECTIVE)
        try:
            self._next = _events(self._text)
            value = self._single_document()
            self._refuse_differences()
        except yaml.MarkedYAMLError as error:
            raise self._invalid(error) from None
        except yaml.reader.ReaderError as error:
            raise self._unreadable_character(error) from None
        return value

    def _invalid(self, error: yaml.MarkedYAMLError) -> UnreadableError:
        # Most files are valid YAML, and need nobody to say why they are not.
        from registry.source._yaml_mistakes import Stop, find_cause  # noqa: PLC0415
        from registry.source._yaml_parser_errors import explain  # noqa: PLC0415

        said = " ".join(part for part in (error.context, error.problem) if part)
        complaint = explain(said)
        marks = (error.problem_mark, error.context_mark)
        mark = next(filter(None, reversed(marks) if complaint.at_start else marks), None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        stop = Stop(self._text, mark.index if mark else 0, *_before_error(_events(self._text)))
        if cause := find_cause(stop):
            line = self._text.count("\n", 0, cause.at) + 1
            column = cause.at - self._text.rfind("\n", 0, cause.at)
            complaint = complaint._replace(meaning=cause.meaning, hint=cause.hint)
        if any(each.place.line == line for each in self._reading.problems):
            # What is wrong in the line is known, such as text that begins with `*`.
            return UnreadableError()
        return self._reading.stop(line, column, "invalid-yaml", complaint.meaning, complaint.hint)

    def _unreadable_character(self, error: yaml.reader.ReaderError) -> UnreadableError:
        character = error.character
        code = ord(character) if isinstance(character, str) else int(character)
        before = self._text[: self._text.find(chr(code))]
        return self._reading.stop(
            before.count("\n") + 1,
            len(before) - (before.rfind("\n") + 1) + 1,
            "control-character",
            f"the character U+{code:04X} is not allowed in YAML",
            "remove the control character",
        )

    def _single_document(self) -> Json:
        event: Event = self._next()
        while type(event) in (StreamStartEvent, DocumentStartEvent):
            if type(event) is DocumentStartEvent:
                self._refuse_directives(event)
            event = self._next()
        if isinstance(event, StreamEndEvent):
            raise self._reading.stop(
                1, 1, "root-not-mapping", "the file is empty", "add its content, or delete it"
            )
        value = self._value(event, 0, _DUMMY, None)
        self._next()
        last: Any = self._next()
        if not isinstance(last, StreamEndEvent):
            self._report(
                last.start_mark,
                "several-documents",
                "a second YAML document begins here",
                "remove `---`; if what follows is another document, move it to a file of its own",
            )
        return value

    def _refuse_differences(self) -> None:
        if not is_suspect(self._text):
            return
        starts = [0, *(found.end() for found in re.finditer("\n", self._text))]
        for difference in differences(self._text, list(_scalars(self._text))):
            lines = [bisect_right(starts, at) for at in difference.at]
            column = difference.at[0] - starts[lines[0] - 1] + 1
            hint = difference.hint + the_same_in(lines)
            self._reading.report(lines[0], column, difference.rule, difference.message, hint)

    def _refuse_directives(self, event: Event) -> None:
        if event.tags or event.version not in (None, (1, 2)):
            self._report(event.start_mark, "yaml-tag", *_DIRECTIVE)

    def _value(self, event: Event, depth: int, pointer: Pointer, key: YamlMark | None) -> Json:
        reading = self._reading
        reading.nodes += 1
        kind = type(event)
        start = event.start_mark
        if (event.anchor or event.tag) and kind is not AliasEvent:
            self._refuse.decoration(event)
        if reading.wants_marks or depth < OUTLINE:
            self._remember(event, pointer, key)
        if kind is AliasEvent:
            return self._alias(event)
        if kind is ScalarEvent:
            return self._scalar(event)
        # Scalars are only counted with the next collection: a mapping has at most 2,000 of them.
        reading.nodes -= 1
        reading.count_node(start.line + 1, start.column + 1)
        reading.check_depth(depth + 1, start.line + 1, start.column + 1)
        self._brackets += event.flow_style
        inside = self._mapping if kind is MappingStartEvent else self._sequence
        value = inside(depth + 1, pointer)
        self._brackets -= event.flow_style
        return value

    def _scalar(self, event: Event) -> Json:
        text: str = event.value
        mark = event.start_mark
        if len(text) > 1000:  # noqa: PLR2004 - keeps the common case free of a call
            self._reading.check_length(text, mark.line + 1, mark.column + 1)
        if event.style:
            return text if HAS_LIBYAML else self._whole(event)
        if self._brackets and "?" in text:
            self._refuse.question_mark(text, mark)
        try:
            return resolve_scalar(text)
        except AmbiguousScalarError:
            self._refuse.ambiguous(text, mark)
        except UnsafeNumberError:
            self._refuse.unsafe_number(text, mark)
        return text

    def _mapping(self, depth: int, pointer: Pointer) -> Json:
        result: dict[str, Json] = {}
        forms: set[str] = set()
        wants_marks = self._reading.wants_marks or depth < OUTLINE
        while True:
            event = self._next()
            if type(event) is MappingEndEvent:
                return result
            mark = event.start_mark
            key = self._key(event)
            self._reading.check_key(result, forms, key, mark.line + 1, mark.column + 1)
            child = (*pointer, key) if wants_marks else _DUMMY
            event = self._next()
            if type(event) is ScalarEvent and not event.value and key.isidentifier():
                self._refuse.cut_off(key, mark)
            result[key] = self._value(event, depth, child, mark)

    def _key(self, event: Event) -> str:
        mark = event.start_mark
        if type(event) is AliasEvent:
            self._refuse.alias(event)
            return f"*{event.anchor}"
        if type(event) is not ScalarEvent:
            raise self._reading.stop(
                mark.line + 1,
                mark.column + 1,
                "unusable-key",
                "a key must be a string, not a mapping or a list",
                "write the key as a plain word, or put quotes around the whole value",
            )
        if event.anchor or event.tag:
            self._refuse.decoration(event)
        key: str = event.value
        # Nearly every key is a plain word, which needs no second look.
        if event.style and not HAS_LIBYAML:
            key = self._whole(event)
        if not event.style and (not key.isidentifier() or key in SPECIAL_WORDS):
            self._refuse.plain_key(key, mark, in_brackets=bool(self._brackets))
        if self._brackets and key and self._text[mark.index - 1] == "?":
            self._refuse.question_mark(f"?{key}", mark)
        return key

    def _sequence(self, depth: int, pointer: Pointer) -> Json:
        result: list[Json] = []
        wants_marks = self._reading.wants_marks
        known = len(self._reading.problems)
        while True:
            event = self._next()
            if type(event) is SequenceEndEvent:
                if len(self._reading.problems) > known + 1:
                    self._refuse_list(result, known)
                return result
            child = (*pointer, len(result)) if wants_marks else _DUMMY
            result.append(self._value(event, depth, child, None))
            if len(result) % 1000 == 0:
                mark = event.start_mark
                self._reading.count_node(mark.line + 1, mark.column + 1)

    def _refuse_list(self, values: list[Json], first: int) -> None:
        if not any(isinstance(each, dict | list) for each in values):
            self._refuse.ambiguous_list(first)

    def _remember(self, event: Event, pointer: Pointer, key: YamlMark | None) -> None:
        start = event.start_mark
        key = key or start
        is_scalar = type(event) is ScalarEvent
        text = event.value if is_scalar and not event.style else ""
        self._reading.marks[pointer] = Mark(
            start.line + 1, start.column + 1, key.line + 1, key.column + 1, text, is_scalar
        )

    def _whole(self, event: Event) -> str:
        """Return the text of *event* without lone surrogates, which libyaml itself refuses."""
        mark = event.start_mark
        return self._reading.whole(event.value, mark.line + 1, mark.column + 1)

    def _alias(self, event: Event) -> Json:
        """Refuse an alias; return None as its value."""
        self._refuse.alias(event)
        return None

    def _report(self, mark: YamlMark, rule: str, message: str, hint: str) -> None:
        self._reading.report(mark.line + 1, mark.column + 1, rule, message, hint)


def _events(text: str) -> Callable[[], Event]:
    """Return a function that gives the next event of *text* at each call."""
    parser = vars(yaml.cyaml)["CParser"](text) if HAS_LIBYAML else _PureParser(text)
    return parser.get_event


def _scalars(text: str) -> Iterator[Scalar]:
    next_event = _events(text)
    while (kind := type(event := next_event())) is not StreamEndEvent:
        if kind is ScalarEvent:
            yield Scalar(event.start_mark.index, event.end_mark.index, event.style or "")


def _before_error(next_event: Callable[[], Event]) -> tuple[tuple[int, int] | None, bool]:
    """Return *last* and *in_flow* of a `Stop`, from the events of YAML that is not valid."""
    opened: list[tuple[int, bool]] = []
    last: tuple[int, int] | None = None
    while True:
        try:
            event = next_event()
        except yaml.MarkedYAMLError:
            return last, bool(opened) and opened[-1][1]
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, CollectionStartEvent):
            opened.append((start, bool(event.flow_style)))
            last = None
        elif isinstance(event, NodeEvent):
            last = (start, end)
        elif opened:
            start, is_flow = opened.pop()
            last = (start, end) if is_flow else None
