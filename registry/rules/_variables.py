"""The variables that a call sends, and whether each is in a place for credentials."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.model import VARIABLE
from registry.source.strings import placed_strings
from registry.web.secret_patterns.names import SECRET_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Place
    from registry.model import Tool

_CREDENTIAL_KEYS = frozenset(("env", "env_vars", "headers"))
"""Options whose values are passed on unchanged, and may be credentials."""


class Use(NamedTuple):
    """One variable in one field of a call."""

    tool: Tool
    steps: tuple[str | int, ...]
    name: str
    is_credential: bool

    @property
    def place(self) -> Place:
        """The position of the field in the file."""
        return self.tool.at(*self.steps).place


def uses(tool: Tool) -> Iterator[Use]:
    """Yield every variable in the call of *tool*, field by field."""
    for steps, text, is_credential in call_strings(tool):
        for name in dict.fromkeys(VARIABLE.findall(text)):
            yield Use(tool, steps, name, is_credential)


def query_parameters(url: str) -> Iterator[tuple[str, str]]:
    """Yield the constant query parameters of *url*, as written."""
    for pair in url.partition("?")[2].partition("#")[0].split("&"):
        name, _, value = pair.partition("=")
        yield name, value


def call_strings(tool: Tool) -> Iterator[tuple[tuple[str | int, ...], str, bool]]:
    """Yield each string of the call: steps, the string, and whether it is for a credential."""
    call = tool.call
    for name, value in call.auth_fields.items():
        if isinstance(value, str):
            yield ("call", "auth", "fields", name), value, name != "token_url"
    for name, text in call.headers.items():
        # A header that is only a variable identifies the caller, as in `X-Project: ${PROJECT}`.
        is_credential = SECRET_NAME.search(name) or VARIABLE.fullmatch(text)
        yield ("call", "headers", name), text, bool(is_credential)
    yield ("call", "url"), call.url.partition("?")[0], False
    for name, text in query_parameters(call.url):
        yield ("call", "url"), f"{name}={text}", bool(SECRET_NAME.search(name))
    if call.content_type:
        yield ("call", "content_type"), call.content_type, False
    for steps, text in placed_strings(dict(call.options)):
        yield ("call", "options", *steps), text, not _CREDENTIAL_KEYS.isdisjoint(steps)
