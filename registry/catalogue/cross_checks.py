"""Check a file for consistency with itself, with its name and with other manuals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from registry.diagnostics import Diagnostic, Severity, did_you_mean
from registry.model import State, versions
from registry.protocols import X_REGISTRY
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from registry.diagnostics import Place
    from registry.model import Manual, Tool
    from registry.protocols import UnreadRelease
    from registry.source import Document, Json, Pointer


def check_stated_version(
    document: Document, pointer: Pointer | None, named: str, known: Container[str]
) -> Iterator[Diagnostic]:
    """Report a version at *pointer* of *document* that is not *named*, that of the file name.

    The manual has a file of each *known* version, which no other may overwrite.
    """
    stated = document.get(pointer) if pointer else None
    if pointer and isinstance(stated, str) and stated != named:
        ending = document.path.rpartition(".")[2]
        is_free = versions.parse_version(stated) and stated not in known
        rename = f", or rename the file to {stated}.{ending}" if is_free else ""
        is_of_tools = any(isinstance(step, int) for step in pointer)
        where = "in each tool, also behind the `@` of its id" if is_of_tools else "here"
        yield Diagnostic(
            document.place(pointer),
            "version-mismatch",
            f"the document says version {stated!r}, but the file name says {named!r}",
            f"write {named!r} {where}{rename}",
        )


def check_named_tools(draft: UnreadRelease, known: set[str]) -> Iterator[Diagnostic]:
    """Report names in `x-registry` that are not among the *known* tools of the manual."""
    for name, place_of, pointer, candidates in _named_tools(draft, known) if known else ():
        if name not in known:
            yield Diagnostic(
                place_of(pointer),  # asked for only here: it takes a second reading of the file
                "unknown-tool",
                f"the manual has no tool {name!r}",
                _did_you_mean(_last_part(name), candidates)
                or "name a tool of this manual, or remove it",
            )


def _named_tools(
    draft: UnreadRelease, known: set[str]
) -> Iterator[tuple[str, Callable[[Pointer], Place], Pointer, set[str]]]:
    """Yield each name of a tool in `x-registry`, how to find its place, and what may be meant."""
    document, registry = draft.document, draft.registry
    examples = cast("list[dict[str, Any]]", registry.get("examples", []))
    for index, example in enumerate(examples):
        yield example["tool"], document.place, (X_REGISTRY, "examples", index, "tool"), known
    for key in ("effects", "example_outputs"):
        stated = mapping(registry.get(key))
        unstated = known.difference(stated)
        for name in stated:
            at: Pointer = (X_REGISTRY, key, name)
            yield name, document.key_place, at, unstated
    sources = cast("list[dict[str, list[str]]]", registry.get("sources", []))
    for index, each in enumerate(sources):
        for number, name in enumerate(each.get("tools", ())):
            at = (X_REGISTRY, "sources", index, "tools", number)
            yield name, document.place, at, known


def check_not_empty(draft: UnreadRelease, found: tuple[Tool, ...]) -> Iterator[Diagnostic]:
    """Report a manual without tools."""
    if not found:
        yield Diagnostic(
            draft.document.place(),
            "empty-manual",
            "the manual has no tools",
            "describe at least one tool",
        )


def check_variables(
    draft: UnreadRelease, found: tuple[Tool, ...], *, is_sound: bool
) -> Iterator[Diagnostic]:
    """Report explained variables that no tool uses.

    In a manual that is not *is_sound*, calls may not be read: what has the name counts as use, and
    where no variable is used, one of them belongs where the error is.
    """
    used = {variable.name for tool in found for variable in tool.variables}
    described = cast("dict[str, Json]", draft.registry.get("variables", {}))
    if not is_sound:
        used |= {name for name in described if _is_named_again(name, draft.document.text)}
        if used.isdisjoint(described):
            return
    unused, others = described.keys() - used, used.difference(described)
    only = f"did you mean {min(others)!r}?" if len(unused) == len(others) == 1 else ""
    for name in described:
        if name in unused:
            yield Diagnostic(
                draft.document.key_place((X_REGISTRY, "variables", name)),
                "unknown-variable",
                f"no tool of the manual uses the variable {name!r}",
                _did_you_mean(name, others)
                or only
                or ("remove it" if len(described) > 1 else "remove `variables`"),
            )


def _is_named_again(name: str, text: str) -> bool:
    return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", text)) > 1


def check_yanked(
    manual: Manual, document: Document, known: tuple[str, ...]
) -> Iterator[Diagnostic]:
    """Report versions that `manual.yaml` yanks and that are not among the *known* ones."""
    for version in manual.yanked:
        if version not in known:
            yield Diagnostic(
                document.key_place(("yanked", version)),
                "unknown-version",
                f"{manual.id} has no version {version!r} to yank",
                f"name one of {', '.join(known)}" if known else "remove the line",
            )


def check_asked(manual: Manual, document: Document) -> Iterator[Diagnostic]:
    """Report phrases of `manual.yaml` for tools that the latest release of *manual* lacks."""
    if not (manual.latest and manual.latest.tools):
        return
    names = {tool.name for tool in manual.latest.tools}
    for name in manual.asked:
        if name not in names:
            yield Diagnostic(
                document.key_place(("asked", name)),
                "unknown-tool",
                f"the latest release of {manual.id} has no tool {name!r}",
                _did_you_mean(name, names.difference(manual.asked))
                or "name one of its tools, or remove the phrases",
            )


class Claim(NamedTuple):
    """The claim of the manual *id* that it has a *successor*, in the file *path*; "" for none.

    If it *is_unfit*, which says why, no user may be sent to this manual. It only has what JSON can
    hold, since it is kept like the notes of rules.
    """

    id: str
    successor: str = ""
    path: str = ""
    is_unfit: str = ""


SUCCESSOR: Pointer = ("status", "replaced_by")
"""Where a manual names its successor."""


def claim_of(manual: Manual) -> Claim:
    """Return the claim of *manual* about its successor, and whether it can be one."""
    is_unfit = ""
    if manual.status.state is State.QUARANTINED:
        is_unfit = "is quarantined"
    elif manual.yanked and not manual.latest:
        is_unfit = "has no release left"
    if manual.origin and (successor := manual.status.replaced_by):
        return Claim(manual.id, successor, manual.origin.document.path, is_unfit)
    return Claim(manual.id, is_unfit=is_unfit)


def check_successors(
    claims: Sequence[Claim], place_of: Callable[[str], Place]
) -> Iterator[Diagnostic]:
    """Report `replaced_by` where it leads nowhere, to what is unfit, or back to the manual itself.

    *claims* are those of all manuals; *place_of* returns where the file at a path names one.
    """
    ids = {claim.id for claim in claims}
    unfit = {claim.id: claim.is_unfit for claim in claims if claim.is_unfit}
    for manual_id, successor, path, _ in claims:
        if path and successor != manual_id and successor in unfit:
            yield Diagnostic(
                place_of(path),
                "unknown-manual",
                f"{successor!r} {unfit[successor]}, so no user may be sent there",
                "name another manual, or remove the line",
                Severity.WARNING,
            )
        elif path and (successor == manual_id or successor not in ids):
            yield Diagnostic(
                place_of(path),
                "unknown-manual",
                f"the registry has no other manual {successor!r}",
                _did_you_mean(successor, ids - {manual_id}) or "add it, too, or remove the line",
            )


def _last_part(name: str) -> str:
    """Return the last part of a tool's *name*: `f` of `acme/x/f`, `x.f` and `X.f@1.0.0`."""
    return name.partition("@")[0].replace("/", ".").rpartition(".")[2]


def _did_you_mean(name: str, known: set[str]) -> str:
    return did_you_mean(name, sorted(known))
