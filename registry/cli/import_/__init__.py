"""`registry import`: manuals from existing descriptions, one module per kind."""

from __future__ import annotations

import click

from registry.cli._command_group import CommandGroup

SECTION = "Write manuals"


@click.group(
    "import",
    cls=CommandGroup,
    package=__name__,
    short_help="Create a manual from a description that you already have.",
)
def import_command() -> None:
    """Create a manual from a description that you already have.

    \b
    Example:
      registry import openapi https://api.example.com/openapi.json
      registry import curl requests.sh
      registry import mcp --publisher acme -- npx -y @acme/mcp-server@1.4.2
    """
