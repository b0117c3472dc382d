"""`registry import`: manuals out of descriptions that there are already, one kind a module."""

from __future__ import annotations

import click

from registry.commands._folder import Folder


@click.group("import", cls=Folder, package=__name__)
def command() -> None:
    """Make a manual of a description that you have already.

    \b
    Example:
      registry import openapi https://api.example.com/openapi.json
      registry import mcp --publisher acme -- npx -y @acme/mcp-server@1.4.2
    """
