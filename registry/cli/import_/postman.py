"""`registry import postman`: create a manual from a collection of Postman."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.authoring.importers.example_requests import examples_draft, examples_groups
from registry.authoring.importers.postman import asking_for_environment, read_postman
from registry.cli.import_._choice import choosing, show_groups, with_progress
from registry.cli.import_._request import importing

if TYPE_CHECKING:
    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.authoring.importers.openapi import Choose, Wanted


@click.command(short_help="Create a manual from a Postman collection.")
@click.argument("source", metavar="FILE|URL|-")
@click.option(
    "--environment",
    "environments",
    multiple=True,
    metavar="FILE",
    help="An exported environment with values of variables; may be repeated.",
)
@choosing
@importing
def import_postman_command(
    source: str,
    *,
    environments: tuple[str, ...],
    wanted: Wanted,
    is_list: bool,
    choose: Choose | None,
    request: ImportRequest,
) -> Draft:
    """Create a manual from a Postman collection (v2.0, v2.1), and check it.

    `-` is the collection on standard input. Folders are what --only and --list choose by; saved
    responses become outputs. Variables in a host need a value, from the collection, an environment
    or --server; keys become a ${VARIABLE}. Scripts are not run, and nothing is sent.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or not a Postman collection.

    \b
    Example:
      registry import postman acme.postman_collection.json --list
      registry import postman acme.postman_collection.json --only Users --server https://api.acme.com
      registry import postman collection.json --environment production.json
    """
    examples = read_postman(source, environments)
    if is_list:
        show_groups(examples_groups(source, examples, wanted, with_progress))
    drafted = examples_draft(source, examples, wanted, request, with_progress, choose)
    return drafted if environments else asking_for_environment(drafted)
