"""The text that a model reads about tools: cards of those that were found, and definitions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from registry.client.call.input_schemas import kinds, property_schema
from registry.client.call.permission import refusal
from registry.client.mcp.budget import shortened, tokens
from registry.source.narrowing import array

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.client._records import Tool
    from registry.client.call import Policy, Secrets, Target
    from registry.client.errors import RegistryError
    from registry.search import SearchAnswer

_SUMMARY = 150
_WHY = 160
_MOST_INPUTS = 8
_MOST_FIELDS = 5
_FIELD = 40
_NAME = 64
_QUALITY = {
    "weak": "Probably none of these does what was asked.",
    "none": "None of these does what was asked; try other words.",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A tool with what a call of it needs.

    Attributes:
        keys: the names under which its keys are looked up.
        missing: those of them that are not set, with how to get each.
        refusal: why it is not called here, or "".
    """

    tool: Tool
    target: Target
    keys: Sequence[str]
    missing: Mapping[str, str]
    refusal: str

    @classmethod
    def of(cls, tool: Tool, target: Target, secrets: Secrets, policy: Policy) -> Found:
        """Return *tool* with what *secrets* and *policy* mean to its calls."""
        keys, missing = secrets.names(target), secrets.missing(target)
        return cls(tool, target, keys, missing, refusal(target, policy))


def cards(
    answer: SearchAnswer, found: Sequence[Found], refused: Sequence[RegistryError], budget: int
) -> str:
    """Return the tools *found* in the order of *answer*, as many as *budget* tokens hold.

    *refused* says why others of it are not among them.
    """
    reasons = (str(each).partition("\n")[0] for each in refused)
    lines = [*_remarks(answer), *(f"Left out: {shortened(each, _WHY)}" for each in reasons)]
    count = 0
    for candidate in found:
        line = card(candidate)
        if count and tokens("\n".join([*lines, line])) > budget - _MORE:
            break
        lines.append(line)
        count += 1
    left = answer.total - len(refused) - count
    if count and left > 0:
        lines.append(f"{left} more: narrow the question, or raise limit and max_tokens.")
    return "\n".join(lines)


_MORE = 40
"""Tokens for the line that says how many there are beside those that are shown."""


def _remarks(answer: SearchAnswer) -> Iterator[str]:
    """Yield what there is to say of the answer as a whole."""
    if not answer.hits:
        yield "No tool was found; try other words, or fewer filters."
    elif remark := _QUALITY.get(str(answer.quality)):
        lacked = ", ".join(repr(shortened(word, 30)) for word in answer.missing[:3])
        yield f"{remark} The first lacks {lacked}." if lacked else remark
    if answer.wish:
        wish = repr(shortened(answer.wish, 80))
        yield f"Known to be missing: {wish}; if that is the task, other words will not find it."
    for word, instead in answer.corrections[:3]:
        yield f"{shortened(word, 30)!r} was read as {shortened(', '.join(instead), 60)}."
    for word, begun in answer.completed:
        begins = shortened(", ".join(begun), 60)
        yield f"{shortened(word, 30)!r} was taken for the beginning of {begins}."
    if answer.is_foreign:
        yield "The catalogue is in English: ask in English."
    for facet, values, known in answer.labels[:2]:
        named = shortened(", ".join(known), 120)
        yield f"No tool has {facet} {shortened(', '.join(values), 40)!r}; there are: {named}."


def card(found: Found) -> str:
    """Return one tool on two lines: what it does, and what a call of it takes."""
    tool, target = found.tool, found.target
    names = _required(target.inputs)
    inputs = ", ".join(
        _input(name, property_schema(target.inputs, name)) for name in names[:_MOST_INPUTS]
    )
    more = f" and {len(names) - _MOST_INPUTS} more" if len(names) > _MOST_INPUTS else ""
    needs = f"needs {inputs}{more}" if inputs else "no inputs"
    if not inputs and target.inputs.get("properties"):
        needs = "all inputs are optional"
    refused = (f"cannot be called here: it {found.refusal}",) if found.refusal else ()
    parts = (target.effect, _keys(found), needs, *refused)
    return f"{tool.id}: {shortened(tool.description, _SUMMARY)}\n  {'; '.join(parts)}"


