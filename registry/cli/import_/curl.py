"""`registry import curl`: create a manual from curl commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.authoring.importers.curl import read_curl
from registry.authoring.importers.example_requests import examples_draft, examples_groups
from registry.cli.import_._choice import choosing, show_groups, with_progress
from registry.cli.import_._request import importing

if TYPE_CHECKING:
    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.authoring.importers.openapi import Choose, Wanted


@click.command(short_help="Create a manual from curl commands.")
@click.argument("source", metavar="FILE|-")
@choosing
@importing
def import_curl_command(
    source: str,
    *,
    wanted: Wanted,
    is_list: bool,
    choose: Choose | None,
    request: ImportRequest,
) -> Draft:
    """Create a manual from curl commands, as documentation shows them, and check it.

    FILE, or `-` for standard input, may be a page of Markdown: a comment, heading or line before a
    command names the tool. Placeholders such as {id}, $ID and YOUR_ID become inputs, and keys a
    ${VARIABLE}; the values of a command become examples. Nothing is run or sent.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or no curl command.

    \b
    Example:
      registry import curl requests.sh
      registry import curl README.md --publisher acme --manual users --only users
      registry import curl - < requests.sh
    """
    examples = read_curl(source)
    if is_list:
        show_groups(examples_groups(source, examples, wanted, with_progress))
    return examples_draft(source, examples, wanted, request, with_progress, choose)
