"""The names of inputs as a model takes them, and which input of the tool each stands for.

Claude refuses a request in which one input is called `filter[stop]`, with all tools in it. Such an
input is offered as `filter_stop_`, and called by its own name. Gemini takes only what could be the
name of a variable.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.client.functions.losses import Losses
    from registry.source import Json

REFUSED_BY_CLAUDE = re.compile(r"[^A-Za-z0-9_.-]")
REFUSED_BY_GEMINI = re.compile(r"[^A-Za-z0-9_]|^(?=[0-9])")
"""What is replaced by `_`, in the names of the inputs of one tool.

https://docs.cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/FunctionDeclaration
"""

_LONGEST = 64
_LONGEST_STEM = 57
"""What is kept of a name where a number follows."""

_NAMING = (
    *("dependencies", "dependentRequired", "dependentSchemas", "patternProperties"),
    *("propertyNames", "if", "then", "else"),
)
"""Conditions that know inputs by their own names: only the call asks them of renamed ones."""


def own_names(
    inputs: Iterable[str], refused: re.Pattern[str] = REFUSED_BY_CLAUDE
) -> dict[str, str]:
    """Return each of the names *inputs* by the one under which it is offered, mostly itself.

    What the model has *refused* in a name is replaced by `_`.
    """
    names: dict[str, str] = {}
    alike: Counter[str] = Counter()
    for own_name in sorted(inputs, key=lambda each: _accepted(each, refused) != each):
        name = _accepted(own_name, refused)
        stem = name[:_LONGEST_STEM]
        while name in names:
            alike[stem] += 1
            name = f"{stem}_{alike[stem] + 1}"
        names[name] = own_name
    return names


def with_names(
    schema: Mapping[str, Json], names: Mapping[str, str], losses: Losses
) -> dict[str, Json]:
    """Return *schema*, that of all inputs, with the *names* under which they are offered.

    It has `properties`, as after `plain_object`, and *names* are what `own_names` returns.
    """
    offered = {own: name for name, own in names.items()}
    result, properties = dict(schema), cast("dict[str, Json]", schema["properties"])
    if any(own != name for name, own in names.items()):
        for key in sorted(result.keys() & {*_NAMING}):
            del result[key]
            losses.add(f"the condition `{key}`, which knows inputs by other names")
    result["properties"] = {name: properties[own] for name, own in names.items()}
    if "required" in result:
        required = cast("list[str]", result["required"])
        result["required"] = [offered.get(each, each) for each in required]
    return result


def renamed(arguments: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, Json]:
    """Return *arguments* under other *names*, which are given by those that they have."""
    return {names.get(name, name): value for name, value in arguments.items()}


def _accepted(name: str, refused: re.Pattern[str]) -> str:
    return refused.sub("_", name)[:_LONGEST] or "_"
