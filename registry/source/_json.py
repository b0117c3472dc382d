"""Read JSON as strictly as YAML: no duplicate keys, NaN, lone surrogates, nor excessive depth."""

from __future__ import annotations

import re
from bisect import bisect_right
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # public, but not in the stubs
from typing import NoReturn

from registry.source._reading import OUTLINE, Json, Mark, Pointer, Reading, the_same_in
from registry.source.scalars import UnsafeNumberError, safe_float, safe_integer, shown_number

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[A-Za-z_]+")
_KEY = "a double-quoted key"

_YAML = re.compile(r"#|---|[A-Za-z_][A-Za-z0-9_-]*[ ]*:")

_PREFACE = 400
"""Characters in which a person, a model or a program may say what follows."""

_HINTS = {"`:`": "put a colon behind the key"}
"""By what is expected, what to do where no habit of another language is the reason."""

_GENERAL_HINT = "JSON allows only double quotes, and no comments, trailing commas or NaN"

_LEADING_ZERO = ("a number in JSON cannot begin with 0", "remove the 0, or quote the number")


class JsonWalk:
    """Builds plain data from one JSON text (RFC 8259) and records where each value is."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        self._reading = reading
        self._at = 0
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def document(self) -> Json:
        """Return the value of the text; raise UnreadableError if it is not JSON."""
        self._skip_space()
        if self._at == len(self._text):
            self._fail("root-not-mapping", "the file is empty", "add its content, or delete it")
        if _YAML.match(self._text, self._at):
            message = "JSON cannot begin like this"
            self._fail("invalid-json", message, "if the file is YAML, rename it to end in .yaml")
        if self._peek().isalpha() and "{" in self._text[:_PREFACE]:
            message = "JSON cannot begin like this"
            self._fail("invalid-json", message, "remove everything before the first `{`")
        value = self._value(0, (), None)
        self._skip_space()
        if self._at < len(self._text):
            is_another = self._peek() == "{"
            hint = "remove it; if it is another document, move it to a file of its own"
            message = "there is more text after the JSON value"
            self._fail("invalid-json", message, hint if is_another else "remove it")
        return value

    def _value(self, depth: int, pointer: Pointer, key: int | None) -> Json:
        self._skip_space()
        start = self._at
        self._reading.count_node(*self._place(start))
        char = self._text[start : start + 1]
        if self._reading.wants_marks or depth < OUTLINE:
            self._remember(start, pointer, key, is_scalar=char not in "{[")
        if char == "{":
            self._reading.check_depth(depth + 1, *self._place(start))
            return self._object(depth + 1, pointer)
        if char == "[":
            self._reading.check_depth(depth + 1, *self._place(start))
            return self._array(depth + 1, pointer)
        if char == '"':
            return self._string()
        return self._number_or_word()

    def _object(self, depth: int, pointer: Pointer) -> Json:
        result: dict[str, Json] = {}
        forms: set[str] = set()
        self._at += 1
        if self._take("}"):
            return result
        while True:
            self._skip_space()
            key_at = self._at
            if self._peek() != '"':
                self._fail_at_token(_KEY)
            key = self._string()
            self._reading.check_key(result, forms, key, *self._place(key_at))
            self._expect(":")
            result[key] = self._value(depth, (*pointer, key), key_at)
            if self._take("}"):
                return result
            self._expect(",")

    def _array(self, depth: int, pointer: Pointer) -> Json:
        result: list[Json] = []
        self._at += 1
        if self._take("]"):
            return result
        while True:
            result.append(self._value(depth, (*pointer, len(result)), None))
            if self._take("]"):
                return result
            self._expect(",")

    def _string(self) -> str:
        start = self._at
        text: str
        try:
            text, self._at = scanstring(self._text, start + 1, True)  # noqa: FBT003
        except JSONDecodeError as error:
            self._at = error.pos
            self._fail("invalid-json", *_string_fault(self._text[error.pos : error.pos + 1]))
        place = self._place(start)
        self._reading.check_length(text, *place)
        return self._reading.whole(text, *place)

    def _number_or_word(self) -> Json:
        match = _NUMBER.match(self._text, self._at)
        if match:
            self._at = match.end()
            if self._peek().isdigit():
                self._fail("invalid-json", *_LEADING_ZERO)
            whole, fraction, exponent = match.groups()
            try:
                if fraction is None and exponent is None:
                    return safe_integer(whole)
                return safe_float(match.group())
            except UnsafeNumberError:
                shown = shown_number(match.group())
                self._reading.report(
                    *self._place(match.start()),
                    "unsafe-number",
                    f"JSON readers cannot represent the number {shown} exactly",
                    "quote it where a string is allowed; as a limit in a schema, remove it",
                )
                return match.group()
        word = _WORD.match(self._text, self._at)
        if word and word.group() in _WORDS:
            self._at = word.end()
            return _WORDS[word.group()]
        return self._fail_at_token("a value")

    def _skip_space(self) -> None:
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, char: str) -> bool:
        self._skip_space()
        if self._peek() == char:
            self._at += 1
            return True
        return False

    def _expect(self, char: str) -> None:
        if not self._take(char):
            self._fail_at_token(f"`{char}`")

    def _fail_at_token(self, wanted: str) -> NoReturn:
        if self._at == len(self._text):
            message = "the file ends here, but not everything in it is closed"
            self._fail("invalid-json", message, "close every `{` with `}` and every `[` with `]`")
        # Most files are valid JSON, and need nobody to say why they are not.
        from registry.source._json_mistakes import (  # noqa: PLC0415
            MEANINGS,
            find_slip,
            slips_behind,
        )

        actual = self._text[self._at : self._at + 12].split("\n")[0]
        slip = find_slip(self._text, self._at, wanted)
        further = slips_behind(self._text, self._at) if slip in MEANINGS else {}
        again = self._lines([self._at, *further.pop(slip, ())])
        for hint, offsets in further.items():
            problem = "invalid-json", MEANINGS[hint], hint + self._lines(offsets)
            self._reading.report(*self._place(offsets[0]), *problem)
        self._fail(
            "invalid-json",
            f"expected {wanted}, found {actual!r}",
            f"{slip}{again}" or _HINTS.get(wanted, _GENERAL_HINT),
        )

    def _lines(self, offsets: list[int]) -> str:
        """Return the end of a hint on the first of *offsets*, which names the lines of the rest."""
        return the_same_in([self._place(each)[0] for each in offsets])

    def _fail(self, rule: str, message: str, hint: str) -> NoReturn:
        raise self._reading.stop(*self._place(self._at), rule, message, hint)

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, at)
        return line, at - self._line_starts[line - 1] + 1

    def _remember(self, at: int, pointer: Pointer, key: int | None, *, is_scalar: bool) -> None:
        line, column = self._place(at)
        key_line, key_column = self._place(at if key is None else key)
        self._reading.marks[pointer] = Mark(line, column, key_line, key_column, "", is_scalar)


def _string_fault(character: str) -> tuple[str, str]:
    """Return what is wrong with a string that cannot be read, and what to do.

    *character* is where its reading failed: its opening quote if it is never closed.
    """
    if character == '"':
        return "the string that begins here is never closed", 'end it with "'
    if character in "\r\n":
        return (
            "a string cannot contain a line break",
            'end it with ", or write the line break as \\n',
        )
    if character == "\t":
        return "a string cannot contain a tab", "write the tab as \\t"
    if character in "\\u":
        message = "this escape sequence is not valid in JSON"
        return message, "write \\\\ for a backslash, and \\u with four hexadecimal digits"
    return f"a string cannot contain the character U+{ord(character):04X}", "remove it"
