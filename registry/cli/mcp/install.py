"""`registry mcp install`: enter the server into the configuration of an MCP host."""

from __future__ import annotations

from pathlib import Path

import click

from registry.cli._options import FILE_TO_WRITE, JSON, REGISTRY, print_json
from registry.cli._published_registry import named
from registry.cli._refusal import Refusal
from registry.client.mcp import host_configurations, install
from registry.web import is_url


@click.command(short_help="Add the server to the configuration of an MCP host.")
@click.argument("host", type=click.Choice([each.id for each in host_configurations.HOSTS]))
@REGISTRY
@click.option(
    "--name", default=host_configurations.NAME, show_default=True, help="Its name in the host."
)
@click.option("--only", multiple=True, metavar="ID", help="As for `registry mcp`.")
@click.option("--expose", multiple=True, metavar="ID", help="As for `registry mcp`.")
@click.option("--read-only", is_flag=True, help="As for `registry mcp`.")
@click.option(
    "--file",
    type=FILE_TO_WRITE,
    help="The file to write.  [default: the one that the host reads]",
)
@click.option("--print", "prints", is_flag=True, help="Print the entry, and write nothing.")
@JSON
def mcp_install_command(
    *,
    host: str,
    registry: str | None,
    name: str,
    only: tuple[str, ...],
    expose: tuple[str, ...],
    read_only: bool,
    file: Path | None,
    prints: bool,
    as_json: bool,
) -> None:
    """Add the MCP server of a registry to the configuration of a host.

    Everything else in the file stays. With --print, prints the entry and, if the host has them, its
    own command and the link that do the same.

    Exit codes: 0 written or printed, 2 usage error, such as a file that cannot be changed without
    losing its comments.

    \b
    Example:
      registry mcp install cursor --registry https://example.org/
      registry mcp install codex --registry https://example.org/ --read-only --print
    """
    place = named(registry)
    place = place if is_url(place) else str(Path(place).resolve())
    options = [
        *(word for each in only for word in ("--only", each)),
        *(word for each in expose for word in ("--expose", each)),
        *(["--read-only"] if read_only else []),
    ]
    chosen, server = (
        host_configurations.host(host),
        host_configurations.registry_server(place, options, name),
    )
    path = file or install.file_of(chosen)
    if prints:
        _print(chosen, server, path, as_json=as_json)
        return
    if path.parts[0] == "~":
        raise Refusal(f"{path} cannot be found, since this user has no home folder; name --file")
    try:
        after = install.with_server(chosen, server, install.content_of(path))
    except install.InstallError as error:
        raise Refusal(f"{path} was not changed: {error}; --print shows what to enter") from None
    install.write(path, after)
    if as_json:
        print_json({"host": host, "file": str(path), "server": server.name})
    else:
        click.echo(f"added {server.name} to {path}; restart {chosen.name} if it is running")


def _print(
    host: host_configurations.Host, server: host_configurations.Server, path: Path, *, as_json: bool
) -> None:
    command = host.command(server) if host.command else ""
    link = host.link(server) if host.link else ""
    if as_json:
        found = {"host": host.id, "file": str(path), "text": host.text(server)}
        print_json({**found, "command": command, "link": link})
        return
    click.echo(f"# {path}", err=True)
    click.echo(host.text(server), nl=False)
    if command:
        click.echo(f"# or run: {command}", err=True)
    if link:
        click.echo(f"# or open: {link}", err=True)
