"""`registry trust`: who may sign the site, as readers know it."""

from __future__ import annotations

import click

from registry.commands._folder import Folder


@click.group("trust", cls=Folder, package=__name__, short_help="Say who may sign the site.")
def command() -> None:
    """Make the root that readers trust, and the ones that follow it."""
