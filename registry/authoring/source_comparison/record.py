"""Keep what a comparison has found in `benchmarks/facts/<publisher>/<manual>.yaml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry.authoring.key_order import with_ordered_keys
from registry.authoring.source_comparison._facts import Verdict
from registry.authoring.source_comparison._listing import is_listed
from registry.catalogue.file_schemas import file_schema
from registry.catalogue.manuals_folder import FACTS
from registry.catalogue.tool_definition import without_empty
from registry.model.sources import SourceKind
from registry.source import read_document
from registry.source.atomic_write import write_whole
from registry.source.plain_files import read_plain
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from registry.authoring.source_comparison._documents import ApiDocument
    from registry.authoring.source_comparison._facts import Comparison, Fact
    from registry.model import Release
    from registry.source import Json

_DIFFERENT = (Verdict.WRONG, Verdict.STRICTER)
_LONGEST = 1000


class CannotRecordError(Exception):
    """The comparison cannot be kept; the message says why and what to do."""


def record(manuals: Path, found: Comparison, documents: Sequence[ApiDocument], today: str) -> Path:
    """Write the file of facts of the manual in *found*, compared *today*; return its path.

    *documents* are those that the release names in `sources` with the kind openapi or
    api-blueprint, in their order. What people wrote into the file stays: `looked_up`, and why
    something differs. Raises CannotRecordError when there are more or fewer, or when the file there
    cannot be read.
    """
    release = found.release
    sources = _sources(release, len(documents))
    path = manuals.absolute().parent / FACTS / release.publisher / f"{release.manual}.yaml"
    before = _read_record(path)
    data: dict[str, Json] = {
        "release": release.version,
        "compared": {
            "date": today,
            "documents": [
                without_empty({"source": source, "state": state, "sha256": document.sha256})
                for (source, state), document in zip(sources, documents, strict=True)
            ],
            "tools": _tools(found),
        },
    }
    if differences := [*_differences(found, before)]:
        data["differences"] = differences
    if looked_up := _still_there(before, release):
        data["looked_up"] = looked_up
    path.parent.mkdir(parents=True, exist_ok=True)
    text = write_yaml(with_ordered_keys(data, file_schema("facts").document))
    write_whole(path, text)
    return path


def _read_record(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    document, problems = read_document(path.name, read_plain(path))
    if document is not None:
        problems += tuple(file_schema("facts").problems(document))
    if document is None or problems:
        raise CannotRecordError(f"{path}: {problems[0].message}; correct or remove it")
    return document.data


def _sources(release: Release, number: int) -> list[tuple[str, str]]:
    """Return the names and states of the *number* of documents that *release* is compared with.

    Of software that people run themselves, it is how that is started: it is its own source.
    """
    is_of_server = is_listed(release)
    if is_of_server and release.self_hosted and not release.sources:
        return [(f"what is listed by: {release.self_hosted.start}", "")]
    sources = [
        each
        for each in release.sources
        if (each.kind is SourceKind.CODE if is_of_server else each.kind.is_compared)
    ]
    if len(sources) != number:
        raise CannotRecordError(
            f"{release.document.path} names {len(sources)} sources that can be compared, and "
            f"{number} were given: pass each with --document, in the order of `sources`"
        )
    if not is_of_server:
        return [(each.name, each.state) for each in sources]
    return [
        (f"{each.package or each.repository or each.url} tools/list", each.state)
        for each in sources
    ]


def _tools(comparison: Comparison) -> dict[str, Json]:
    counts: dict[str, dict[str, Json]] = {}
    for fact in comparison.facts:
        of_tool = counts.setdefault(fact.tool.name, {})
        key = fact.finding.verdict.name.lower()
        of_tool[key] = cast("int", of_tool.get(key, 0)) + 1
    return dict(counts)


def _differences(comparison: Comparison, before: Mapping[str, Any]) -> Iterator[Json]:
    """Yield what differs in *comparison*, each with the reason that was given *before*."""
    reasons = {
        _key(each): each["because"] for each in _recorded_differences(before) if "because" in each
    }
    for fact in comparison.of(*_DIFFERENT):
        stated = difference(fact)
        yield without_empty({**stated, "because": reasons.get(_key(stated), "")})


def _recorded_differences(before: Mapping[str, Any]) -> list[dict[str, str]]:
    return cast("list[dict[str, str]]", before.get("differences", []))


def difference(fact: Fact) -> dict[str, str]:
    """Return *fact* as `differences` lists it."""
    finding = fact.finding
    return {
        "tool": fact.tool.name,
        "fact": fact.what[:_LONGEST],
        "verdict": finding.verdict.name.lower(),
        "manual": finding.manual[:_LONGEST],
        "document": finding.document[:_LONGEST],
    }


def _key(stated: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(stated.get(key) for key in ("tool", "fact", "manual", "document"))


def _still_there(before: Mapping[str, Any], release: Release) -> list[Json]:
    """Return what was looked up *before*, without tools that *release* no longer has."""
    known = {tool.name for tool in release.tools}
    pages = cast("list[dict[str, Any]]", before.get("looked_up", []))
    kept = (
        {**page, "tools": {name: said for name, said in page["tools"].items() if name in known}}
        for page in pages
    )
    return [page for page in kept if page["tools"]]
