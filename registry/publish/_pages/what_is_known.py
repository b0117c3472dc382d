"""Say what is known of a tool, and what is not: the card beside its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.publish._pages import words
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool


class Known(NamedTuple):
    """What is good to know of a tool: its *title*, in words whether it is known, and since when."""

    title: str
    text: str
    is_known: bool
    date: str = ""


def what_is_known(manual: Manual, release: Release, tool: Tool) -> Iterator[Known]:
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
    host = words.host(tool)
    if host and not release.self_hosted:
        day = manual.publisher.verified.get(host, "") if manual.publisher.is_verified else ""
        yield Known("Host", "verified" if day else "not verified", bool(day), day)
