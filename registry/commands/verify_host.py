"""`registry verify-host`: whether a host names its publisher."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from registry import proof
from registry.commands._options import JSON, MANUALS, print_json, today
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.report import printable

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Check that a publisher's hosts name it, and write it down.")
@click.argument("publisher")
@click.argument("hosts", nargs=-1, metavar="[HOST]...")
@MANUALS
@JSON
def command(publisher: str, hosts: tuple[str, ...], manuals: Path, *, as_json: bool) -> None:
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
            raise Refusal(f"the publisher.yaml of {publisher!r} does not list {wrong}")
        proofs = proof.prove(found, hosts or found.hosts)
        verified = [each.host for each in proofs if not each.problem]
        path = proof.record(manuals, found, verified, today()) if verified else None
    except proof.NoSuchPublisherError as error:
        raise Refusal(str(error)) from None
    if as_json:
        print_json(
            {
                "files": [path.as_posix()] if path else [],
                "hosts": [{"host": each.host, "problem": each.problem} for each in proofs],
                "statement": json.loads(proof.statement(found)),
            }
        )
        sys.exit(EXIT_PROBLEMS if len(verified) < len(proofs) else 0)
    if path:
        click.echo(path)
    for each in proofs:
        click.echo(f"{each.host}: {printable(each.problem) or 'verified'}")
    if len(verified) < len(proofs):
        click.echo(f"the file has to say: {proof.statement(found)}", err=True)
        sys.exit(EXIT_PROBLEMS)
