"""The result of an importer, and how it becomes files and a report."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from registry.authoring.manual_files import (
    ManualResult,
    ReleaseTarget,
    check_and_write,
    release_files,
)
from registry.diagnostics import Diagnostic, Place
from registry.report import json_text, printable, problem_objects
from registry.source.foreign import read_foreign
from registry.source.limits import FOREIGN, MAX_BYTES
from registry.web import fetch
from registry.web.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json

_SHOWN = 5
"""The maximum number of oddities that are printed."""

_SECRETS = frozenset({"credentials-in-url", "key-material", "literal-credential", "provider-token"})
"""Rules that find secrets, which must not be written into a public file."""


class UnusableSourceError(Exception):
    """The source cannot be read or imported; the message says why."""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What the user asked for; "" for a value that the importer should derive.

    *is_replacing* says that a draft of this release may be written again.
    """

    manuals: Path
    publisher: str
    manual: str
    version: str
    released: str
    homepage: str
    is_replacing: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A part of the source that was left out or changed: *what* it is, and *why*."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A manual made from a source, before it is checked and written.

    Attributes:
        source: the file, URL, command or module that was imported.
        release: the content of the release file, with its `x-registry`.
        tools: the names of its tools.
        left_out, changed: the parts of the source that are missing, and those that differ.
        publisher, manual: names to use if the user gave none; "" for no suggestion.
        listing: a draft of `manual.yaml`.
        homepage: the publisher's, or "".
        hosts: the hosts that the tools call.
        oddities: unusual things about the source as a file.
        lines: the report for a terminal; empty for one made from `left_out` and `changed`.
        more: further keys of the JSON report, specific to the kind of import.
        is_too_large: whether the tools exceed one manual; they are then not in *release*.
        smaller: a hint on how to make it smaller.
        is_public: whether the source is public, so that a secret in it is only an example.
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


def read_source(source: str) -> dict[str, Json]:
    """Return the mapping in the file or at the URL *source*. Raises UnusableSourceError."""
    return read_source_with_oddities(source)[0]


def read_source_with_oddities(source: str) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    """Return the mapping in *source* and what is unusual about the file."""
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


def write_draft(draft: Draft, request: ImportRequest) -> ManualResult:
    """Check *draft* and write it where *request* says. Existing files are never changed.

    Raises UnusableTargetError if the names or the version cannot be used.
    """
    if not draft.tools:
        return ManualResult(refusal="no tool is left, so nothing was written")
    names = (request.publisher or draft.publisher, request.manual or draft.manual)
    target = ReleaseTarget(request.manuals, *names, request.version, request.is_replacing)
    if missing := _missing(draft, request, target):
        return ManualResult(target.name, refusal=f"nothing was written: {missing}")
    about = _about(draft, request, target.publisher)
    texts = release_files(target, about, draft.listing, draft.release)
    if draft.is_too_large or len(texts.release.encode()) > MAX_BYTES:
        place = Place(str(target.release))
        size = len(texts.release.encode())
        stated = "" if draft.is_too_large else f", {-(-size // 1024):,} KiB as YAML,"
        message = (
            f"a manual with {len(draft.tools):,} tools{stated} is too large: at most "
            f"{MAX_BYTES // 1024:,} KiB are read"
        )
        found = Diagnostic(place, "oversized-file", message, draft.smaller)
        return ManualResult(target.name, (), (found,), "nothing was written")
    return check_and_write(target, texts, partial(_secret, draft))


def _missing(draft: Draft, request: ImportRequest, target: ReleaseTarget) -> str:
    """Return what neither the source nor the user says, and how to say it; "" if all is known."""
    if target.about.exists() or request.homepage:
        return ""
    if here := next(filter(is_loopback, draft.hosts), ""):
        return f"the tools are called at {here}; name their public address with --server"
    return "" if draft.homepage else "the source names no homepage; name it with --homepage"


def _secret(draft: Draft, problems: tuple[Diagnostic, ...]) -> str:
    """Return why nothing is written of what holds a secret, "" where nothing does."""
    if draft.is_public or not any(each.rule in _SECRETS for each in problems):
        return ""
    return "nothing was written: replace the secret in the source with ${NAME}"


def _about(draft: Draft, request: ImportRequest, publisher: str) -> dict[str, Json]:
    hosts: list[Json] = [*sorted(set(draft.hosts))]
    return {
        "name": publisher.replace("-", " ").title(),
        "homepage": request.homepage or draft.homepage,
        **({"hosts": hosts} if hosts else {}),
    }


def import_as_text(draft: Draft) -> str:
    """Return for a terminal what *draft* leaves out and changes of its source."""
    return "\n".join(printable(line) for line in _lines(draft))


def name_as_text(draft: Draft, request: ImportRequest) -> str:
    """Return which name the manual gets, and how to choose another; "" if the user chose both."""
    proposed = {
        option: name
        for option, asked, name in (
            ("--publisher", request.publisher, draft.publisher),
            ("--manual", request.manual, draft.manual),
        )
        if not asked
    }
    if not proposed:
        return ""
    names = f"{request.publisher or draft.publisher}/{request.manual or draft.manual}"
    return printable(
        f"name: {names} ({' and '.join(proposed)} {'change' if len(proposed) > 1 else 'changes'} "
        "it; once merged, it stays)"
    )


def _lines(draft: Draft) -> Iterator[str]:
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


def import_as_json(draft: Draft, result: ManualResult) -> str:
    """Return the report of an import as ASCII JSON."""
    report: dict[str, Json] = {
        "source": draft.source,
        "files": [path.as_posix() for path in result.written],
        **({"obstacle": result.refusal} if result.refusal else {}),
        "tools": list(draft.tools),
        "left_out": [{"what": each.what, "why": each.why} for each in draft.left_out],
        "changed": [{"what": each.what, "why": each.why} for each in draft.changed],
        **draft.more,
        "diagnostics": problem_objects((*draft.oddities, *result.problems)),
    }
    return json_text(json.dumps(report, indent=2))
