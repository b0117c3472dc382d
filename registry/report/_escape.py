"""Make text from strangers safe to print, one function for each kind of reader."""

from __future__ import annotations

MAX_LENGTH = 600
"""Characters of one message: a quoted value of a whole page would bury the other problems."""


def printable(text: str, limit: int = MAX_LENGTH) -> str:
    r"""Return *text* on one line with every invisible or moving character written out.

    Control characters, line breaks, bidirectional overrides, joiners, tag characters and odd
    spaces become `\x1b`, `\u202e` and so on. `##[`, with which old runners of GitHub Actions start
    a command anywhere in a line, is broken up too.
    """
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    shown = text if text.isprintable() else "".join(map(_written_out, text))
    return shown.replace("##[", r"#\x23[")


def _written_out(character: str) -> str:
    # repr() writes out exactly what isprintable() refuses, and quotes the rest.
    return character if character.isprintable() else repr(character)[1:-1]


def workflow_data(text: str) -> str:
    """Return *text* for the message of a GitHub workflow command."""
    return printable(text).replace("%", "%25")


def workflow_property(text: str) -> str:
    """Return *text* for a property (`file=…`) of a GitHub workflow command."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def markdown(text: str) -> str:
    """Return *text* for a Markdown page as characters that mean nothing but themselves.

    Every ASCII character that could start markup, a link, a mention or HTML becomes a numeric
    entity.
    """
    return "".join(
        character
        if character.isalnum() or character == " " or not character.isascii()
        else f"&#{ord(character)};"
        for character in printable(text)
    )


def json_text(text: str) -> str:
    """Return JSON *text* that is ASCII already with nothing a terminal or a CI system acts upon."""
    return text.replace("##[", r"#\u0023[").replace("\x7f", r"\u007f")
