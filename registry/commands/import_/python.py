"""`registry import python`: a manual out of the functions of a module."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import fetch
from registry.commands.import_._order import importing
from registry.importers import draft
from registry.importers.python import manual

if TYPE_CHECKING:
    from registry.importers.draft import Draft, Order

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@click.command(short_help="Make a manual of the functions of a Python module.")
@click.argument("module", metavar="MODULE[:NAME]")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--url",
    default="",
    help="The address by which a function is called; {function} stands for its name, and other "
    "{places} for inputs. Not needed for functions with the decorator of UTCP.",
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
    help="The interpreter that has what the module imports.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="How long importing the module may take.",
)
@importing
def command(
    module: str,
    names: tuple[str, ...],
    *,
    order: Order,
    url: str,
    method: str,
    python: str,
    seconds: float,
) -> Draft:
    """Make a manual of functions with type hints and docstrings, and check it.

    The module, a dotted name or a file, is imported, and so run, with the rights that you have; no
    function is called. Without a NAME, the functions in __all__ are taken, or those that the
    module defines and whose names do not begin with an underscore.

    Types become JSON Schemas, also of dataclasses, TypedDicts and Pydantic models; descriptions are
    read from docstrings in the style of Google, NumPy or reStructuredText, and from Annotated.

    Writes the release, and drafts of publisher.yaml and manual.yaml where there are none; files
    that are there are never touched. Then tells what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use, or the module cannot be imported.

    \b
    Example:
      registry import python acme.tools --url https://api.acme.com/v1/{function}
      registry import python tools.py:get_time get_date --url https://api.acme.com/{function}
    """
    if url and not fetch.is_url(url):
        told = f"--url {url} is no full address; begin it with https://"
        raise draft.UnusableSourceError(told)
    module, _, first = module.partition(":")
    wanted = ((first,) if first else ()) + names
    call = manual.Call(url, method) if url else None
    found = manual.describe(python, module, wanted, seconds)
    return manual.convert(module, found, call, order)
