"""`registry import`: manuals from existing descriptions, one module per kind."""

from __future__ import annotations

from pathlib import Path

import click

from registry.cli._command_group import CommandGroup
from registry.cli._refusal import Refusal
from registry.web import is_url

SECTION = "Write manuals"


class _Kinds(CommandGroup):
    """The kinds of imports."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the import that *args* start with; if they name a source instead, say which."""
        sources = [each for each in args[:2] if _is_source(each)]
        if sources and self.get_command(ctx, args[0]) is None:
            from registry.authoring.importers.wrong_import import without_kind  # noqa: PLC0415

            raise Refusal(without_kind(sources[0]))
        return super().resolve_command(ctx, args)


def _is_source(word: str) -> bool:
    """Return whether *word* is not the name of a command, but of a file or a URL."""
    return is_url(word) or bool(Path(word).suffix) or Path(word).is_file()


@click.group(
    "import",
    cls=_Kinds,
    package=__name__,
    short_help="Create a manual from a description that you already have.",
)
def import_command() -> None:
    """Create a manual from a description that you already have.

    \b
    Example:
      registry import openapi https://api.example.com/openapi.json
      registry import curl requests.sh
      registry import mcp --publisher acme -- npx -y @acme/mcp-server@1.4.2
    """
