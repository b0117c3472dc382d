"""Find the mistake where the YAML parser stops: it is often an earlier character.

The parser knows what it expected. What the author meant shows in the value that ends just before
the place, and in the line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cause(NamedTuple):
    """The offset of a mistake in the text, what it means, and what to do about it."""

    at: int
    meaning: str
    hint: str


class Stop(NamedTuple):
    """The place where the parser stopped: *at* of *text*, in braces or brackets if *in_flow*.

    *last* has the offsets of the value that it had read just before: a scalar, or a collection in
    braces or brackets. It is None after anything else.
    """

    text: str
    at: int
    last: tuple[int, int] | None
    in_flow: bool

    @property
    def opening(self) -> str:
        """The quote, brace or bracket of a value that ends on this line, directly before."""
        if not self.last or self.text[self.last[1] : self.at].strip(" \t"):
            return ""
        first = self.text[self.last[0] : self.last[0] + 1]
        return first if first in _CLOSING else ""


_RESERVED = "@`%"
_CLOSING = {'"': '"', "'": "'", "[": "]", "{": "}"}

_ODD = re.compile(r"([\xa0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff])")
_ODD_IN_LINE = re.compile(
    rf"""(?: [ ]*(?:-[ ]+)*                  # in the indentation
          | [ ]*(?:-[ ]+)*[\w.$-]+:[ ]*     # behind a key
          | [ ]*-                           # behind a dash
        ){_ODD.pattern}""",
    re.VERBOSE,
)
_TEXT_AROUND = re.compile(r"^[ \t]*[^\s#]", re.MULTILINE)
_FIRST_LINE = re.compile(r"(?:[ ]*(?:#[^\n]*|---)?\r?\n)*+(\w[^\n]*)\n")
_FOREIGN_COMMENT = re.compile(r"(?://|/\*|<!--|--|;)(?=\s)")
_WIDE_COLON = re.compile(r"[ ]*(?:-[ ]+)*[\w.$-]{1,60}(\uff1a)")
_WIDE_COMMA = re.compile("(\uff0c)")
_PLAIN = {"\uff1a": "`: `", "\uff0c": "`, `"}
"""The colon and the comma of Chinese and Japanese, and those of YAML."""

_DASH = re.compile(r"([ ]*)-([^\s:-][^\s:]{0,60}:)(?:\s|$)")
_PAIR = re.compile(r"([ ]*(?:-[ ]+)*[\w.$-]+:[ ]+)([^\s\"'\[{|>].*)")
_PAIR_WITHOUT_SPACE = re.compile(r"([ ]*(?:-[ ]+)*)([\w.$-]{1,60}):([^\s:/][^:]{0,60})")
_SIGNS = "\u2010-\u2015\u2022\u2023\u2043\u2212\u25aa\u25cf\xb7*+"
_LIST_MARK = re.compile(rf"[ ]*([{_SIGNS}]|\d{{1,3}}[.)])[ ]+([\w.$-]{{1,60}}:)(?:\s|$)")
"""What text programs and Markdown write in place of the hyphen of an entry, before a key."""

_KEY_INSIDE = re.compile(r"\n[ ]*(?:-[ ]+)*[\w.$-]+:\s")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_QUOTED_ENTRIES = re.compile(r"""\[("[^"\\]*"|'[^']*')(, ?("[^"\\]*"|'[^']*'))+\]""")
_SEVERAL = re.compile(r"[:,]\s")
_CONFLICT_MARK = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: [^\n]*)?$", re.MULTILINE)
_INDENTED_KEY = re.compile(r"([ ]+)(x-registry|tools|functions|utcp_version|manual_version):\s")
_SHOWN = 60
_LINES = 3


def find_cause(stop: Stop) -> Cause | None:
    """Return the mistake that made the parser stop, or None if the parser says it best."""
    for look in (
        _tab,
        _fence,
        _conflict_mark,
        _key_of_the_file,
        _comment,
        _wide_sign,
        _reserved,
        _odd_space,
        _list_mark,
        _second_colon,
        _colon_without_space,
        _dash_without_space,
        _sentence_before,
        _unclosed_quote,
        _text_behind,
        _typographic_quote,
        _text_in_flow,
    ):
        for cause in look(stop):
            return cause
    return None


def _tab(stop: Stop) -> Iterator[Cause]:
    if stop.text[stop.at : stop.at + 1] == "\t":
        yield Cause(stop.at, "this line is indented with a tab", "indent with spaces")


def _fence(stop: Stop) -> Iterator[Cause]:
    if stop.text.startswith("```", stop.at):
        what = "this line belongs to Markdown, which the file was copied from"
        is_alone = not _TEXT_AROUND.search(stop.text[: stop.at] + _behind_fence(stop))
        act = "remove it, and" if is_alone else "keep only the lines between it and"
        yield Cause(stop.at, what, f"{act} the line of the other three backticks")


