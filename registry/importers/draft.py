"""What an importer makes of its source, and how that becomes files and a report."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from registry import fetch
from registry.diagnostics import Place, has_errors
from registry.importers import folder
from registry.report import entries, json_text, printable
from registry.source.foreign import read_foreign
from registry.source.limits import FOREIGN, MAX_BYTES
from registry.validate import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Json

CLEAN, PROBLEMS = 0, 1

_SHOWN = 5
"""Oddities of a file that are told on a terminal."""

_SECRETS = frozenset({"credentials-in-url", "key-material", "literal-credential", "provider-token"})
"""Rules that find what must not even be written into a file that is meant to be public."""


class UnusableSourceError(Exception):
    """What was named cannot be imported, or cannot be had; says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """Where a manual is to go, as asked for on the command line; "" where it is to be found out."""

    manuals: Path
    publisher: str
    manual: str
    version: str
    released: str
    homepage: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What became of something in the source: *what* it is, and *why* it is so."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What an importer has made of its source.

    Attributes:
        source: what was named.
        release: the manual as it is written, with its `x-registry`.
        tools: the names of its tools.
        left_out, changed: what did not come along, and what came along otherwise.
        publisher, manual: names to take where none was given; "" for no proposal.
        listing: a draft of `manual.yaml`.
        homepage: of the publisher, or "".
        hosts: that the tools call.
        oddities: what was odd about the source as a file.
        lines: the report for a terminal, where it says more than what was left out and changed.
        more: what only this kind of import tells programs.
        is_too_large: whether one manual cannot hold the tools, which are then not in *release*.
        smaller: what to do about that.
        is_public: whether the source is for everybody, so that a secret in it is an example.
    """

    source: str
    release: Mapping[str, Json]
    tools: tuple[str, ...]
    left_out: tuple[Remark, ...] = ()
    changed: tuple[Remark, ...] = ()
    publisher: str = ""
    manual: str = ""
    listing: Mapping[str, Json] = field(default_factory=dict)
    homepage: str = ""
    hosts: tuple[str, ...] = ()
    oddities: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()
    more: Mapping[str, Json] = field(default_factory=dict)
    is_too_large: bool = False
    smaller: str = "split the source into several manuals"
    is_public: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What an import has done: the files *written*, if any, and what the check says of them."""

    draft: Draft
    written: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]
    obstacle: str = ""

    @property
    def exit_code(self) -> int:
        """0 for a manual that passes the check; 1 for one that does not, or none."""
        return CLEAN if self.written and not has_errors(self.problems) else PROBLEMS


def read(source: str) -> dict[str, Json]:
    """Return the mapping in the file or at the address *source*; raise UnusableSourceError."""
    return read_odd(source)[0]


def read_odd(source: str) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    """Return the same, and what is odd about the file."""
    try:
        if fetch.is_url(source):
            content = fetch.get(source, FOREIGN.size)
        else:
            with Path(source).open("rb") as stream:
                content = stream.read(FOREIGN.size + 1)
    except fetch.FetchError as error:
        raise UnusableSourceError(str(error)) from error
    except OSError as error:
        raise UnusableSourceError(f"{source}: {error.strerror or error}") from error
    data, problems = read_foreign(source, content)
    if data is None:
        raise UnusableSourceError(
            f"{problems[-1].place}: cannot be read as JSON or YAML: {problems[-1].message}"
        )
    return data, problems


def write(draft: Draft, order: Order) -> Result:
    """Check *draft* and write it where *order* says; files that are there are never touched.

    Raises folder.UnusableTargetError where the manual cannot go to its place.
    """
    if not draft.tools:
        return Result(draft, (), (), "no tool is left, so nothing was written")
    names = (order.publisher or draft.publisher, order.manual or draft.manual)
    target = folder.Target(order.manuals, *names, order.version)
    texts = folder.files(_about(draft, order, target.publisher), draft.listing, draft.release)
    texts = folder.for_editors(target, texts, draft.release)
    if draft.is_too_large or len(texts.release.encode()) > MAX_BYTES:
        place = Place(str(target.release))
        told = f"{len(draft.tools):,} tools are more than one manual may hold"
        found = problem(place, "oversized-file", told, draft.smaller)
        return Result(draft, (), (found,), "nothing was written")
    problems = folder.check(target, texts)
    if not draft.is_public and any(each.rule in _SECRETS for each in problems):
        told = "nothing was written: put ${NAME} into the source where it holds a secret"
        return Result(draft, (), problems, told)
    return Result(draft, tuple(folder.write(target, texts)), problems)


def _about(draft: Draft, order: Order, publisher: str) -> dict[str, Json]:
    hosts: list[Json] = [*sorted(set(draft.hosts))]
    return {
        "name": publisher.replace("-", " ").title(),
        "homepage": order.homepage or draft.homepage,
        **({"hosts": hosts} if hosts else {}),
    }


def as_text(result: Result) -> str:
    """Return what became of the source, for a terminal."""
    return "\n".join(printable(line) for line in _lines(result))


def _lines(result: Result) -> Iterator[str]:
    draft = result.draft
    yield from (f"read  {each.place}: {each.message}" for each in draft.oddities[:_SHOWN])
    if (more := len(draft.oddities) - _SHOWN) > 0:
        yield f"read  and {more:,} more like these"
    if draft.lines:
        yield from draft.lines
        return
    yield from (f"left out  {each.what}: {each.why}" for each in draft.left_out)
    yield from (f"changed  {each.what}: {each.why}" for each in draft.changed)
    count = len(draft.tools)
    yield f"{count:,} {'tool' if count == 1 else 'tools'} of {draft.source}"


def as_json(result: Result) -> str:
    """Return the same as JSON, in ASCII."""
    draft = result.draft
    report: dict[str, Json] = {
        "source": draft.source,
        "files": [path.as_posix() for path in result.written],
        **({"obstacle": result.obstacle} if result.obstacle else {}),
        "tools": list(draft.tools),
        "left_out": [{"what": each.what, "why": each.why} for each in draft.left_out],
        "changed": [{"what": each.what, "why": each.why} for each in draft.changed],
        **draft.more,
        "diagnostics": entries((*draft.oddities, *result.problems)),
    }
    return json_text(json.dumps(report, indent=2))
