"""Compare two releases, or two definitions of a tool: every change, and how much it matters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.changes._call_compatibility import call_differences, reach, sent
from registry.changes._graver_effects import call_of, claims_less, tools_by_call
from registry.changes._keyword_strictness import canonical_text
from registry.changes._renaming import renamed
from registry.changes._schema_compatibility import schema_differences
from registry.changes._tool_difference import Kind, Side, ToolDifference, replaced, short_value
from registry.changes.model_texts import compare_texts
from registry.model import first_sentence
from registry.model.derived import derived
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.model import Release, Tool
    from registry.source import Pointer


@dataclass(frozen=True, slots=True)
class Change:
    """One change between two releases.

    Attributes:
        tool: the name of the tool that changes; "" for the whole manual.
        kind: how much it matters.
        sentence: what changes, in plain words, with the authors' own values escaped.
        is_security: whether it affects where a call goes, what it runs or what it may use.
        pointer: its place in the tool's definition, for `Tool.at`.
    """

    tool: str
    kind: Kind
    sentence: str
    is_security: bool = False
    pointer: Pointer = ()


def compare_releases(
    before: Release, after: Release, earlier: Iterable[Release] = ()
) -> tuple[Change, ...]:
    """Return the changes from *before* to *after*, the most serious first, then by tool.

    A new tool is also compared with those of *earlier* releases that make the same call.
    """
    old, new = before.tool_by_name, after.tool_by_name
    changes = [
        *_goings(before, after),
        *_comings(old, new, [tool for each in earlier for tool in each.tools]),
        *_manual_changes(before, after),
    ]
    for name in old.keys() & new.keys():
        changes += (_change(name, each) for each in _differences(old[name], new[name]))
    return _sorted(changes)


def compare_tools(before: Tool, after: Tool) -> tuple[Change, ...]:
    """Return the changes from one definition of a tool to another, the most serious first."""
    return _sorted(_change(after.name, each) for each in _differences(before, after))


def _sorted(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(
        sorted(
            changes, key=lambda each: (-each.kind, not each.is_security, each.tool, each.sentence)
        )
    )


def gravest(changes: Iterable[Change]) -> Kind | None:
    """Return the most serious kind among *changes*; None if there are none."""
    return max((change.kind for change in changes), default=None)


def _change(tool: str, difference: ToolDifference) -> Change:
    return Change(
        tool, difference.kind, difference.sentence, difference.is_security, difference.pointer
    )


def _goings(before: Release, after: Release) -> Iterator[Change]:
    old, new = before.tool_by_name, after.tool_by_name
    faulty = {tool.name for tool in after.faulty}
    names = renamed(old, new)
    for name in old.keys() - new.keys():
        if other := names.get(name):
            what_happened = f"is now called {short_value(other)}"
        elif name in faulty:
            what_happened = "cannot be compared, because it has errors"
        else:
            what_happened = "was removed" if after.is_whole else "was removed, or has errors"
        yield Change(name, Kind.BREAKING, f"the tool {what_happened}")


def _comings(
    old: Mapping[str, Tool], new: Mapping[str, Tool], earlier: Iterable[Tool]
) -> Iterator[Change]:
    added = {name: tool for name, tool in new.items() if name not in old}
    if not added:
        return
    reached_before = {each for tool in old.values() for each in reach(tool)}
    sent_before = {each for tool in old.values() for each in sent(tool)}
    known = tools_by_call((*earlier, *old.values()))
    for name, tool in added.items():
        news = [words for each, words in reach(tool).items() if each not in reached_before]
        news += (
            f"sends the variable {short_value(variable)} to {short_value(host)}, too"
            for variable, host in sorted(sent(tool) - sent_before)
            if variable in {each for each, _ in sent_before}
        )
        news += filter(None, [claims_less(tool)])
        news += (
            f"its call is that of {short_value(each.name)}, but {tool.effect} and not {each.effect}"
            for each in known.get(call_of(tool), {}).values()
            if each.effect.is_graver_than(tool.effect)
        )
        beyond = ", ".join(news)
        sentence = f"the tool is new, and {beyond}" if beyond else "the tool is new"
        yield Change(name, Kind.COMPATIBLE, sentence, is_security=bool(beyond))


def _differences(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    yield from _wording_changes(old, new)
    schemas = tuple(_schema_differences(old, new))
    yield from schemas or _words_in_schemas(old, new)
    yield from call_differences(old, new)


def _schema_differences(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    if _schemas(old) == _schemas(new):
        return
    yield from schema_differences(Side.INPUT, old.inputs, new.inputs)
    if old.outputs is not None and new.outputs is not None:
        yield from schema_differences(Side.OUTPUT, old.outputs, new.outputs)
    elif old.outputs is not None:
        yield ToolDifference(Kind.BREAKING, "the tool no longer describes its output", ("outputs",))
    elif new.outputs is not None:
        yield ToolDifference(Kind.COMPATIBLE, "the tool now describes its output", ("outputs",))


@derived
def _schemas(tool: Tool) -> str:
    """Return both schemas of *tool*: in most pairs of releases, most tools have the same."""
    return canonical_text([tool.inputs, tool.outputs])


def _words_in_schemas(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    """Yield a difference if models read other words than before, wherever they are kept.

    Nothing judges them: comments, examples, or what is below a keyword that is compared whole.
    """
    if (old.inputs, old.outputs) == (new.inputs, new.outputs):
        return
    for key, side in (("inputs", Side.INPUT), ("outputs", Side.OUTPUT)):
        found = [each for each in compare_texts(old, new) if each.where.startswith(f"{key}.")]
        before, after = ({each.before for each in found}, {each.after for each in found})
        if before - {""} != after - {""}:
            sentence = f"words in the schema of the {side.value} have changed"
            yield ToolDifference(Kind.COSMETIC, sentence, (key,))


def _wording_changes(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    if old.description != new.description:
        yield ToolDifference(Kind.COSMETIC, "the description has changed", ("description",))
    if old.tags != new.tags:
        yield ToolDifference(Kind.COSMETIC, "the tags have changed", ("tags",))
    if [(each.task, each.arguments) for each in old.examples] != [
        (each.task, each.arguments) for each in new.examples
    ]:
        yield ToolDifference(Kind.COSMETIC, "the examples have changed")
    shown = [each.example_output.value if each.example_output else None for each in (old, new)]
    if shown[0] != shown[1]:
        yield ToolDifference(Kind.COSMETIC, "the documented response has changed")


def _manual_changes(before: Release, after: Release) -> Iterator[Change]:
    if (before.protocol, before.dialect) != (after.protocol, after.dialect):
        written = f"{after.protocol} {after.dialect}"
        yield Change("", Kind.COSMETIC, f"the manual is now written in {written}")
    if before.title != after.title:
        yield Change("", Kind.COSMETIC, "the title has changed")
    if _own_summary(before) != _own_summary(after):
        yield Change("", Kind.COSMETIC, "the summary has changed")
    yield from _server_changes(before, after)
    old = before.self_hosted.start if before.self_hosted else ""
    new = after.self_hosted.start if after.self_hosted else ""
    if old != new:
        sentence = f"the server is started by {short_value(new)} instead of {short_value(old)}"
        yield Change("", Kind.BREAKING, sentence, is_security=True)


def _server_changes(before: Release, after: Release) -> Iterator[Change]:
    """Yield what is another server to hosts and to clients of its protocol."""
    names = [mapping(each.registry.get("server")).get("name") for each in (before, after)]
    # Clients of OpenTool call what its document names, whatever `x-registry` says.
    urls = [mapping(each.source.get("server")).get("url") for each in (before, after)]
    for subject, (old, new) in (
        ("the name of the server in MCP registries", names),
        ("the server that the document names", urls),
    ):
        if old != new:
            yield Change("", Kind.COSMETIC, replaced(subject, old, new), is_security=True)


def _own_summary(release: Release) -> str:
    """Return what *release* says it is for, "" where that is only taken from its first tool."""
    taken = first_sentence(release.tools[0].description if release.tools else "")
    return release.summary if release.summary != taken else ""
