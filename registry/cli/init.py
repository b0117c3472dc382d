"""`registry init`: create a registry of your own."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from registry.authoring import init
from registry.cli._options import FOLDER_TO_MAKE, JSON, print_json
from registry.cli._refusal import Refusal, refusing
from registry.cli._today import today

if TYPE_CHECKING:
    from pathlib import Path

SECTION = "Build and publish"


@click.command(short_help="Create a registry of your own.")
@click.argument("folder", type=FOLDER_TO_MAKE)
@click.option("--name", default="Our tools", show_default=True, help="The name of the registry.")
@click.option(
    "--url",
    default=init.NOWHERE,
    show_default=True,
    help="The https URL of its site.",
)
@click.option(
    "--action",
    metavar="OWNER/NAME@REVISION",
    default="",
    help="This program's repository on GitHub; needed to write the workflows.",
)
@click.option(
    "--schemas",
    "is_upgrade",
    is_flag=True,
    help="Only update the schemas for editors, after an upgrade.",
)
@JSON
def init_command(
    folder: Path, name: str, url: str, action: str, *, is_upgrade: bool, as_json: bool
) -> None:
    """Create a registry of your own: write its repository into a new or empty folder.

    The folder may be the clone of an empty repository. The new registry has settings, rules, pages
    and an example that passes the check; with --action, also issue forms, and the workflows that
    check pull requests and publish the site.

    Exit codes: 0 written, 2 usage error, such as a folder that is not empty or, with --schemas, is
    not a registry.

    \b
    Example:
      registry init tools --name "Tools of Acme" --url https://tools.acme.com/
    """
    source_of = click.get_current_context().get_parameter_source
    for option in ("name", "url", "action"):
        if is_upgrade and source_of(option) is ParameterSource.COMMANDLINE:
            raise Refusal(f"--schemas only writes the schemas again; leave out --{option}")
    with refusing(init.CannotCreateError):
        config = init.RegistryConfig(name, url, action)
        if is_upgrade:
            written = list(init.write_schemas(folder))
        else:
            written = list(init.create_registry(folder, config, today()))
    if as_json:
        print_json({"files": [path.as_posix() for path in written]})
        return
    for path in written:
        click.echo(path)
    if is_upgrade:
        return
    if not action:
        click.echo(
            "no workflows were written; name this program's repository with --action", err=True
        )
    elif config.has_movable_action:
        click.echo(
            f"{action} can be moved to other code, which the workflows would run; in .github/, "
            "write the commit in its place, with all 40 digits",
            err=True,
        )
    if url == init.NOWHERE:
        click.echo(
            f"README.md, mkdocs.yml, docs/ and deploy/ name {init.NOWHERE} as the address of your "
            "site; state it with --url in another folder, or replace it there",
            err=True,
        )
    here = shlex.quote(str(folder))
    # The workflow `publish` only runs on main.
    click.echo(f"next: cd {here} && git init -b main && registry check && registry build", err=True)
