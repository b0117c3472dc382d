"""`registry init`: a new registry, for somebody's own tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry import founding
from registry.commands._options import FOLDER_TO_MAKE, JSON, print_json, today
from registry.commands._refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Start a registry of your own.")
@click.argument("folder", type=FOLDER_TO_MAKE)
@click.option("--name", default="Our tools", show_default=True, help="What it is called.")
@click.option(
    "--url",
    default=founding.NOWHERE,
    show_default=True,
    help="The https address at which its site will be.",
)
@click.option(
    "--action",
    metavar="OWNER/NAME@REVISION",
    default="",
    help="The repository of this program on GitHub; with it, workflows are written, too.",
)
@JSON
def command(folder: Path, name: str, url: str, action: str, *, as_json: bool) -> None:
    """Start a registry of your own: write its repository into a new or empty folder.

    It has settings, rules, pages, one example that passes the check, and, with --action, the
    workflows that check pull requests and publish the site.

    \b
    Example:
      registry init tools --name "Tools of Acme" --url https://tools.acme.com/
    """
    try:
        charter = founding.Charter(name, url, action)
        written = list(founding.found(folder, charter, today()))
    except founding.CannotFoundError as error:
        raise Refusal(str(error)) from None
    if as_json:
        print_json({"files": [path.as_posix() for path in written]})
        return
    for path in written:
        click.echo(path)
    if not action:
        click.echo("no workflows: name the repository of this program with --action", err=True)
    click.echo(f"next: cd {folder} && git init && registry check && registry build", err=True)
