"""The error of a command that cannot do what it was asked for."""

from __future__ import annotations

import click

from registry.report import printable


class Refusal(click.ClickException):
    """Nothing was done. The message says why and what to do; the usage is not printed."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the message, with control characters escaped."""
        return safe(self.message)


def safe(text: str) -> str:
    """Return *text*, which may have several lines, with control characters escaped."""
    return "\n".join(printable(line, len(text) + 1) for line in text.split("\n"))
