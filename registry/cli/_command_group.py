"""A group of commands: the modules of a package."""

from __future__ import annotations

import importlib
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from registry import plugins
from registry.cli import _extras
from registry.cli._refusal import Refusal
from registry.diagnostics import nearest

_SUMMARY = re.compile(r'\bshort_help="([^"]+)"')
_SECTION = re.compile(r'^SECTION = "([^"]+)"', re.MULTILINE)

SECTIONS = ("Write manuals", "Review changes", "Build and publish", "Use a registry")
"""The sections of a list of commands, in order; a module names one of them in `SECTION`."""


def function_name(module: str) -> str:
    """Return the name of the command in *module*, such as `trust_init_command`.

    *module* is a full dotted name. No two commands share a name, so a traceback says which it was.
    """
    names = module.removeprefix(f"{__package__}.").split(".")
    return "_".join((*(name.removesuffix("_") for name in names), "command"))


class CommandGroup(click.Group):
    """The commands in the modules of *package*, each imported when it is used.

    The command `import` is in the module `import_`, because `import` is a keyword.
    """

    def __init__(self, *args: Any, package: str, **more: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **more)
        self._modules = {
            name.removesuffix("_").replace("_", "-"): f"{package}.{name}"
            for name in plugins.names(importlib.import_module(package))
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted({*super().list_commands(ctx), *self._modules})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called *cmd_name*, or None.

        If its libraries are missing, the command only prints what to install.
        """
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        try:
            module = importlib.import_module(self._modules[cmd_name])
        except ModuleNotFoundError as error:
            return _missing_extra(cmd_name, error)
        command: click.Command = getattr(module, function_name(module.__name__))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands by section, those without one under `Commands`.

        Commands are only imported to say for which a library is missing: importing all of them
        takes five times as long as reading what their source says of them.
        """
        names = self.list_commands(ctx)
        longest = max(map(len, names))
        listed: dict[str, list[tuple[str, str]]] = {title: [] for title in (*SECTIONS, "Commands")}
        for name in names:
            source = self._source(name)
            title = _stated_string(_SECTION, source) or "Commands"
            listed[title].append((name.ljust(longest), self._summary(ctx, name, source)))
        for title, rows in listed.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def _source(self, name: str) -> str:
        spec = find_spec(self._modules[name])
        return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""

    def _summary(self, ctx: click.Context, name: str, source: str) -> str:
        if _extras.can_import_commands():
            return _stated_string(_SUMMARY, source)
        command = self.get_command(ctx, name)
        return (command and command.short_help) or ""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what click has it return
        """Run the command. Raises Refusal with installation advice if a library is missing."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise _argument_as_option(error) or error from None
        except ModuleNotFoundError as error:
            advice = _extras.advice(error)
            if advice is None:
                raise
            raise Refusal(advice) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* start with; suggest the nearest name if there is none."""
        near = nearest(args[0], self.list_commands(ctx))
        if near and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near!r}?")
        return super().resolve_command(ctx, args)


def _stated_string(what: re.Pattern[str], source: str) -> str:
    """Return the string that *source* states, or "" if it states none."""
    found = what.search(source)
    return found[1] if found else ""


def _argument_as_option(error: click.NoSuchOption) -> click.UsageError | None:
    """Return what to say if the option that there is none of is an argument of the command."""
    arguments = error.ctx.command.params if error.ctx else []
    name = error.option_name.lstrip("-").replace("-", "_")
    if not any(isinstance(each, click.Argument) and each.name == name for each in arguments):
        return None
    return click.UsageError(
        f"{error.option_name} is no option: give its value by itself.", error.ctx
    )


def _missing_extra(name: str, error: ModuleNotFoundError) -> click.Command:
    """Return a command that only says what to install for the library that *error* misses."""
    advice = _extras.advice(error)
    if advice is None:
        raise error

    def refuse() -> None:
        raise Refusal(advice)

    return click.Command(
        name,
        callback=refuse,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        help=advice,
        short_help=f"(needs the extra `{_extras.EXTRA_OF[str(error.name).partition('.')[0]]}`)",
        add_help_option=False,
    )
