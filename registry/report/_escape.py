"""Make text from strangers safe to print, with one function per kind of reader."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_LENGTH = 600
"""Characters of one message: a very long quoted value would bury the other problems."""

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
    "|(?<=[ -~\ufe0e\ufe0f])[\ufe0e\ufe0f](?!\u20e3)"
)
"""What Python takes for printable, and nobody sees: fillers, and variation selectors.

Emoji may have one of the last two of these, and a digit that is to be a key on a phone.
"""

_APART = "\N{ZERO WIDTH SPACE}"
_REFERENCE = re.compile(r"(?<![A-Za-z0-9])@(?=\w)|#(?=\d)|\bGH-(?=\d)", re.IGNORECASE)
"""The beginning of a mention: `@acme/owners`, `#12`, `acme/clock#12` or `GH-12`."""


def printable(text: str, limit: int = MAX_LENGTH) -> str:
    r"""Return *text* on one line with every invisible or control character escaped.

    Control characters, line breaks, bidirectional overrides, joiners, tag characters and unusual
    spaces become `\x1b`, `\u202e` and so on. `::` at its start and `##[` anywhere, which start
    commands of GitHub Actions, are also broken up.
    """
    return visible(text if len(text) <= limit else text[: limit - 1] + "…")


def visible(text: str) -> str:
    """Return *text* as `printable` does, however long it is."""
    escaped = text if text.isprintable() else "".join(map(_written_out, text))
    if not escaped.isascii():
        escaped = _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], escaped)
    if escaped.lstrip().startswith("::"):
        escaped = escaped.replace("::", r"\x3a:", 1)
    return escaped.replace("##[", r"#\x23[")


def _written_out(character: str) -> str:
    # repr() escapes exactly what isprintable() rejects, and quotes the rest.
    return character if character.isprintable() else repr(character)[1:-1]


def workflow_data(text: str) -> str:
    """Return *text* for the message of a GitHub workflow command."""
    return printable(text).replace("%", "%25")


def workflow_property(text: str) -> str:
    """Return *text* for a property (`file=…`) of a GitHub workflow command."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def markdown(text: str) -> str:
    """Return *text* for a Markdown page, without any markup.

    Every ASCII character that could start markup, a link or HTML becomes a numeric entity. GitHub
    looks for mentions of people and issues when these are characters again, so they are broken up.
    """
    return "".join(
        character
        if (character.isalnum() or character == " " or not character.isascii())
        and character != _APART
        else f"&#{ord(character)};"
        for character in _REFERENCE.sub(rf"\g<0>{_APART}", printable(text))
    )


def json_text(data: Mapping[str, object]) -> str:
    """Return *data* as ASCII JSON, without what a terminal or CI system executes."""
    text = json.dumps(data, indent=2)
    return text.replace("##[", r"#\u0023[").replace("\x7f", r"\u007f")
