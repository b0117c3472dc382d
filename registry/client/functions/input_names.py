"""The names of inputs as a model takes them, and which input of the tool each stands for.

Claude refuses a request in which one input is called `filter[stop]`, with all tools in it. Such an
input is offered as `filter_stop_`, and called by its own name. Gemini takes only what could be the
name of a variable. Frameworks that make a class of the inputs of each tool take less: with one name
that begins with `_` (CrewAI, AutoGen) or has a dot (Semantic Kernel), they have no tools at all.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from registry.client.functions.losses import Losses
    from registry.source import Json

_REFUSED_BY_CLAUDE = re.compile(r"[^A-Za-z0-9_.-]")
_REFUSED_BY_GEMINI = re.compile(r"[^A-Za-z0-9_]|^(?=[0-9])")
"""What is replaced by `_`.

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


def name_for_claude(own_name: str) -> str:
    """Return *own_name* as Claude takes it."""
    return _REFUSED_BY_CLAUDE.sub("_", own_name)[:_LONGEST] or "_"


def name_for_gemini(own_name: str) -> str:
    """Return *own_name* as Gemini takes it."""
    return _REFUSED_BY_GEMINI.sub("_", own_name)[:_LONGEST] or "_"


def name_for_hosts(own_name: str) -> str:
    """Return *own_name* as every model and framework takes it: it begins with a letter."""
    name = name_for_gemini(own_name).lstrip("_")
    return name if name[:1].isalpha() else f"input_{name}"


def own_names(
    inputs: Iterable[str], accepted: Callable[[str], str] = name_for_claude
) -> dict[str, str]:
    """Return each of the names *inputs* by the one under which it is offered, mostly itself.

    That is what *accepted* returns, with a number if two inputs would have the same.
    """
    names: dict[str, str] = {}
    alike: Counter[str] = Counter()
    for own_name in sorted(inputs, key=lambda each: accepted(each) != each):
        name = accepted(own_name)
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
