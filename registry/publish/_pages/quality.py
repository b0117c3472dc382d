"""Say what is known of a tool, and whether a page may call it: the card beside its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from registry.model import Effect, Where
from registry.publish._pages import words
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool

_PLAIN_URL = re.compile(r"https://(?P<host>[a-z0-9-]+(\.[a-z0-9-]+)+)/[^?#]*")


class Known(NamedTuple):
    """What is good to know of a tool: its *title*, in words whether it is known, and since when."""

    title: str
    text: str
    is_known: bool
    date: str = ""


def quality(manual: Manual, release: Release, tool: Tool) -> Iterator[Known]:
    """Yield what is known of *tool*, and what is not."""
    examples = len(tool.examples)
    yield Known("Examples", counted(examples, "task") if examples else "none", examples > 0)
    outputs = tool.outputs is None or bool(tool.outputs)
    yield Known("Output", "described" if outputs else "not described", outputs)
    reply = tool.example_output is not None
    yield Known("Reply", "documented" if reply else "none documented", reply)
    stated = tool.effect_is_stated
    yield Known("Effect", "stated by the author" if stated else "guessed", stated)
    compared = manual.facts_of(release)
    if compared and tool.name in compared.compared:
        yield Known("Source", "compared on", is_known=True, date=compared.date)
    else:
        read = max((each.date for each in release.sources if each.describes(tool.name)), default="")
        yield Known("Source", "read on" if read else "not named", bool(read), read)
    if host := words.host(tool):
        day = manual.publisher.verified.get(host, "") if manual.publisher.is_verified else ""
        yield Known("Host", "verified" if day else "not verified", bool(day), day)


def host_to_try(manual: Manual, tool: Tool) -> str:
    """Return the host that the page of *tool* may ask, "" where it must not call the tool.

    Only what reads by a plain GET, without a key, from a host that the publisher's entry names,
    and where the manual states that pages of other sites may call it.
    """
    call = tool.call
    found = _PLAIN_URL.fullmatch(call.url)
    is_plain = call.transport == "http" and call.method == "GET" and call.envelope is None
    is_harmless = tool.effect is Effect.READ and tool.effect_is_stated and not tool.variables
    if not (manual.cross_origin and found and is_plain and is_harmless) or call.auth:
        return ""
    if call.headers or any(each.where not in (Where.PATH, Where.QUERY) for each in call.arguments):
        return ""
    return found["host"] if found["host"] in manual.publisher.hosts else ""
