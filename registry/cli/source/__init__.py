"""`registry source`: the providers' documents that manuals were written from."""

from __future__ import annotations

import click

from registry.cli._command_group import CommandGroup

SECTION = "Write manuals"


@click.group(
    "source", cls=CommandGroup, package=__name__, short_help="Compare manuals with sources."
)
def source_command() -> None:
    """Compare manuals with the providers' documents that they were written from.

    \b
    Example:
      registry source check deepl/translate --document openapi.yaml
    """
