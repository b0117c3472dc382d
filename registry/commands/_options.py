"""Options that several commands take."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.commands._refusal import Refusal
from registry.report import json_text

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping


class Existing(click.Path):
    """A file or folder to read; where there is none, *remedy* says what to do."""

    def __init__(self, remedy: str, *, is_folder: bool) -> None:
        super().__init__(exists=True, file_okay=not is_folder, dir_okay=is_folder, path_type=Path)
        self._remedy = remedy

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises Refusal, and BadParameter where another thing is in its place."""
        if not Path(value).exists():
            kind = "folder" if self.dir_okay else "file"
            raise Refusal(f"there is no {kind} {str(value)!r} here; {self._remedy}")
        return super().convert(value, param, ctx)


SITE = Existing("build it with `registry build`", is_folder=True)

CONFIG_FILE = Existing("name another with --config", is_folder=False)

CONFIG = click.option(
    "--config",
    type=CONFIG_FILE,
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's configuration.",
)

MANUALS = click.option(
    "--manuals",
    type=Existing("go to the folder of the registry, or name it with --manuals", is_folder=True),
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
