"""Options of the commands that call tools, or offer them."""

from __future__ import annotations

import click

from registry.cli._options import FILE

YES = click.option(
    "--yes", is_flag=True, help="Do not ask for confirmation, not even before destructive calls."
)

ALLOW_LOCAL = click.option(
    "--allow-local",
    is_flag=True,
    help="Allow tools that start programs, or call servers, on this machine.",
)

ALLOW_PRIVATE = click.option(
    "--allow-private", is_flag=True, help="Allow tools on hosts in a private network."
)

SECRETS_FILE = click.option(
    "--secrets",
    type=FILE,
    help="A file with the keys of tools as lines NAME=value, which only you may read (chmod 600).",
)
