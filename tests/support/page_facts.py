"""What a page of HTML refers to, runs and declares, as a parser sees it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_ACTIVE = frozenset(
    {"iframe", "object", "embed", "base", "applet", "frame", "portal", "template", "math", "style"}
)
_DATA = ("application/json", "application/ld+json")


@dataclass
class Facts(HTMLParser):
    """The facts of one page.

    Attributes:
        ids: every id, in order.
        links: what `href`, `src` and `action` say, with the name of the element.
        scripts: the text of scripts that a browser would run.
        data: what scripts that only hold data say.
        handlers: attributes that hold code or style, and elements that no page needs.
        headings: the names of headings, in order.
        meta: what `meta` elements say, by name.
        elements: every kind of element with the names of its attributes.
        text: all text outside scripts.
    """

    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)
    data: list[Any] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    elements: set[str] = field(default_factory=set)
    text: str = ""
    _open: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def updatepos(self, i: int, j: int) -> int:  # noqa: ARG002 - as the parser calls it
        """Count no lines, which nobody reads, though that takes a tenth of the time."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        is_data = tag == "script" and given.get("type") in _DATA
        self._open = "data" if is_data else tag
        if self._open == "script" and "src" not in given:
            self.scripts.append("")
        if tag in _ACTIVE:
            self.handlers.append(f"<{tag}>")
        self.handlers += [
            f"{tag} {name}={value}"
            for name, value in given.items()
            if name.startswith("on") or name in ("style", "srcdoc", "formaction", "ping")
        ]
        self.elements.add(" ".join((tag, *sorted(given))))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "meta":
            name = given.get("http-equiv") or given.get("name") or given.get("property") or ""
            self.meta[name.lower()] = given.get("content", "")
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(tag)
        self.links += [
            (tag, given[name]) for name in ("href", "src", "action", "data") if name in given
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag in (self._open, "script"):
            self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            if self.scripts:
                self.scripts[-1] += data
        elif self._open == "data":
            self.data.append(json.loads(data))
        else:
            self.text += data


def facts_of(html: str) -> Facts:
    """Return the facts of *html*."""
    facts = Facts()
    facts.feed(html)
    facts.close()
    return facts


def pages_of(folder: Path) -> dict[str, Facts]:
    """Return the facts of every page below *folder*, by its path."""
    return {
        path.relative_to(folder).as_posix(): facts_of(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.html"))
        if not path.is_relative_to(folder / "mcp")
    }
