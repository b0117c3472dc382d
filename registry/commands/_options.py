"""Options that several commands take."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

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

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def today() -> str:
    """Return the date in UTC, `YYYY-MM-DD`: commands look at the clock, what they call does not."""
    return datetime.now(UTC).date().isoformat()
