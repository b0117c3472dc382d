"""`registry verify-host`: check that hosts name their publisher."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import JSON, MANUALS, print_json
from registry.cli._refusal import Refusal, refusing
from registry.cli._today import today
from registry.report import printable
from registry.review import verify_host

if TYPE_CHECKING:
    from pathlib import Path

SECTION = "Review changes"


@click.command(short_help="Check that a publisher's hosts name it, and record the date.")
@click.argument("publisher")
@click.argument("hosts", nargs=-1, metavar="[HOST]...")
@MANUALS
@JSON
def verify_host_command(
    publisher: str, hosts: tuple[str, ...], manuals: Path, *, as_json: bool
) -> None:
    """Check that a publisher's hosts name it, and record the date in its publisher.yaml.

    Each HOST, or every host in publisher.yaml, must serve the file
    /.well-known/open-tool-registry.json, which names the publisher and its owners. Run it on a
    machine that can only reach the public network.

    Exit codes: 0 every host names the publisher, 1 one does not, 2 usage error.

    \b
    Example:
      registry verify-host acme
      registry verify-host acme api.acme.com
    """
    with refusing(verify_host.NoSuchPublisherError):
        found = verify_host.find_publisher(manuals, publisher)
        foreign = [host for host in hosts if host not in found.hosts]
        if foreign or not found.hosts:
            wrong = repr(foreign[0]) if foreign else "a host"
            raise Refusal(f"the publisher.yaml of {publisher!r} does not list {wrong}")
        proofs = verify_host.verify_hosts(found, hosts or found.hosts)
        verified = [each.host for each in proofs if not each.problem]
        path = (
            verify_host.record_verification(manuals, found, verified, today()) if verified else None
        )
    if as_json:
        print_json(
            {
                "files": [path.as_posix()] if path else [],
                "hosts": [{"host": each.host, "problem": each.problem} for each in proofs],
                "statement": json.loads(verify_host.expected_statement(found)),
            }
        )
        sys.exit(EXIT_PROBLEMS if len(verified) < len(proofs) else 0)
    if path:
        click.echo(path)
    for each in proofs:
        click.echo(f"{each.host}: {printable(each.problem) or 'verified'}")
    if len(verified) < len(proofs):
        click.echo(f"the file must contain: {verify_host.expected_statement(found)}", err=True)
        sys.exit(EXIT_PROBLEMS)
