"""`registry trust`: create and renew the roots that say who may sign the site."""

from __future__ import annotations

import click

from registry.cli._command_group import CommandGroup

SECTION = "Build and publish"


@click.group(
    "trust",
    cls=CommandGroup,
    package=__name__,
    short_help="Manage the keys and roots that readers trust.",
)
def trust_command() -> None:
    """Create the root that readers trust, and the roots that follow it.

    \b
    Example:
      registry trust init --keys ../registry-keys
    """
