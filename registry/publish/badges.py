"""`/badges/<publisher>/<manual>.svg` and `.json`: for the README of the provider."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from registry.model import State
from registry.model.files import File
from registry.publish import to_json
from registry.publish._pages import words
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.publish import Subject
    from registry.source import Json

LABEL = "tool registry"
_COLOURS = {State.ACTIVE: "#0b6b5d", State.DEPRECATED: "#7d4a00"}
_GREY = "#53605c"
_WIDTH = 6.6
"""Pixels of a character, about; the text is stretched to fit."""


def publish_badges(subject: Subject) -> Iterator[File]:
    """Yield a picture, and the same as data for services that draw badges."""
    manual, release = subject.manual, subject.listed
    if release is None:
        return
    message = _message(manual, release)
    colour = _COLOURS.get(manual.status.state, _GREY)
    yield File(f"badges/{manual.id}.svg", _svg(message, colour).encode("utf-8"))
    data: dict[str, Json] = {
        "schemaVersion": 1,
        "label": LABEL,
        "message": message,
        "color": colour,
    }
    yield File(f"badges/{manual.id}.json", to_json(data))


def _message(manual: Manual, release: Release) -> str:
    if manual.status.state is not State.ACTIVE:
        return words.STATES[manual.status.state]
    return f"{counted(len(release.tools), 'tool')}, v{release.version}"


def _svg(message: str, colour: str) -> str:
    left, right = (round(len(text) * _WIDTH + 12) for text in (LABEL, message))
    text = 'y="14" font-family="Verdana,Geneva,sans-serif" font-size="11" fill="#fff"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{LABEL}: {escape(message)}">'
        f"<title>{LABEL}: {escape(message)}</title>"
        f'<rect width="{left + right}" height="20" rx="3" fill="#1b2321"/>'
        f'<path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z" fill="{colour}"/>'
        f'<text x="6" textLength="{left - 12}" {text}>{LABEL}</text>'
        f'<text x="{left + 6}" textLength="{right - 12}" {text}>{escape(message)}</text></svg>\n'
    )