def _behind_fence(stop: Stop) -> str:
    """Return the lines behind those that three backticks enclose, the first at the error."""
    _, _, behind = stop.text[stop.at :].partition("\n```")
    return behind.partition("\n")[2]


def _conflict_mark(stop: Stop) -> Iterator[Cause]:
    """Find a line that git wrote between two versions, and that was left when one was chosen."""
    start = stop.text.rfind("\n", 0, stop.at) + 1
    if _CONFLICT_MARK.match(stop.text, start):
        what = "this line is left over from a git merge conflict"
        yield Cause(start, what, "remove it, and keep one version of the lines around it")


def _key_of_the_file(stop: Stop) -> Iterator[Cause]:
    """Find a key that every release has at its top, indented like what is above it."""
    found = _INDENTED_KEY.match(stop.text, stop.text.rfind("\n", 0, stop.at) + 1)
    if found and found.end(1) == stop.at:
        what = f"`{found[2]}` is a key of the whole file, but the line is indented"
        yield Cause(stop.at, what, "remove the spaces before it")


def _sentence_before(stop: Stop) -> Iterator[Cause]:
    """Find a first line without a key, such as what someone said before the manual."""
    found = _FIRST_LINE.match(stop.text)
    if found and stop.last and stop.last[0] == found.start(1) and "\n" in stop.text[: stop.at]:
        what = "the first line has no key, so the keys below it cannot be read"
        yield Cause(found.start(1), what, "remove it, or begin it with `# `")


def _comment(stop: Stop) -> Iterator[Cause]:
    for at in _beginnings(stop):
        if match := _FOREIGN_COMMENT.match(stop.text, at):
            what = f"`{match[0]}` begins no comment in YAML"
            yield Cause(at, what, "begin each line of the comment with `# `, or remove it")


def _wide_sign(stop: Stop) -> Iterator[Cause]:
    lines = (stop.text.rfind("\n", 0, at) + 1 for at in _beginnings(stop))
    colons = (_WIDE_COLON.match(stop.text, start) for start in lines)
    commas = [_WIDE_COMMA.search(stop.text, *stop.last)] if stop.in_flow and stop.last else []
    for match in filter(None, (*colons, *commas)):
        what = f"`{match[1]}` means nothing in YAML, where signs are those of ASCII"
        yield Cause(match.start(1), what, f"write {_PLAIN[match[1]]}, or quote the text")


def _beginnings(stop: Stop) -> Iterator[int]:
    """Yield where the line begins at which the parser stopped, and the value before it."""
    start = stop.text.rfind("\n", 0, stop.at) + 1
    yield start + len(stop.text[start:]) - len(stop.text[start:].lstrip(" "))
    if stop.last:
        yield stop.last[0]


def _reserved(stop: Stop) -> Iterator[Cause]:
    first = stop.text[stop.at : stop.at + 1]
    if first and first in _RESERVED:
        written = _COMMENT.sub("", stop.text[stop.at :].split("\n", 1)[0]).rstrip()
        hint = "put quotes around it" if stop.in_flow else _quote(written)
        yield Cause(stop.at, f"an unquoted value cannot begin with {first!r}", hint)


def _odd_space(stop: Stop) -> Iterator[Cause]:
    found = [_ODD.match(stop.text, stop.at)]
    found += [_ODD_IN_LINE.match(stop.text, start) for start, _ in _lines(stop)]
    for match in filter(None, found):
        name = unicodedata.name(match[1], "no name").lower()
        yield Cause(
            match.start(1),
            f"the character U+{ord(match[1]):04X} ({name}) is not a space in YAML",
            "replace it with a plain space",
        )


def _list_mark(stop: Stop) -> Iterator[Cause]:
    """Find an entry of a list that begins with another sign than a hyphen.

    It is in the line of the error, or begins the value before it; text below `|` has any sign.
    """
    first, last = stop.text.rfind("\n", 0, stop.at) + 1, stop.last
    if last and stop.text[last[0] : last[0] + 1] not in "|>\"'":
        first = stop.text.rfind("\n", 0, last[0]) + 1
    for start, line in _lines(stop):
        if start >= first and not stop.in_flow and (match := _LIST_MARK.match(line)):
            mark, key = match.groups()
            what = f"`{mark}` begins no entry of a list in YAML"
            yield Cause(start + match.start(1), what, f"write `- {key}`, with a plain hyphen")


def _second_colon(stop: Stop) -> Iterator[Cause]:
    start = stop.text.rfind("\n", 0, stop.at) + 1
    line = stop.text[start:].split("\n", 1)[0]
    match = _PAIR.match(line)
    if match and not stop.in_flow and stop.text[stop.at] == ":" and stop.at > start + match.end(1):
        hint = _quote(_COMMENT.sub("", match[2]).rstrip())
        yield Cause(stop.at, "there is a second `: ` on this line", hint)


