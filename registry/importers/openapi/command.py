"""`registry import openapi`: read a document, convert it, check the manual, write it, report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.diagnostics import Place, has_errors
from registry.importers import folder
from registry.importers.draft import UnusableSourceError, read_odd
from registry.importers.openapi import manual as manuals
from registry.importers.openapi._api import mapping
from registry.source.limits import MAX_BYTES
from registry.validate import problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.importers.openapi import Imported, Operation, Wanted
    from registry.source import Json

CLEAN, PROBLEMS = 0, 1


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for on the command line; "" where something is to be found out."""

    source: str
    manuals: Path
    publisher: str
    manual: str
    version: str
    released: str
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Result:
    """What an import has done.

    Attributes:
        order: what was asked for.
        imported: what became of the document.
        written: the files that were written; none where there was no tool, or too many.
        problems: what `registry check` says of the manual.
        oddities: what was odd about the document as a file.
    """

    order: Order
    imported: Imported
    written: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]
    oddities: tuple[Diagnostic, ...]

    @property
    def exit_code(self) -> int:
        """0 for a manual that passes the check; 1 for one that does not, or none."""
        return CLEAN if self.written and not has_errors(self.problems) else PROBLEMS


def run(order: Order, watch: Callable[[list[Operation]], Iterable[Operation]] = iter) -> Result:
    """Do what *order* says.

    Raises UnusableSourceError, and UnusableTargetError where the manual cannot go to its place.
    """
    server = order.wanted.server
    if server and not server.startswith(("https://", "http://")):
        raise UnusableSourceError(f"--server {server} is no full address; begin it with https://")
    data, oddities = _read(order.source)
    imported = manuals.convert(data, order.source, order.wanted, watch=watch)
    if not imported.made:
        return Result(order, imported, (), (), oddities)
    publisher, name = manuals.proposed_names(imported)
    target = folder.Target(
        order.manuals, order.publisher or publisher, order.manual or name, order.version
    )
    release = manuals.release(imported, order.version, order.released)
    texts = folder.files(
        manuals.about(imported, target.publisher),
        manuals.listing(imported, target.manual),
        release,
    )
    texts = folder.for_editors(target, texts, release)
    if imported.is_too_large or len(texts.release.encode()) > MAX_BYTES:
        return Result(order, imported, (), (_too_large(target, imported),), oddities)
    problems = folder.check(target, texts)
    return Result(order, imported, tuple(folder.write(target, texts)), problems, oddities)


def _read(source: str) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    data, problems = read_odd(source)
    if not ("openapi" in data or "swagger" in data) or not mapping(data.get("paths")):
        raise UnusableSourceError(
            f"{source} has no key `openapi` or `swagger`, or no `paths`: it is no OpenAPI document"
        )
    return data, problems


def _too_large(target: folder.Target, imported: Imported) -> Diagnostic:
    shown = ", ".join(f"{tag} ({count})" for tag, count in imported.tags[:12])
    return problem(
        Place(str(target.release)),
        "oversized-file",
        f"{len(imported.made):,} tools are more than one manual may hold",
        f"choose with --only, such as one of the tags {shown}" if shown else "choose with --only",
    )
