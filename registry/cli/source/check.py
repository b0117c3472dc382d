"""`registry source check`: a manual and the provider's OpenAPI document, fact by fact."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from registry.authoring import source_comparison
from registry.authoring.importers.sources import UnusableSourceError
from registry.authoring.source_comparison import Verdict, record, report
from registry.catalogue.find_manual import NoSuchReleaseError, find_newest
from registry.cli._completion import manuals as manuals_named
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import JSON, MANUALS
from registry.cli._refusal import Refusal, refusing
from registry.cli._today import today

if TYPE_CHECKING:
    from pathlib import Path

    from registry.authoring.source_comparison import ApiDocument, Comparison
    from registry.model import Release


@click.command(short_help="Compare a manual with its provider's OpenAPI documents.")
@click.argument("manual", metavar="PUBLISHER/MANUAL", shell_complete=manuals_named)
@click.option(
    "--document",
    "documents",
    multiple=True,
    required=True,
    metavar="FILE|URL|-",
    help="An OpenAPI document (2, 3.0, 3.1) or an API Blueprint; may be repeated. For a manual in "
    "another protocol than UTCP, what its server lists: for MCP, one reply to tools/list.",
)
@click.option(
    "--write",
    is_flag=True,
    help="Keep the result in benchmarks/facts; the documents are those that the release names.",
)
@click.option("--all", "with_right", is_flag=True, help="Print what is right, too.")
@MANUALS
@JSON
def source_check_command(
    *,
    manual: str,
    documents: tuple[str, ...],
    write: bool,
    with_right: bool,
    manuals: Path,
    as_json: bool,
) -> None:
    """Compare every fact of a manual's newest release with the provider's own documents.

    Facts are what both state: host, path and method, credentials, names, places, whether an input
    is required, types, choices, defaults, limits, what may be null in a reply, and every reply
    that a document shows. Each is right, wrong, stricter (safe, but something is
    lost) or not found.

    With --write, the result is kept in benchmarks/facts/PUBLISHER/MANUAL.yaml and published. Pass
    the documents that the release names in `sources` with the kind openapi or api-blueprint, in
    that order. What people wrote there stays: `looked_up`, and `because` of a difference.

    Exit codes: 0 nothing is wrong, 1 something is, 2 usage error.

    \b
    Example:
      registry source check deepl/translate --document openapi.yaml
      registry source check deepl/translate --document openapi.yaml --write
      registry source check twilio/messaging --document api.json --document lookups.json --json
    """
    with refusing(NoSuchReleaseError, UnusableSourceError):
        release = find_newest(manuals, manual)
        read, found = _comparison(release, documents)
    if write:
        _keep(manuals, found, read)
    click.echo(report.as_json(found) if as_json else report.as_text(found, with_right=with_right))
    sys.exit(EXIT_PROBLEMS if found.count(Verdict.WRONG) else 0)


def _comparison(
    release: Release, documents: tuple[str, ...]
) -> tuple[list[ApiDocument], Comparison]:
    """Return the *documents* that were read, and *release* compared with them.

    Raises Refusal for several listings.
    """
    if source_comparison.is_listed(release):
        if len(documents) > 1:
            raise Refusal(f"{release.manual_id} has one listing: name one --document")
        listing = source_comparison.read_listing(documents[0], release)
        return [listing], source_comparison.compare_with_listing(release, listing)
    read = [source_comparison.read_document(each) for each in documents]
    return read, source_comparison.compare_release(release, read)


def _keep(manuals: Path, found: Comparison, documents: list[ApiDocument]) -> None:
    with refusing(record.CannotRecordError):
        path = record.record(manuals, found, documents, today())
    click.echo(f"written: {os.path.relpath(path)}", err=True)
