"""Read curl commands, as documentation shows them. Nothing is run."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.authoring.importers.draft import Remark
from registry.authoring.importers.example_requests import (
    Body,
    ExampleRequest,
    Examples,
    Field,
    Schemes,
)
from registry.authoring.importers.sources import UnusableSourceError, content_of
from registry.authoring.importers.wrong_import import wrong_kind
from registry.report import counted
from registry.source.foreign_documents import read_foreign
from registry.source.limits import MAX_BYTES, MAX_SCALAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

_MOST_COMMANDS = 2_000
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

_ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_REDIRECT = re.compile(r"\d?>{1,2}(?:&\d)?")
_LOOKS_LIKE_URL = re.compile(
    r"[a-z]+://|[\w.-]+\.[a-z]{2,}(?=[:/?]|$)|localhost\b|[$<{]", re.IGNORECASE
)
_FENCE = re.compile(r"\s*(?:```|~~~|\.\. code-block|:\w+:|<)")
_OUTPUT = re.compile(r"\s*[{}\[\]<|\"]|HTTP/\d|.*[;{]$")

_DATA = ("-d", "--data", "--data-ascii", "--data-raw", "--data-binary", "--data-urlencode")
_FORMS = ("-F", "--form", "--form-string")
_WITH_VALUE = (
    *("-X", "--request", "-u", "--user", "-b", "--cookie", "--oauth2-bearer", "--json", "-T"),
    *("--upload-file", "--url-query", "-H", "--header", "--url", *_DATA, *_FORMS),
)
_IGNORED_WITH_VALUE = frozenset(
    {"-o", "--output", "-A", "--user-agent", "-e", "--referer", "-m", "--max-time", "-w"}
    | {"--write-out", "--connect-timeout", "--retry", "--retry-delay", "--retry-max-time", "-c"}
    | {"--cookie-jar", "-D", "--dump-header", "--max-redirs", "--limit-rate", "--cacert"}
    | {"--output-dir", "--stderr", "--trace-ascii", "--keepalive-time"}
)
_IGNORED = frozenset(
    {"-s", "-S", "-L", "-k", "-v", "-i", "-f", "-g", "-N", "-#", "-O", "-J", "-4", "-6", "-n"}
    | {"--compressed", "--silent", "--show-error", "--location", "--insecure", "--verbose"}
    | {"--include", "--fail", "--fail-with-body", "--globoff", "--no-buffer", "--progress-bar"}
    | {"--http1.1", "--http2", "--http3", "--tlsv1.2", "--tlsv1.3", "--remote-name", "--basic"}
    | {"--remote-header-name", "--location-trusted", "--show-headers", "--path-as-is", "--anyauth"}
    | {"--no-progress-meter", "--ipv4", "--ipv6", "--http1.0", "--ssl-reqd", "--raw", "-0", "-1"}
)
_OTHER_LOGINS = {"--digest": "digest", "--ntlm": "ntlm", "--negotiate": "negotiate"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def read_curl(source: str) -> Examples:
    """Return the commands in the file *source*, `-` for standard input.

    Raises UnusableSourceError.
    """
    content = content_of(source)
    if len(content) > MAX_BYTES:
        raise UnusableSourceError(f"{source} has more than {MAX_BYTES // 1024:,} KiB; split it")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\0", "")
    except UnicodeDecodeError as error:
        raise UnusableSourceError(f"{source} is not UTF-8; save it as that") from error
    found = examples_in(text)
    if not found.requests and not found.left_out:
        data, _ = read_foreign(source, content)
        raise wrong_kind(source, data or {}, "has no curl command; a line has to begin with `curl`")
    return found


def examples_in(text: str) -> Examples:
    """Return the commands in *text*, each named by the comment or the line before it."""
    requests: list[ExampleRequest] = []
    left_out: list[Remark] = []
    changed: Counter[str] = Counter()
    text = _CONTINUED.sub(lambda found: "" if found[0].startswith("\\") else " ", text)
    end = number = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < end:
            continue
        number += 1
        if number > _MOST_COMMANDS:
            left_out.append(Remark(f"all after {_MOST_COMMANDS:,} commands", "split the file"))
            break
        name, description = _words_before(text[end : begin.start()])
        written, end = _command(text, begin.end())
        what = f"command {number}"
        if len(written) > MAX_SCALAR:
            left_out.append(Remark(what, f"it has more than {MAX_SCALAR:,} characters"))
            continue
        try:
            words = shlex.split(written)
        except ValueError:
            left_out.append(Remark(what, "a quotation mark in it is not closed"))
            continue
        stdin, end = _heredoc(text, written, end)
        for part in _split(words):
            command = _Command(stdin)
            command.read(part)
            changed.update(command.remarks)
            if command.url:
                requests.append(command.request(name, description))
            else:
                left_out.append(Remark(what, "it names no URL"))
    remarks = (Remark(f"in {counted(count, 'command')}", why) for why, count in changed.items())
    return Examples(tuple(requests), left_out=tuple(left_out), changed=tuple(remarks))


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
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _heredoc(text: str, written: str, end: int) -> tuple[str | None, int]:
    """Return what a here-document gives to the command, None for none, and where that ends."""
    found = _HEREDOC.search(written)
    if not found:
        return None, end
    lines = text[end : end + MAX_SCALAR].split("\n")[1:]
    stop = next((at for at, line in enumerate(lines) if line.strip() == found[2]), len(lines))
    content = "\n".join(lines[:stop])
    return content, end + len(content) + len(found[2]) + 2


def _words_before(text: str) -> tuple[str, str]:
    """Return name and description: the last lines of *text*, without signs of comments."""
    kept: list[str] = []
    for line in reversed(text.splitlines()[-_MOST_LINES:]):
        if _FENCE.match(line) or (not line.strip() and not kept):
            continue
        if not line.strip() or _OUTPUT.match(line):
            break
        words = re.sub(r"^\s*(?:#+|//|::|--|REM\b|[-*>])?\s*", "", line[:_MAX_LINE]).strip()
        if words:
            kept.append(words)
        if line.lstrip().startswith("##"):
            break
    if not kept:
        return "", ""
    kept.reverse()
    first, *rest = kept
    # A sentence over several lines is a description, and no name.
    return (first, " ".join(rest)) if not rest or len(first) < _MAX_NAME else ("", " ".join(kept))


def _split(words: list[str]) -> Iterator[list[str]]:
    """Yield the words of each request: curl itself separates several by `--next`."""
    part: list[str] = []
    for word in words:
        if word in ("--next", "-:"):
            yield part
            part = []
        else:
            part.append(word)
    yield part


@dataclass(slots=True)
class _Command:
    """What the options of one command say; *stdin* is its here-document."""

    stdin: str | None
    url: str = ""
    method: str = ""
    is_get: bool = False
    headers: list[Field] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    query: list[str] = field(default_factory=list)
    forms: list[Field] = field(default_factory=list)
    schemes: Schemes = ()
    has_file: bool = False
    is_json: bool = False
    remarks: list[str] = field(default_factory=list)

    def read(self, words: list[str]) -> None:
        """Take all *words* after `curl`."""
        left = iter(words)
        for word in left:
            if _REDIRECT.fullmatch(word) or word.startswith("<<"):
                if word.endswith((">", "<", "-")):
                    next(left, "")
            elif re.match(r"\d?>", word):
                continue
            elif word.startswith("--"):
                name, mark, value = word.partition("=")
                self._option(name, value if mark else None, left)
            elif word.startswith("-") and len(word) > 1:
                self._letters(word[1:], left)
            elif not self.url and _LOOKS_LIKE_URL.match(word):
                self.url = "".join(word.split())
            elif word not in (")", "`"):
                self.remarks.append("a word that is neither an option nor the URL is left out")

    def _letters(self, letters: str, left: Iterator[str]) -> None:
        """Take options of one letter, of which the last may have its value behind it."""
        for at, letter in enumerate(letters):
            name = f"-{letter}"
            if name in _WITH_VALUE or name in _IGNORED_WITH_VALUE:
                self._option(name, letters[at + 1 :] or None, left)
                return
            self._option(name, None, left)

    def _option(self, name: str, value: str | None, left: Iterator[str]) -> None:
        if name in _WITH_VALUE or name in _IGNORED_WITH_VALUE:
            text = next(left, "") if value is None else value
            if name in _WITH_VALUE:
                self._take(name, text)
        elif name in _OTHER_LOGINS:
            self.schemes = ({"type": "http", "scheme": _OTHER_LOGINS[name]},)
        elif name in ("-G", "--get"):
            self.is_get = True
        elif name in ("-I", "--head"):
            self.method = self.method or "HEAD"
        elif name not in _IGNORED:
            self.remarks.append(f"the option {name[:40]} is not known and left out")

    def _take(self, name: str, value: str) -> None:
        if name in ("-X", "--request"):
            self.method = value.upper()
        elif name in ("-H", "--header"):
            header, _, text = value.partition(":")
            self.headers.append(Field(header.strip(), text.strip()))
        elif name == "--url":
            self.url = "".join(value.split())
        elif name in ("-u", "--user"):
            self.schemes = self.schemes or (_basic(value),)
        elif name == "--oauth2-bearer":
            self.headers.append(Field("Authorization", f"Bearer {value}"))
        elif name in ("-b", "--cookie"):
            self.headers += [Field("Cookie", value)] if "=" in value else []
        elif name == "--url-query":
            self.query.append(_encoded(value))
        elif name in _FORMS:
            field_, _, text = value.partition("=")
            is_file = name != "--form-string" and text.startswith(("@", "<"))
            self.forms.append(Field(field_, "" if is_file else text, is_file=is_file))
        elif name in ("-T", "--upload-file"):
            self.method = self.method or "PUT"
            self._file()
        else:
            self.is_json = self.is_json or name == "--json"
            self._data(name, value)

    def _data(self, name: str, value: str) -> None:
        if name == "--data-urlencode":
            if "@" in value and "=" not in value.partition("@")[0]:
                self._file()
            else:
                self.data.append(_encoded(value))
        elif value.startswith("@") and name != "--data-raw":
            if value in ("@-", "@/dev/stdin") and self.stdin is not None:
                self.data.append(self.stdin)
            else:
                self._file()
        else:
            self.data.append(value)

    def _file(self) -> None:
        self.has_file = True
        self.remarks.append("what is sent is in a file, so that the body is not described")

    def request(self, name: str, description: str) -> ExampleRequest:
        """Return the request that curl would send."""
        sent = self.data or self.has_file or self.forms
        method = self.method or ("POST" if sent and not self.is_get else "GET")
        query = [*self.query, *(self.data if self.is_get else [])]
        mark = "&" if "?" in self.url else "?"
        return ExampleRequest(
            method,
            self.url + (mark + "&".join(query) if query else ""),
            name,
            description,
            headers=tuple(self.headers),
            body=None if self.is_get else self._body(),
            schemes=self.schemes,
        )

    def _body(self) -> Body | None:
        stated = next(
            (each.value for each in self.headers if each.name.lower() == "content-type"), ""
        )
        if self.forms:
            return Body("multipart/form-data", fields=tuple(self.forms))
        if self.has_file:
            return Body(stated or ("application/json" if self.is_json else ""), is_known=False)
        text = ("" if self.is_json else "&").join(self.data)
        if not text.strip():
            return None
        form = "application/x-www-form-urlencoded"
        return Body(stated or ("application/json" if self.is_json else form), text)


def _encoded(value: str) -> str:
    """Return the pair that `--data-urlencode` and `--url-query` make of *value*."""
    name, mark, text = value.partition("=")
    return f"{name}{'=' if name else ''}{quote(text)}" if mark else quote(value)


def _basic(user: str) -> dict[str, Json]:
    """Return the scheme of `-u user:password`; documentation has keys on either side of it."""
    name, mark, password = user.partition(":")
    words = ""
    if mark and not password:
        words = "The key is the user name, and the password is empty."
    elif re.fullmatch(r"api|key|token|apikey|anystring|x-token-auth", name):
        words = f"The user name is the word {name}."
    return {"type": "http", "scheme": "basic", **({"description": words} if words else {})}
