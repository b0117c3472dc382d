"""Read the options of a curl command as the parts of a request."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.authoring.importers.example_requests import Body, ExampleRequest, Field
from registry.model.request import FORM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.example_requests import Schemes
    from registry.source import Json

_REDIRECT = re.compile(r"\d?>{1,2}(?:&\d)?")
_LOOKS_LIKE_URL = re.compile(
    r"[a-z]+://|[\w.-]+\.[a-z]{2,}(?=[:/?]|$)|localhost\b|[$<{]", re.IGNORECASE
)

_ESCAPED_JSON = re.compile(r'[\s\[{]*[\[{]\s*\\"')
"""What PowerShell 5 needs to pass JSON on, and no JSON itself."""

_DATA = ("-d", "--data", "--data-ascii", "--data-raw", "--data-binary", "--data-urlencode")
_FORMS = ("-F", "--form", "--form-string")
_NOT_SENT: dict[str, dict[str, Json]] = {
    "-E": {"type": "mutualTLS"},
    "--cert": {"type": "mutualTLS"},
    "--aws-sigv4": {"type": "http", "scheme": "aws-sigv4"},
}
"""By option, the scheme of credentials that no client sends."""
_WITH_VALUE = (
    *("-X", "--request", "-u", "--user", "-b", "--cookie", "--oauth2-bearer", "--json", "-T"),
    *("--upload-file", "--url-query", "-H", "--header", "--url", *_DATA, *_FORMS, *_NOT_SENT),
)
_IGNORED_WITH_VALUE = frozenset(
    {"-o", "--output", "-A", "--user-agent", "-e", "--referer", "-m", "--max-time", "-w"}
    | {"--write-out", "--connect-timeout", "--retry", "--retry-delay", "--retry-max-time", "-c"}
    | {"--cookie-jar", "-D", "--dump-header", "--max-redirs", "--limit-rate", "--cacert"}
    | {"--output-dir", "--stderr", "--trace-ascii", "--keepalive-time", "--key", "--pass"}
    | {"--cert-type", "--key-type", "-x", "--proxy", "--resolve", "--connect-to", "--capath"}
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


@dataclass(slots=True)
class CurlOptions:
    """The request that the options of one command state; *stdin* is its here-document."""

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
        remaining = iter(words)
        for word in remaining:
            if _REDIRECT.fullmatch(word) or word.startswith("<<"):
                if word.endswith((">", "<", "-")):
                    next(remaining, "")
            elif re.match(r"\d?>", word):
                continue
            elif word.startswith("--"):
                name, mark, value = word.partition("=")
                self._option(name, value if mark else None, remaining)
            elif word.startswith("-") and len(word) > 1:
                self._letters(word[1:], remaining)
            elif not self.url and _LOOKS_LIKE_URL.match(word):
                self.url = "".join(word.split())
            elif word not in (")", "`"):
                self.remarks.append("a word that is neither an option nor the URL is left out")

    def _letters(self, letters: str, remaining: Iterator[str]) -> None:
        """Take options of one letter, of which the last may have its value behind it."""
        for at, letter in enumerate(letters):
            name = f"-{letter}"
            if name in _WITH_VALUE or name in _IGNORED_WITH_VALUE:
                self._option(name, letters[at + 1 :] or None, remaining)
                return
            self._option(name, None, remaining)

    def _option(self, name: str, value: str | None, left: Iterator[str]) -> None:
        if name in _WITH_VALUE or name in _IGNORED_WITH_VALUE:
            text = next(left, "") if value is None else value
            if name in _NOT_SENT:
                self.schemes = (_NOT_SENT[name],)
            elif name in _WITH_VALUE:
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
        if _ESCAPED_JSON.match(text):
            text = re.sub(r"\\([\"\\])", r"\1", text)
        return Body(stated or ("application/json" if self.is_json else FORM), text)


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
