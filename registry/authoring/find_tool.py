"""Find the tool that a command is given: in the folder of manuals, or in a published registry."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.client.call import Secrets, Target

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from registry.client import Catalogue
    from registry.source import Json


@dataclass(frozen=True, slots=True)
class FoundTool:
    """A tool of the newest release of its manual.

    Attributes:
        version: of the release.
        sha256: the digest of *definition*.
        definition: everything that the release says of it.
        target: the same, as it is called.
        keys: the names under which its keys are looked up, each with how to get it, or "".
        status: what to know of its manual before it is used, such as `deprecated: why`, or "".
    """

    version: str
    sha256: str
    definition: Mapping[str, Json]
    target: Target
    keys: Mapping[str, str]
    status: str


class NoToolError(Exception):
    """There is no such tool; the message says why, and what there is instead."""


def find_tool(name: str, manuals: Path, catalogue: Catalogue | None) -> FoundTool:
    """Return the tool *name*, `publisher/manual/tool`, of *catalogue*, or else of *manuals*.

    Raises NoToolError and, for a catalogue, RegistryError.
    """
    name = name.rstrip("/")
    return _own_tool(name, manuals) if catalogue is None else _published_tool(name, catalogue)


def _own_tool(name: str, manuals: Path) -> FoundTool:
    # What is published needs none of it.
    from registry.authoring import preview  # noqa: PLC0415
    from registry.catalogue.manuals_folder import load_tree  # noqa: PLC0415
    from registry.catalogue.tool_definition import tool_definition, tool_digest  # noqa: PLC0415

    if not manuals.is_dir():
        raise NoToolError(f"there is no folder {str(manuals)!r}; name a registry with --registry")
    try:
        subject = preview.find_subject(manuals, name)
    except preview.NothingToShowError as error:
        if "/" in name or name in {each.name for each in load_tree(manuals).publishers}:
            raise NoToolError(str(error)) from None
        raise NoToolError(
            f"{name!r} is not the id of a tool: write publisher/manual/tool; find it with: "
            f"registry search {shlex.quote(name)}"
        ) from None
    if subject.tool is None:
        raise _manual_given(name, [tool.name for tool in subject.release.tools])
    definition = tool_definition(subject.tool)
    target = Target.of(subject.tool.id, definition)
    keys = _keys(target, Secrets.of_environment(takes_plain_names=True))
    digest = tool_digest(subject.tool)
    status = _status(subject.manual.status.state, subject.manual.status.reason)
    return FoundTool(subject.release.version, digest, definition, target, keys, status)


def _published_tool(name: str, catalogue: Catalogue) -> FoundTool:
    if name.count("/") == 1:
        raise _manual_given(name, [*catalogue.manual(name).tools])
    tool = catalogue.tool(name)
    target = Target.of_tool(tool)
    keys = _keys(target, Secrets.of_environment())
    manual = catalogue.manual(target.manual_id)
    status = _status(manual.state, manual.reason)
    return FoundTool(tool.version, tool.sha256, tool.definition, target, keys, status)


def _manual_given(name: str, tools: Sequence[str]) -> NoToolError:
    listed = ", ".join(tools) or "none"
    return NoToolError(
        f"{name} is a manual; add the name of one of its tools: {name}/TOOL; it has {listed}"
    )


def _status(state: str, reason: str) -> str:
    return "" if state == "active" else ": ".join(filter(None, (state, reason)))


def _keys(target: Target, secrets: Secrets) -> dict[str, str]:
    return dict.fromkeys(secrets.names(target), "") | secrets.missing(target)
