"""Options that several commands take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.cli._refusal import Refusal
from registry.diagnostics import USUAL_MANUALS, command
from registry.report import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class _NamedPath(click.Path):
    """A path that ends in its name, which `.` and `..` do not say."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises BadParameter if it is of another kind."""
        is_named = Path(value).name not in {"", ".."}
        return super().convert(value if is_named else os.path.abspath(value), param, ctx)  # noqa: PTH100


class Existing(_NamedPath):
    """The path of a file or folder that must exist; *remedy* says of a path what to do if not."""

    def __init__(self, remedy: Callable[[Path], str], *, is_folder: bool) -> None:
        super().__init__(exists=True, file_okay=not is_folder, dir_okay=is_folder, path_type=Path)
        self._remedy = remedy

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises Refusal if it is missing, BadParameter if of another kind."""
        if not Path(value).exists():
            kind = "folder" if self.dir_okay else "file"
            remedy = self._remedy(Path(value))
            raise Refusal(f"the {kind} {str(value)!r} does not exist; {remedy}")
        return super().convert(value, param, ctx)


class _FolderToMake(_NamedPath):
    """A folder that is made, with those above it, if it does not exist."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises Refusal if it is a file, or below one."""
        for each in (Path(value), *Path(value).parents):
            if each.exists() and not each.is_dir():
                raise Refusal(f"there can be no folder {str(value)!r}: {str(each)!r} is a file")
        return super().convert(value, param, ctx)


class _ManualPath(click.Path):
    """A file or folder of the manuals, which must exist."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises Refusal for `publisher/manual`, BadParameter if it is missing."""
        meant = Path((ctx and ctx.params.get("manuals")) or "manuals", value)
        if not Path(value).exists() and meant.exists():
            raise Refusal(f"there is no path {str(value)!r} here; did you mean {str(meant)!r}?")
        return super().convert(value, param, ctx)


PATHS = click.argument("paths", nargs=-1, type=_ManualPath(exists=True, path_type=Path))

USUAL_SITE = Path("site")


def build_line(site: Path) -> str:
    """Return the line that builds the folder *site*."""
    return command("build", *(("--site", site) if site != USUAL_SITE else ()))


SITE = Existing(lambda site: f"build it with `{build_line(site)}`", is_folder=True)

CONFIG_FILE = Existing(lambda _: "choose another with --config", is_folder=False)

CONFIG = click.option(
    "--config",
    type=CONFIG_FILE,
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The configuration file of the site.",
)

MANUALS = click.option(
    "--manuals",
    type=Existing(lambda _: "change to the registry's folder, or use --manuals", is_folder=True),
    default=USUAL_MANUALS,
    show_default=True,
    help="The folder of manuals to read.",
)

FOLDER_TO_MAKE = _FolderToMake(file_okay=False, path_type=Path)

MANUALS_TO_WRITE = click.option(
    "--manuals",
    type=FOLDER_TO_MAKE,
    default=USUAL_MANUALS,
    show_default=True,
    help="The folder of manuals to write into.",
)

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

FILE_TO_WRITE = click.Path(dir_okay=False, path_type=Path)

MANUALS_WITHOUT_REGISTRY = click.option(
    "--manuals",
    type=FOLDER_TO_MAKE,
    default=USUAL_MANUALS,
    show_default=True,
    help="The folder to read without --registry.",
)

SIGNED_BY = click.option(
    "--signed-by",
    type=FILE,
    metavar="ROOT",
    help="Accept the registry only if its keys have signed it, starting from this root.",
)

REGISTRY = click.option(
    "--registry",
    metavar="URL|FOLDER",
    envvar="OPEN_TOOL_REGISTRY",
    help="A published registry: the URL of its site, or a folder with its files. "
    "[env: OPEN_TOOL_REGISTRY]",
)

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def print_json(data: Mapping[str, object]) -> None:
    """Print *data* as ASCII JSON, which cannot control a terminal."""
    click.echo(json_text(data))
