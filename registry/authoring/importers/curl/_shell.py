"""Find curl commands where shells would, and what documentation says right before them."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from registry.source.limits import MAX_SCALAR

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_LINES = 40
_MAX_LINE = 300
_MAX_NAME = 60


_BEGIN = re.compile(
    r"^[ \t]*(?:[$>%] ?|(?:time|sudo) +|\w+=[`\"]?\$?\(?)*curl(?:\.exe)?(?=[ \t\\^`])", re.MULTILINE
)
_COMMAND = re.compile(
    # A `&` or `;` inside a word is part of an unquoted URL.
    r"(?:[^'\"\\\n|&;$]|&(?![\s&])|;(?!\s|\Z)|\$'(?:[^'\\]|\\.)*+'|\$|'[^']*+'"
    r"|\"(?:[^\"\\]|\\.)*+\"|\\.)*+",
    re.DOTALL,
)
_CONTINUED = re.compile(r"(?:(?<=[ \t])[\^`]|\\)[ \t]*+\n|\n(?=[ \t]++-(?:[A-Za-z]\b|-[a-z]))")
"""The ends of lines that go on, in three shells; an indented option goes on in any case."""

_AT_PROMPT = re.compile(r"^[^\n]*\bcurl(?:\.exe)?[ \t](?:[^\n]*\^\n+)*[^\n]*", re.MULTILINE)
_LINES = re.compile(r"^[^\n]*\bcurl(?:\.exe)?[ \t](?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_SET_BY_A_BLOG = re.compile(
    "'[^']*+'|\"(?:[^\"\\\\]|\\\\.)*+\"|[\u201c\u201d\u201e\u2018\u2019]"
    "|(?<=[ \t])[\u2013\u2014](?=(?P<short>[A-Za-z])(?!\\w)|[a-z])",
    re.DOTALL,
)
_STRAIGHT = str.maketrans("\u201c\u201d\u201e\u2018\u2019", '"""\'\'')
"""Quotes and dashes as word processors and blogs set them, which no shell knows."""

_CARET = re.compile(r"\^(\n\n|.)", re.DOTALL)
"""What the command prompt of Windows takes literally; browsers write each sign so for it."""

_ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_FENCE = re.compile(r"\s*(?:```|~~~|\.\. code-block|:\w+:|<)")
_OUTPUT = re.compile(r"\s*[{}\[\]<|\"]|HTTP/\d|.*[;{]$")

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{1,4})|x([0-9A-Fa-f]{1,2})|(.))", re.DOTALL)


class ShellCommand(NamedTuple):
    """A command as it is written.

    Attributes:
        name, description: what is said right before it; either may be "".
        words: all after `curl`, ready for shlex.
        stdin: its here-document, None for none.
    """

    name: str
    description: str
    words: str
    stdin: str | None


def commands_in(text: str) -> Iterator[ShellCommand]:
    """Yield the commands in *text*, each named by the comment or the line before it."""
    text = _AT_PROMPT.sub(_without_carets, text)
    text = _LINES.sub(_with_plain_signs, text)
    text = _CONTINUED.sub(lambda found: "" if found[0].startswith("\\") else " ", text)
    end = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() >= end:
            name, description = _words_before(text[end : begin.start()])
            words, end = _command(text, begin.end())
            stdin, end = _heredoc(text, words, end) if len(words) <= MAX_SCALAR else (None, end)
            yield ShellCommand(name, description, words, stdin)


def _without_carets(command: re.Match[str]) -> str:
    """Return a command as another shell has it, if a browser copied it for the command prompt."""
    if '^"' not in command[0]:
        return command[0]
    return _CARET.sub(lambda found: " " if found[1] == "\n" else found[1][:1], command[0])


def _with_plain_signs(command: re.Match[str]) -> str:
    """Return a command with the quotes and dashes of a shell, if a blog has set others."""
    return _SET_BY_A_BLOG.sub(_plain_sign, command[0])


def _plain_sign(found: re.Match[str]) -> str:
    if found[0] in "\u2013\u2014":
        return "-" if found["short"] else "--"
    return found[0].translate(_STRAIGHT) if len(found[0]) == 1 else found[0]


def _command(text: str, start: int) -> tuple[str, int]:
    """Return the words of the command from *start*, ready for shlex, and where it ends.

    It ends with its line, unless a quotation mark is open.
    """
    end = start
    if found := _COMMAND.match(text, start):
        end = found.end()
    if text[end : end + 1] in ("'", '"'):
        line = text.find("\n", end)
        return text[start : line if line >= 0 else len(text)], line if line >= 0 else len(text)
    return _ANSI.sub(lambda found: shlex.quote(_plain(found[1])), text[start:end]), end


def _plain(text: str) -> str:
    """Return what `$'…'` means, as far as commands that browsers copy need it."""
    # A browser writes a character beyond U+FFFF as two escape sequences.
    units = _ESCAPE.sub(_character, text).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def _character(found: re.Match[str]) -> str:
    """Return the character of an escape sequence, in which Chrome writes `!`, for example."""
    code, byte, letter = found.groups()
    return _ESCAPES.get(letter, letter) if letter else chr(int(code or byte, 16))


def _heredoc(text: str, written: str, end: int) -> tuple[str | None, int]:
    """Return the text of a here-document, None if there is none, and the offset of its end."""
    heredoc = _HEREDOC.search(written)
    if not heredoc:
        return None, end
    lines = text[end : end + MAX_SCALAR].split("\n")[1:]
    stop = next((at for at, line in enumerate(lines) if line.strip() == heredoc[2]), len(lines))
    content = "\n".join(lines[:stop])
    return content, end + len(content) + len(heredoc[2]) + 2


def _words_before(text: str) -> tuple[str, str]:
    """Return name and description: the last lines of *text*, without signs of comments."""
    lines: list[str] = []
    for line in reversed(text.splitlines()[-_MOST_LINES:]):
        if _FENCE.match(line) or (not line.strip() and not lines):
            continue
        if not line.strip() or _OUTPUT.match(line):
            break
        words = re.sub(r"^\s*(?:#+|//|::|--|REM\b|[-*>])?\s*", "", line[:_MAX_LINE]).strip()
        if words:
            lines.append(words)
        if line.lstrip().startswith("##"):
            break
    if not lines:
        return "", ""
    lines.reverse()
    first, *rest = lines
    # A sentence over several lines is a description, and no name.
    return (first, " ".join(rest)) if not rest or len(first) < _MAX_NAME else ("", " ".join(lines))
