"""The errors of a command that cannot do what it was asked for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from registry.cli._exit_codes import EXIT_PROBLEMS, EXIT_REFUSED
from registry.report import visible

if TYPE_CHECKING:
    from collections.abc import Iterator


class Failure(click.ClickException):
    """Something was tried and failed. The message says why."""

    exit_code = EXIT_PROBLEMS

    def format_message(self) -> str:
        """Return the message, with control characters escaped."""
        return safe(self.message)


class Refusal(Failure):
    """Nothing was done. The message says why and what to do; the usage is not printed."""

    exit_code = EXIT_REFUSED


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Turn each of *errors* into a Refusal with the same message."""
    try:
        yield
    except errors as error:
        raise Refusal(str(error)) from None


def safe(text: str) -> str:
    """Return *text*, which may have several lines, with control characters escaped."""
    return "\n".join(map(visible, text.split("\n")))
