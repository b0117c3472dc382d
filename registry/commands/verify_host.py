"""`registry verify-host`: whether a host names its publisher."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import proof
from registry.commands._options import MANUALS, today
from registry.commands._problems import EXIT_PROBLEMS
from registry.report import printable

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Check that a publisher's hosts name it, and write it down.")
@click.argument("publisher")
@click.argument("hosts", nargs=-1, metavar="[HOST]...")
@MANUALS
def command(publisher: str, hosts: tuple[str, ...], manuals: Path) -> None:
    """Check that a publisher's hosts name it, and write the day into its publisher.yaml.

    Each HOST, or all that publisher.yaml lists, has to serve the file
    /.well-known/open-tool-registry.json, which names the publisher and its owners. Run it where
    nothing but the public network can be reached.

    Exit codes: 0 all of them do, 1 one does not, 2 wrong use.

    \b
    Example:
      registry verify-host acme
      registry verify-host acme api.acme.com
    """
    try:
        found = proof.find(manuals, publisher)
        foreign = [host for host in hosts if host not in found.hosts]
        if foreign or not found.hosts:
            wrong = repr(foreign[0]) if foreign else "a host"
            raise click.UsageError(f"the publisher.yaml of {publisher!r} does not list {wrong}")
        proofs = proof.prove(found, hosts or found.hosts)
        verified = [each.host for each in proofs if not each.problem]
        if verified:
            click.echo(proof.record(manuals, found, verified, today()))
    except proof.NoSuchPublisherError as error:
        raise click.UsageError(str(error)) from None
    for each in proofs:
        click.echo(f"{each.host}: {printable(each.problem) or 'verified'}")
    if len(verified) < len(proofs):
        click.echo(f"the file has to say: {proof.statement(found)}", err=True)
        sys.exit(EXIT_PROBLEMS)
