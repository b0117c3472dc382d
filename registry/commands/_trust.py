"""What the commands that sign, and those that look at signatures, have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.commands._extras import install_command
from registry.commands._options import FOLDER_TO_MAKE
from registry.commands._refusal import Refusal

if TYPE_CHECKING:
    from types import ModuleType

TRUST = click.option(
    "--trust",
    "folder",
    type=FOLDER_TO_MAKE,
    default=Path("trust"),
    show_default=True,
    help="The folder of roots, which is part of the repository.",
)

KEYS = click.option(
    "--keys",
    type=FOLDER_TO_MAKE,
    required=True,
    help="A folder of private keys, outside of the repository.",
)

ROOT_KEY = "root-*.pem"
ONLINE_KEY = "online.pem"


def signing() -> ModuleType:
    """Return the module that signs. Ends with a sentence where its libraries are missing."""
    try:
        from registry import signing as module  # noqa: PLC0415 - most commands do without it
    except ImportError as error:
        raise Refusal(
            f"signatures need more packages ({error.name} is missing); install them with: "
            f"{install_command('sign')}"
        ) from None
    return module
