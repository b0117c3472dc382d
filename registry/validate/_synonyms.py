"""The names by which formats call the same part of a tool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_THINGS = (
    {"tools", "functions", "actions", "operations", "endpoints"},
    {"name", "toolname", "functionname", "operationid"},
    {"description", "summary", "desc", "about"},
    {"inputs", "input", "parameters", "params", "arguments", "args", "parametersschema"}
    | {"inputsschema", "inputschema", "argumentsschema", "argsschema", "schema"},
    {"outputs", "output", "return", "returns", "result", "results", "response", "responses"}
    | {"outputsschema", "outputschema", "responseschema", "resultschema", "returnschema"},
    {"toolcalltemplate", "calltemplate", "toolcall", "call", "request"},
)
"""By thing, its names in lower case and without separators."""


def synonym(key: str, known: Collection[str]) -> str:
    """Return the one of *known* that is another name for the same thing as *key*, or ""."""
    thing = next((each for each in _THINGS if _plain(key) in each), frozenset[str]())
    found = [each for each in known if _plain(each) in thing]
    return found[0] if len(found) == 1 else ""


def _plain(key: str) -> str:
    return re.sub(r"[\W_]", "", key).lower()
