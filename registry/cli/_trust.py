"""Options and checks shared by the commands that sign and verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.cli._options import FOLDER_TO_MAKE, USUAL_SITE
from registry.diagnostics import USUAL_TRUST, command

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

FIRST_ROOT = "1.root.json"

TRUST = click.option(
    "--trust",
    "folder",
    type=FOLDER_TO_MAKE,
    default=USUAL_TRUST,
    show_default=True,
    help="The folder of trust roots, which belongs to the repository.",
)

KEYS = click.option(
    "--keys",
    type=FOLDER_TO_MAKE,
    required=True,
    help="A folder of private keys, outside the repository.",
)

ROOT_KEY = "root-*.pem"
ONLINE_KEY = "online.pem"
STORE_ONLINE_KEY = "store its text as REGISTRY_SIGNING_KEY in the secrets of the publishing job"

OWNER_ONLY = 0o600
"""The permissions of a private key, from the moment in which its file has its name."""


def sign_line(site: Path, trust: Path = USUAL_TRUST) -> str:
    """Return the line that signs the folder *site* with the roots in the folder *trust*."""
    where = () if trust == USUAL_TRUST else ("--trust", trust)
    return command("sign", *(() if site == USUAL_SITE else (site,)), *where)


def signing() -> ModuleType:
    """Return the package `registry.signing`. Raises ModuleNotFoundError without its libraries."""
    from registry import signing as module  # noqa: PLC0415 - most commands do without it

    return module
