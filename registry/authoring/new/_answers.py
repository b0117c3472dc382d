"""The questions about a manual and its first tool, and what follows from the answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from registry.model import PLACEHOLDER, TOOL_NAME
from registry.model.credential_inputs import is_credential_input
from registry.model.naming import as_variable
from registry.source.strings import LONE_SURROGATE
from registry.web import is_url
from registry.web.hosts import authority, host_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

SOME_VALUE = "abc"
URL_FIELDS = ("url", "homepage", "docs")

_NO_INPUT = re.compile(r"(?<=/):[A-Za-z_]\w*(?=[/?]|$)|<[^<>/]+>|\{\}")
"""How others write the place of an argument in a URL."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The facts about a manual, its publisher and its first tool.

    Attributes:
        publisher, manual: the names of the folders.
        protocol: one of `PROTOCOLS`.
        name, homepage: of the publisher.
        url: for UTCP the URL of the tool, otherwise of its server.
        tool, description: its name, and what it does.
        task: a task that it solves, in plain words.
        docs: the URL of the API's documentation.
        values: the values of its inputs for that task, by name.
    """

    publisher: str
    manual: str
    protocol: str
    name: str
    homepage: str
    url: str
    tool: str
    description: str
    task: str
    docs: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the tool's inputs: the `{names}` in its URL, or a default."""
        return inputs_of(self.url)

    @property
    def schema(self) -> dict[str, Json]:
        """The JSON Schema of the inputs."""
        properties: dict[str, Json] = {
            name: {"type": "string", "description": self.input_description(name)}
            for name in self.inputs
        }
        return {"type": "object", "properties": properties, "required": list(self.inputs)}

    @property
    def variable(self) -> str:
        """The name of the variable for the key that the URL of a UTCP tool asks for, or ""."""
        is_asked = self.protocol == "utcp" and without_key(self.url)[1]
        return f"{as_variable(self.publisher)}_API_KEY" if is_asked else ""

    def input_description(self, name: str) -> str:
        """Return a description of the input *name*."""
        return f"The {name.replace('_', ' ')}, such as {self.value(name)}."

    def value(self, name: str) -> str:
        """Return the example value of the input *name*."""
        return self.values.get(name, SOME_VALUE)


def inputs_of(url: str) -> tuple[str, ...]:
    """Return the `{names}` in *url* that are no key, or ("query",) if it has none."""
    return tuple(dict.fromkeys(PLACEHOLDER.findall(without_key(url)[0]))) or ("query",)


def without_key(url: str) -> tuple[str, str]:
    """Return *url* without a query parameter such as `api_key={api_key}`, and its name, or "".

    A value that is no place may be a key, which the author has copied.
    """
    path, _, query = url.partition("?")
    pairs = query.split("&")
    for pair in pairs:
        name, _, value = pair.partition("=")
        place = PLACEHOLDER.fullmatch(value)
        if is_credential_input(name, {}) or (place and is_credential_input(place[1], {})):
            rest = "&".join(each for each in pairs if each != pair)
            return (f"{path}?{rest}" if rest else path), name
    return url, ""


def answer_fault(asked: str, answer: str) -> str:
    """Return why *answer* is not valid for *asked*, or for none in particular; "" if it is."""
    # Python has halves of characters for bytes that a terminal sent in another encoding.
    if LONE_SURROGATE.search(answer):
        return f"{answer!r} is not UTF-8; set the encoding of your terminal to UTF-8"
    if asked == "tool" and not TOOL_NAME.fullmatch(answer):
        return (
            f"{answer!r} is not a valid name for a tool: start with a letter; then letters, "
            "digits, `_` and `-`, at most 64 characters"
        )
    is_address = is_url(answer) and host_of(answer) and not set(answer) & set(" \t\n")
    if asked in URL_FIELDS and not is_address:
        return f"{answer!r} is not a full URL; start it with https:// and leave out spaces"
    if asked in URL_FIELDS and set(authority(answer)) & set("{}$"):
        return f"{answer!r} leaves its host open; write the name of one host"
    if asked == "url" and (place := _NO_INPUT.search(answer)):
        return f"{place[0]!r} in {answer!r} is no input; write a name in braces, such as {{id}}"
    return ""


def title_of(name: str) -> str:
    """Return the *name* of a folder as a title."""
    return name.replace("-", " ").capitalize()