def _colon_without_space(stop: Stop) -> Iterator[Cause]:
    """Find the first such key in the value that ends before the colon, over several lines."""
    if stop.in_flow or not stop.last or stop.text[stop.at : stop.at + 1] != ":":
        return
    start = stop.text.rfind("\n", 0, stop.last[0]) + 1
    lines = stop.text[start : stop.at].split("\n")[:-1]
    found = [(line, _PAIR_WITHOUT_SPACE.fullmatch(line.rstrip("\r"))) for line in lines]
    for number, (line, match) in enumerate(found, 1):
        if match:
            before, key, value = match.groups()
            are_more = any(other for _, other in found[number:])
            others = "; the same in the lines below" if are_more else ""
            what = f"there is no space after the colon in `{key}:`"
            yield Cause(start + len(before) + len(key), what, f"write `{key}: {value}`{others}")
        start += len(line) + 1


def _dash_without_space(stop: Stop) -> Iterator[Cause]:
    for start, line in _lines(stop):
        if match := _DASH.match(line):
            indentation, key = match.groups()
            yield Cause(
                start + len(indentation),
                f"there is no space between the dash and the key in `-{key}`",
                f"write `- {key}`",
            )


def _unclosed_quote(stop: Stop) -> Iterator[Cause]:
    if stop.last and stop.opening in ("'", '"') and _KEY_INSIDE.search(stop.text, *stop.last):
        start, end = stop.last
        line = stop.text.count("\n", 0, end) + 1
        yield Cause(
            start,
            f"the quoted string that begins here only ends at the next quote, on line {line}",
            f"add the closing `{stop.opening}` where the text ends",
        )


def _text_behind(stop: Stop) -> Iterator[Cause]:
    behind = _COMMENT.sub("", stop.text[stop.at :].split("\n", 1)[0]).rstrip()
    if not (stop.last and stop.opening and behind):
        return
    start, end = stop.last
    closing = _CLOSING[stop.opening]
    short = behind if len(behind) <= _SHOWN else f"{behind[: _SHOWN - 1]}…"
    meaning = f"the value that begins with `{stop.opening}` ends at `{closing}`, before `{short}`"
    entries = f"[{stop.text[start : stop.at]}{behind}]"
    if _QUOTED_ENTRIES.fullmatch(entries) and not stop.in_flow:
        hint = f"write a list: {entries}"
    elif set(behind) <= set(",;]}\"'") and not stop.in_flow:
        hint = f"remove `{short}`"
    elif stop.in_flow:
        quote = {'"': '\\"', "'": "''"}.get(stop.opening)
        hint = "add a comma before the next entry, or " + (
            f"write `{quote}` for a quote inside the value"
            if quote
            else "put quotes around the whole value"
        )
    elif stop.opening in "[{" and _SEVERAL.search(stop.text, start, end):
        hint = f"quote the value in it that contains `{closing}`, or remove `{short}`"
    else:
        written = stop.text[start : stop.at] + behind
        hint = _quote(written[1:-1] if behind[-1] == closing in "'\"" else written)
    yield Cause(stop.at, meaning, hint)


def _typographic_quote(stop: Stop) -> Iterator[Cause]:
    first = stop.text[stop.last[0] :][:1] if stop.last else ""
    if stop.last and first and unicodedata.category(first) in {"Pi", "Pf"}:
        meaning = f"`{first}` is no quote in YAML"
        yield Cause(stop.last[0], meaning, 'write plain quotes, such as `"`')


def _text_in_flow(stop: Stop) -> Iterator[Cause]:
    character = stop.text[stop.at : stop.at + 1]
    if (
        stop.in_flow
        and stop.last
        and character in set("[]{}:")
        and "\n" not in stop.text[stop.last[0] : stop.at]
    ):
        yield Cause(
            stop.at,
            f"`{': ' if character == ':' else character}` cannot be in an unquoted value in braces "
            "or brackets",
            "put quotes around the whole value, or a comma before the next entry",
        )


def _quote(written: str) -> str:
    """Return how to quote the text *written*, as the line to type if it is short."""
    takes_single = '"' in written and "'" not in written
    if len(written) > _SHOWN or "\n" in written:
        return f"put the whole value in {'single' if takes_single else 'double'} quotes"
    quoted = f"'{written}'" if takes_single else json.dumps(written, ensure_ascii=False)
    return f"quote the whole value: {quoted}"


def _lines(stop: Stop) -> Iterator[tuple[int, str]]:
    """Yield the line where the parser stopped and those above it, each with its offset."""
    start = stop.text.rfind("\n", 0, stop.at) + 1
    for _ in range(_LINES):
        yield start, stop.text[start:].split("\n", 1)[0]
        if not start:
            return
        start = stop.text.rfind("\n", 0, start - 1) + 1
