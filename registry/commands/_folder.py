"""A group of commands that are the modules of a package."""

from __future__ import annotations

import difflib
import importlib
from typing import Any

import click

from registry import discover


class Folder(click.Group):
    """The commands in the modules of *package*, each imported when it is wanted.

    The command `import` is in the module `import_`, since a module cannot have its name.
    """

    def __init__(self, *args: Any, package: str, **more: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **more)
        self._modules = {
            name.removesuffix("_").replace("_", "-"): f"{package}.{name}"
            for name in discover.names(importlib.import_module(package))
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted({*super().list_commands(ctx), *self._modules})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called *cmd_name*, or None."""
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        command: click.Command = importlib.import_module(self._modules[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that *args* start with; a misspelt one is answered with a guess."""
        near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
        if near and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)