def _input(name: str, schema: Mapping[str, Any]) -> str:
    """Return what is said of a required input: its type, and the fields that an object needs."""
    kind = "|".join(sorted(kinds(schema))) or "any"
    fields = _required(schema)
    names = [shortened(each, _FIELD) for each in fields[:_MOST_FIELDS]]
    more = ["…"] if len(fields) > _MOST_FIELDS else []
    return (
        f"{shortened(name, _NAME)} ({kind}{' with ' if names else ''}{', '.join([*names, *more])})"
    )


def _required(schema: Mapping[str, Any]) -> list[str]:
    return [*map(str, array(schema.get("required")))]


def _keys(tool: Found) -> str:
    if tool.missing:
        return f"key {', '.join(tool.missing)} (not set)"
    return "key is set" if tool.keys else "no key"


def definitions(found: Sequence[Found], budget: int) -> str:
    """Return the whole definitions of *found* as JSON, without their outputs where they are long.

    Tools that do not fit into *budget* tokens even so are named by their ids.
    """
    whole = [_definition(each, has_outputs=True) for each in found]
    brief = [_definition(each, has_outputs=False) for each in found]
    for candidates in (whole, brief):
        text = _json({"tools": candidates})
        if tokens(text) <= budget:
            return text
    fitting: list[dict[str, Any]] = []
    for definition in brief:
        if fitting and tokens(_json({"tools": [*fitting, definition]})) > budget:
            break
        fitting.append(definition)
    left = [str(each["id"]) for each in brief[len(fitting) :]]
    return _json({"tools": fitting, **({"ask_again_for": left} if left else {})})


def _definition(candidate: Found, *, has_outputs: bool) -> dict[str, Any]:
    tool, target = candidate.tool, candidate.target
    record: dict[str, Any] = {
        "id": tool.id,
        "version": tool.version,
        "effect": target.effect,
        "description": tool.description,
        "hosts": list(target.hosts),
        "inputs": target.inputs,
    }
    if candidate.refusal:
        record["cannot_be_called_here"] = candidate.refusal
    if candidate.keys:
        record["keys"] = [_key(candidate, name) for name in candidate.keys]
    if examples := tool.definition.get("examples"):
        record["examples"] = [
            {"task": each.get("task", ""), "arguments": each["arguments"]} for each in examples[:2]
        ]
    if not tool.outputs:
        return record
    if has_outputs:
        record["outputs"] = tool.outputs
    else:
        record["outputs_left_out"] = "they are long; ask for this tool only, with more max_tokens"
    return record


def _key(tool: Found, name: str) -> dict[str, Any]:
    if name not in tool.missing:
        return {"name": name, "is_set": True}
    advice = tool.missing[name]
    return {"name": name, "is_set": False, **({"how_to_get_it": advice} if advice else {})}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_markdown(found: Found) -> str:
    """Return *found* to be read: the same facts as on its page."""
    tool, target = found.tool, found.target
    lines = [
        f"# {tool.id}",
        "",
        _quoted(tool.description),
        "",
        f"- version {tool.version}, sha256 {tool.sha256}",
        f"- effect: {target.effect}",
        f"- hosts: {', '.join(target.hosts) or 'none'}",
        f"- keys: {', '.join(found.keys) or 'none'}",
        "",
        "## Inputs",
        "",
        *_code(target.inputs),
    ]
    if tool.outputs:
        lines += ["", "## Outputs", "", *_code(tool.outputs)]
    for each in tool.definition.get("examples") or ():
        task = shortened(str(each.get("task", "")), _SUMMARY)
        lines += ["", f"## Example: {task}", "", *_code(each["arguments"])]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return *text* as a quotation: no line of it is taken for a heading of ours."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _code(value: object) -> list[str]:
    return [f"    {line}" for line in json.dumps(value, ensure_ascii=False, indent=1).splitlines()]
