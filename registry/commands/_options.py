"""Options that several commands take."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.report import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

MANUALS = click.option(
    "--manuals",
    type=FOLDER,
    default=Path("manuals"),
    show_default=True,
    help="The folder to read.",
)

FOLDER_TO_MAKE = click.Path(file_okay=False, path_type=Path)

MANUALS_TO_WRITE = click.option(
    "--manuals",
    type=FOLDER_TO_MAKE,
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to write into.",
)

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def today() -> str:
    """Return the date in UTC, `YYYY-MM-DD`: commands look at the clock, what they call does not."""
    return datetime.now(UTC).date().isoformat()


def print_json(data: Mapping[str, object]) -> None:
    """Print *data* as JSON, in which no character can steer a terminal."""
    click.echo(json_text(json.dumps(data, indent=2)))
