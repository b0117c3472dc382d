"""`registry import openapi`: create a manual from an OpenAPI or Swagger document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.authoring.importers.openapi import drafts
from registry.cli.import_._choice import choosing, show_groups, with_progress
from registry.cli.import_._request import importing

if TYPE_CHECKING:
    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.authoring.importers.openapi import Choose, Wanted


@click.command(short_help="Create a manual from an OpenAPI or Swagger document.")
@click.argument("source", metavar="FILE|URL|-")
@choosing
@importing
def import_openapi_command(
    source: str,
    *,
    wanted: Wanted,
    is_list: bool,
    choose: Choose | None,
    request: ImportRequest,
) -> Draft:
    """Create a manual from an OpenAPI or Swagger document (2.0, 3.0 to 3.2), and check it.

    `-` is the document on standard input. On a terminal, it asks which operations of a large
    document you want, unless you chose.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    every operation that was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or not an OpenAPI document.

    \b
    Example:
      registry import openapi stripe.json --list
      registry import openapi stripe.json --only 'Get*' --only /v1/refunds --exclude '*Test*'
      registry import openapi petstore.yaml --publisher acme --manual pets
      registry import openapi https://api.example.com/openapi.json --only orders --max 30
      registry import openapi local.json --server https://api.example.com/v1 --json
      registry import openapi etherpad.json --server http://localhost:9001 --self-hosted etherpad
    """
    if is_list:
        show_groups(drafts.openapi_groups(source, wanted, with_progress))
    return drafts.openapi_draft(source, wanted, request, with_progress, choose)
