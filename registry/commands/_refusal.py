"""What is said where a command cannot do what it was asked for."""

from __future__ import annotations

import click

from registry.report import printable


class Refusal(click.ClickException):
    """Nothing was done; says why and, if there is something, what to do. It needs no usage."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the message; what it quotes cannot steer a terminal."""
        return safe(self.message)


def safe(text: str) -> str:
    """Return *text* of several lines with nothing in it that a terminal acts upon."""
    return "\n".join(printable(line, len(text) + 1) for line in text.split("\n"))
