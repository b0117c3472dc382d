"""`registry lock`: the tools that an agent may use, in the definitions that were agreed to."""

from __future__ import annotations

import click

from registry.cli._command_group import CommandGroup

SECTION = "Use a registry"


@click.group(
    "lock",
    cls=CommandGroup,
    package=__name__,
    short_help="Lock the tools that an agent may use.",
)
def lock_command() -> None:
    """Keep `tools.lock`: the tools that an agent may use, with the definitions you agreed to.

    \b
    Example:
      registry lock add open-meteo/forecast --registry https://example.org/
      registry lock check --registry https://example.org/
    """
