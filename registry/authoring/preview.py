"""Preview one manual: its pages, and the JSON that an agent gets."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.catalogue.assemble import assemble
from registry.catalogue.find_manual import NoSuchReleaseError, find_manual_and_problems
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.shown_paths import display_prefix, file_called
from registry.catalogue.tree import Tree
from registry.diagnostics import command, did_you_mean, has_errors
from registry.report import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.diagnostics import Diagnostic
    from registry.model import Manual, Release, Tool
    from registry.pipeline import Built
    from registry.settings import Settings


class NothingToShowError(Exception):
    """The manual or tool does not exist or is not listed; the message says why."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a preview: a *manual* with its latest *release*, or one *tool* of it.

    *problems* are those that keep its files from being read whole.
    """

    manual: Manual
    release: Release
    tool: Tool | None
    problems: tuple[Diagnostic, ...]

    @property
    def page(self) -> str:
        """The path of its page, relative to the root of the site."""
        return f"tools/{self.tool.id}/" if self.tool else f"manuals/{self.manual.id}/"

    @property
    def obstacles(self) -> tuple[str, ...]:
        """The reasons why UTCP clients do not get all of its tools, one string each."""
        tools = [self.tool] if self.tool else self.release.tools
        return tuple(
            f"{tool.name}: {each}" for tool in tools for each in utcp_export.obstacles(tool)
        )


def find_subject(manuals: Path, name: str) -> Subject:
    """Return the manual or tool called *name*: `publisher/manual` or `publisher/manual/tool`.

    Raises NothingToShowError.
    """
    publisher, _, rest = name.partition("/")
    manual_name, _, tool_name = rest.partition("/")
    # Of a path, the error says which manual is meant.
    manual_id = (name if Path(name).exists() else f"{publisher}/{manual_name}").rstrip("/")
    try:
        manual, problems = find_manual_and_problems(manuals, manual_id)
    except NoSuchReleaseError as error:
        raise NothingToShowError(str(error)) from None
    release = manual.latest
    if release is None:
        raise NothingToShowError(
            f"{manual.id} has no release to show"
            + (_to_check(problems, manuals) or "; all are yanked or prereleases, or it has none")
        )
    if not tool_name:
        return Subject(manual, release, None, problems)
    tools = release.tool_by_name
    if tool_name not in tools:
        path = release.document.path
        of_release = [each for each in problems if each.place.path == path]
        raise NothingToShowError(
            f"{manual.id} {release.version} has no tool {tool_name!r}"
            + (
                _to_check(of_release, manuals)
                or "; " + (did_you_mean(tool_name, tools) or f"it has {', '.join(tools) or 'none'}")
            )
        )
    return Subject(manual, release, tools[tool_name], problems)


def _to_check(problems: Sequence[Diagnostic], manuals: Path) -> str:
    """Return how a sentence ends that errors among *problems* explain; "" without one."""
    for each in problems:
        if has_errors((each,)):
            path = each.place.path
            line = command("check", file_called(path, manuals), manuals=manuals)
            return f"; {path} has errors; run: {line}"
    return ""


def agent_json(subject: Subject) -> str:
    """Return the JSON that an agent loads: the UTCP manual, or one tool of it."""
    if subject.tool:
        data = utcp_export.document(subject.tool)
    else:
        usable = (tool for tool in subject.release.tools if not utcp_export.load_obstacles(tool))
        data = utcp_export.manual(subject.release.version, map(utcp_export.document, usable))
    return json_text(data)


def build_publisher(
    subject: Subject, manuals: Path, folder: Path, config: Path, settings: Settings
) -> Built:
    """Build a site with only the publisher of *subject* into *folder*, which is empty.

    With it come the publishers whose manuals replace its own. The problems are those of their
    files, with the paths in *manuals*.
    """
    # Who only finds a manual or a tool, to call it, does not wait for these.
    from registry.pipeline import build  # noqa: PLC0415
    from registry.rules import POLICY_FILE, UNUSED_EXEMPTION  # noqa: PLC0415
    from registry.site.own_links import DEAD_LINK  # noqa: PLC0415

    alone = folder / "source" / manuals.name
    for publisher in _with_successors(manuals, subject.manual.publisher.name):
        shutil.copytree(manuals / publisher, alone / publisher, symlinks=True)
    rules = manuals.absolute().parent / POLICY_FILE
    if rules.is_file():
        shutil.copy(rules, alone.parent)
    built = build(alone, folder / "site", config, settings)
    # Of manuals that were not built, nobody knows whether exemptions are used and links lead on.
    unknown = (UNUSED_EXEMPTION, DEAD_LINK)
    kept = (each for each in built.checked.diagnostics if each.rule not in unknown)
    copied, start = f"{display_prefix(alone)}/", f"{display_prefix(manuals)}/"
    problems = tuple(
        each._replace(place=each.place._replace(path=start + each.place.path.removeprefix(copied)))
        if each.place.path.startswith(copied)
        else each
        for each in kept
    )
    return built._replace(checked=replace(built.checked, diagnostics=problems))


def _with_successors(manuals: Path, publisher: str) -> Iterator[str]:
    """Yield *publisher* and those below *manuals* whose manuals replace its own, and so on."""
    folders = {each.name: each for each in load_tree(manuals).publishers}
    wanted = [publisher]
    for name in wanted:
        yield name
        catalogue, _ = assemble(Tree((folders[name],), ()))
        named = (each.status.replaced_by.partition("/")[0] for each in catalogue.manuals)
        wanted += [each for each in dict.fromkeys(named) if each in folders and each not in wanted]
