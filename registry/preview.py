"""One manual as the registry would show it: its pages, and the JSON that an agent gets."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import lookup, policy, utcp_tools
from registry.pipeline import build

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Manual, Release, Tool
    from registry.pipeline import Built
    from registry.publish import Settings
    from registry.source import Json


class NothingToShowError(Exception):
    """There is no such manual or tool, or none that is listed; says why."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be shown: a *manual*, or one *tool* of it."""

    manual: Manual
    release: Release
    tool: Tool | None

    @property
    def page(self) -> str:
        """The page, below the root of the site."""
        return f"tools/{self.tool.id}/" if self.tool else f"manuals/{self.manual.id}/"

    @property
    def obstacles(self) -> tuple[str, ...]:
        """Why UTCP clients get less than everything, if so."""
        tools = [self.tool] if self.tool else self.release.tools
        return tuple(
            f"{tool.name}: {each}" for tool in tools for each in utcp_tools.obstacles(tool)
        )


def find(manuals: Path, name: str) -> Subject:
    """Return what *name*, `publisher/manual` or `publisher/manual/tool`, stands for.

    Raises NothingToShowError.
    """
    publisher, _, rest = name.partition("/")
    manual_name, _, tool_name = rest.partition("/")
    try:
        manual = lookup.find(manuals, f"{publisher}/{manual_name}".rstrip("/"))
    except lookup.NoSuchReleaseError as error:
        raise NothingToShowError(str(error)) from None
    release = manual.latest
    if release is None:
        raise NothingToShowError(
            f"{manual.id} has no release that is shown: none can be read, or all are yanked or "
            "prereleases"
        )
    if not tool_name:
        return Subject(manual, release, None)
    tools = {tool.name: tool for tool in release.tools}
    if tool_name not in tools:
        offered = ", ".join(tools) or "none"
        raise NothingToShowError(
            f"{manual.id} {release.version} has no tool {tool_name!r}; it has {offered}"
        )
    return Subject(manual, release, tools[tool_name])


def agent_json(subject: Subject) -> str:
    """Return what an agent loads: the UTCP manual, or one tool of it."""
    if subject.tool:
        data: Json = utcp_tools.document(subject.tool)
    else:
        usable = (tool for tool in subject.release.tools if not utcp_tools.load_obstacles(tool))
        data = utcp_tools.manual(subject.release.version, map(utcp_tools.document, usable))
    return json.dumps(data, indent=2)


def build_alone(
    subject: Subject, manuals: Path, folder: Path, config: Path, settings: Settings
) -> Built:
    """Build a site of the publisher of *subject* alone into *folder*, which is empty.

    Problems are those of the publisher's files, with the paths that they have in *manuals*.
    """
    alone = folder / "source" / manuals.name
    publisher = subject.manual.publisher.name
    shutil.copytree(manuals / publisher, alone / publisher, symlinks=True)
    rules = manuals.absolute().parent / policy.NAME
    if rules.is_file():
        shutil.copy(rules, alone.parent)
    return build(alone, folder / "site", config, settings)
