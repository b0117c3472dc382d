"""Options that several commands take."""

from __future__ import annotations

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

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
