"""The tools of the reference servers: toolkits for OTC and OXP, documents for OpenTool.

Every tool is computed on the spot, without network or clock, so the same call always gives the
same answer (the bookshelf remembers what it was told, and nothing else).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.providers.arguments import Schema


class ToolError(Exception):
    """A tool could not do what was asked.

    *hint* is what a model may read before it tries again, *retry_after* after how many
    milliseconds the same call may work.
    """

    def __init__(self, message: str, hint: str = "", *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Account:
    """An account that a user must connect before a tool runs for them: its *id*, its scopes."""

    id: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolkitTool:
    """One version of one tool; *run* takes the parameters of *input_schema* by name.

    With an *account*, it only runs for users who have allowed it.
    """

    name: str
    version: str
    description: str
    input_schema: Schema
    output_schema: Schema
    run: Callable[..., Any]
    account: Account | None = None


@dataclass(frozen=True, slots=True)
class Toolkit:
    """Tools that belong together, called as `<name>.<tool>@<version>`; old versions come first."""

    name: str
    version: str
    description: str
    tools: tuple[ToolkitTool, ...]

    def renewed(self, version: str) -> Toolkit:
        """Return this toolkit as *version*, with the same tools; callers of old versions remain."""
        latest = {tool.name: replace(tool, version=version) for tool in self.tools}
        return replace(self, version=version, tools=(*self.tools, *latest.values()))


@dataclass(frozen=True, slots=True)
class Function:
    """One function of an OpenTool document; *returns* is its Return object, None for no value."""

    name: str
    description: str
    parameters: tuple[dict[str, Any], ...]
    returns: dict[str, Any] | None
    run: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class FunctionSet:
    """The functions of one OpenTool document, which states *opentool* as its specification."""

    opentool: str
    title: str
    version: str
    description: str
    functions: tuple[Function, ...]


def schema_of(properties: dict[str, Schema]) -> Schema:
    """Return the closed object schema of *properties*, all of them required."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def parameter(
    name: str, schema: Schema, description: str, *, required: bool = True
) -> dict[str, Any]:
    """Return the Parameter object of an OpenTool function."""
    return {"name": name, "description": description, "schema": schema, "required": required}
