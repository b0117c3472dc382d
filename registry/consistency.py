"""Hold what a file says against the rest of it, against its name, and against other manuals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry import protocols, versions
from registry.protocols import X_REGISTRY
from registry.validate import nearest, problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.model import Manual, Tool
    from registry.protocols import Draft, ManualProtocol
    from registry.source import Document, Json, Pointer


def version(document: Document, pointer: Pointer | None, named: str) -> Iterator[Diagnostic]:
    """Report a version at *pointer* of *document* that is not *named*, that of the file name."""
    stated = document.get(pointer) if pointer else None
    if pointer and isinstance(stated, str) and stated != named:
        ending = document.path.rpartition(".")[2]
        rename = f", or rename the file to {stated}.{ending}" if versions.parse(stated) else ""
        yield problem(
            document.place(pointer),
            "version-mismatch",
            f"the document says version {stated!r}, the file name says {named!r}",
            f"write {named!r} here{rename}",
        )


def registry_keys(draft: Draft, protocol: ManualProtocol) -> Iterator[Diagnostic]:
    """Report keys of `x-registry` that only manuals of other protocols have a use for."""
    for key in draft.registry:
        users = [each.TITLE for each in protocols.protocols().values() if key in each.REGISTRY_KEYS]
        if users and protocol.TITLE not in users:
            yield problem(
                draft.document.key_place((X_REGISTRY, key)),
                "unknown-key",
                f"`{X_REGISTRY}` has a key that {protocol.TITLE} manuals have no use for: {key!r}",
                f"remove it: only manuals of {' and '.join(users)} need it",
            )


def tool_names(draft: Draft, known: set[str]) -> Iterator[Diagnostic]:
    """Report names in `x-registry` that are none of the *known* tools of the manual."""
    examples = cast("list[dict[str, Any]]", draft.registry.get("examples", []))
    spots: list[tuple[Pointer, str]] = [
        ((X_REGISTRY, "examples", index, "tool"), example["tool"])
        for index, example in enumerate(examples)
    ]
    effects = draft.registry.get("effects")
    if isinstance(effects, dict):
        spots.extend(((X_REGISTRY, "effects", name), name) for name in effects)
    for pointer, name in spots:
        if known and name not in known:
            yield problem(
                draft.document.place(pointer),
                "unknown-tool",
                f"the manual has no tool {name!r}",
                _meant(name, known) or "name a tool of this manual",
            )


def tools(draft: Draft, found: tuple[Tool, ...]) -> Iterator[Diagnostic]:
    """Report a manual without tools, and variables that are explained and that no tool has."""
    if not found:
        yield problem(
            draft.document.place(),
            "empty-manual",
            "the manual has no tools",
            "describe at least one tool",
        )
        return
    used = {variable.name for tool in found for variable in tool.variables}
    for name in cast("dict[str, Json]", draft.registry.get("variables", {})):
        if name not in used:
            yield problem(
                draft.document.key_place((X_REGISTRY, "variables", name)),
                "unknown-variable",
                f"no tool of the manual has the variable {name!r}",
                _meant(name, used) or "remove it",
            )


def yanked(manual: Manual, document: Document, known: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Report versions that `manual.yaml` yanks and that are not among the *known* ones."""
    for each in manual.yanked:
        if each not in known:
            yield problem(
                document.key_place(("yanked", each)),
                "unknown-version",
                f"{manual.id} has no version {each!r} to yank",
                f"its versions: {', '.join(known) or 'none'}",
            )


def successors(manuals: list[Manual]) -> Iterator[Diagnostic]:
    """Report `replaced_by` where it leads nowhere, or back to the manual itself."""
    known = {manual.id for manual in manuals}
    for manual in manuals:
        successor = manual.status.replaced_by
        if manual.origin and successor and (successor == manual.id or successor not in known):
            yield problem(
                manual.origin.at("status", "replaced_by").place,
                "unknown-manual",
                f"the registry has no other manual {successor!r}",
                _meant(successor, known - {manual.id}) or "remove the line",
            )


def _meant(name: str, known: set[str]) -> str:
    guess = nearest(name, tuple(sorted(known)))
    return f"did you mean {guess!r}?" if guess else ""
