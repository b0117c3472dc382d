"""`registry import python`: create a manual from the functions of a module."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry.authoring.importers import sources
from registry.authoring.importers.python import manual
from registry.cli.import_._request import importing
from registry.utcp_export import METHODS

if TYPE_CHECKING:
    from registry.authoring.importers.draft import Draft, ImportRequest


@click.command(short_help="Create a manual from the functions of a Python module.")
@click.argument("module", metavar="MODULE[:NAME]")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--url",
    default="",
    help="The URL that calls a function; {function} is replaced by its name, other {names} by "
    "inputs. Not needed for functions with UTCP's decorator.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="GET",
    show_default=True,
    help="The HTTP method of --url.",
)
@click.option(
    "--python",
    default=sys.executable,
    show_default="this one",
    help="The interpreter that has the module's dependencies.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="How long importing the module may take.",
)
@importing
def import_python_command(
    module: str,
    names: tuple[str, ...],
    *,
    request: ImportRequest,
    url: str,
    method: str,
    python: str,
    seconds: float,
) -> Draft:
    """Create a manual from functions with type hints and docstrings, and check it.

    The module, a dotted name or a file, is imported, which runs its code with your permissions; no
    function is called. Without a NAME, takes the functions in __all__, or else those that the
    module defines and whose names do not start with an underscore.

    Types become JSON Schemas, including dataclasses, TypedDicts and Pydantic models. Descriptions
    are read from docstrings in Google, NumPy or reStructuredText style, and from Annotated.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or the module cannot be imported.

    \b
    Example:
      registry import python acme.tools --url https://api.acme.com/v1/{function}
      registry import python tools.py:get_time get_date --url https://api.acme.com/{function}
    """
    sources.check_url("--url", url)
    module, _, first = module.partition(":")
    wanted = ((first,) if first else ()) + names
    call = manual.CallPattern(url, method) if url else None
    found = manual.describe_module(python, module, wanted, seconds)
    return manual.python_draft(module, found, call, request)
