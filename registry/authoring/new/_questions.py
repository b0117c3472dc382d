"""The questions of `registry new`, each with a default that follows from earlier answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.authoring.new._answers import title_of
from registry.rules import example_without_task, thin_description
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class ManualQuestion(NamedTuple):
    """A question: the field that it fills, its text, and a default made from earlier answers."""

    field: str
    text: str
    default: Callable[[Mapping[str, str]], str]


QUESTIONS = (
    ManualQuestion(
        "url",
        "URL (https) that calls the tool",
        lambda known: f"https://{_api_host(_domain(known))}/v1/search",
    ),
    ManualQuestion("name", "Name of the publisher", lambda known: title_of(known["publisher"])),
    ManualQuestion("homepage", "Its homepage", lambda known: _homepage(host_of(known["url"]))),
    ManualQuestion("tool", "Name of the first tool", lambda known: _default_tool(known["manual"])),
    ManualQuestion(
        "description",
        "What it does, in one sentence",
        lambda known: thin_description.PROPOSED.format(title_of(known["manual"])),
    ),
    ManualQuestion("task", "A task that it solves", lambda _: example_without_task.PROPOSED),
    ManualQuestion("docs", "URL of the API's documentation", lambda known: known["homepage"]),
)
"""In the order in which they are asked, the address first, since others follow from it.

A default may use the names, all earlier answers and what is known of the publisher. It never names
a domain that may be someone's: what nobody has said ends in `.example`. The check warns of that,
and of a description and a task that are still the default.
"""


def _api_host(host: str) -> str:
    host = host.removeprefix("www.")
    return host if host.startswith("api.") else f"api.{host}"


def _domain(known: Mapping[str, str]) -> str:
    """Return the host of the publisher's homepage, or a name that is nobody's."""
    return host_of(known.get("homepage", "")) or f"{known['publisher']}.example"


def _homepage(host: str) -> str:
    return f"https://{host.replace('api.', 'www.', 1) if host.startswith('api.') else host}/"


def _default_tool(manual: str) -> str:
    return f"search_{manual.replace('-', '_')}"
