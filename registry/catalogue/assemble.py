"""Convert the files of `manuals/` to a catalogue: read, recognise, validate and normalise each.

A broken file yields problems and is left out; it never hides the problems of another.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.catalogue import cross_checks, facts, file_schemas, manual_metadata
from registry.catalogue.foreign_files import foreign_release
from registry.catalogue.lost_indentation import check_indentation
from registry.catalogue.recognise import recognise
from registry.diagnostics import Diagnostic, has_errors
from registry.model import (
    TOOL_NAME,
    Catalogue,
    Manual,
    Publisher,
    Release,
    SelfHosted,
    State,
    Status,
    first_sentence,
)
from registry.protocols import X_REGISTRY, UnreadRelease
from registry.source.limits import MAX_PROBLEMS
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
    from registry.model.facts import Facts
    from registry.protocols import ProtocolReading
    from registry.source import Document, Json


def assemble(tree: Tree) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Return the catalogue of everything usable in *tree*, and every problem found."""
    publishers: list[Publisher] = []
    manuals: list[Manual] = []
    problems: list[Diagnostic] = []
    for folder in tree.publishers:
        publisher, more = read_publisher(folder)
        publishers.append(publisher)
        problems += more
        for manual_folder in folder.manuals:
            manual, more = read_manual(publisher, manual_folder)
            manuals.append(manual)
            problems += more
    listings = {each.origin.document.path: each.origin for each in manuals if each.origin}
    problems += cross_checks.check_successors(
        [cross_checks.claim_of(each) for each in manuals],
        lambda path: listings[path].at(*cross_checks.SUCCESSOR).place,
    )
    return Catalogue(tuple(publishers), tuple(manuals)), tuple(problems)


def read_publisher(folder: PublisherFolder) -> tuple[Publisher, tuple[Diagnostic, ...]]:
    """Return the publisher of *folder*, without its manuals, and the problems of its file."""
    assembler = _Assembler()
    return assembler.publisher(folder), tuple(assembler.problems)


def read_manual(
    publisher: Publisher, folder: ManualFolder
) -> tuple[Manual, tuple[Diagnostic, ...]]:
    """Return the manual of *publisher* in *folder*, with all of its releases that can be used.

    The problems are those of its own files; nothing is compared with other manuals.
    """
    assembler = _Assembler()
    return assembler.manual(publisher, folder), tuple(assembler.problems)


class _Assembler:
    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def publisher(self, folder: PublisherFolder) -> Publisher:
        document = self._document(folder.about, "publisher")
        data = cast("dict[str, Any]", document.data if document else {})
        return Publisher(
            name=folder.name,
            title=data.get("name", folder.name),
            homepage=data.get("homepage", ""),
            summary=data.get("summary", ""),
            hosts=tuple(data.get("hosts", ())),
            owners=() if folder.upstream else manual_metadata.owners(data),
            contacts=tuple(data.get("contacts", ())),
            verified={} if folder.upstream else data.get("verified", {}),
            origin=source.Origin(document) if document else None,
            upstream=folder.upstream,
        )

    def manual(self, publisher: Publisher, folder: ManualFolder) -> Manual:
        document = self._document(folder.listing, "manual")
        before = len(self.problems)
        found = (self.release(publisher, folder, *each) for each in folder.releases)
        releases = tuple(release for release in found if release)
        is_sound = not has_errors(tuple(self.problems[before:]))
        manual = _manual_of(publisher, folder, document, releases)
        if document:
            known = tuple(version for version, _ in folder.releases)
            self.problems.extend(cross_checks.check_yanked(manual, document, known))
            if is_sound:
                self.problems.extend(cross_checks.check_asked(manual, document))
        return replace(manual, facts=self.facts(manual, folder, is_sound=is_sound))

    def facts(self, manual: Manual, folder: ManualFolder, *, is_sound: bool) -> Facts | None:
        """Return the facts of *manual*; None if they are wrong, or its releases are not sound."""
        document = self._document(folder.facts, "facts")
        if document is None or not is_sound:
            return None
        problems = tuple(facts.check_facts(document, manual.release_by_version))
        self.problems.extend(problems)
        return None if problems else facts.facts_in(document)

    def release(
        self, publisher: Publisher, folder: ManualFolder, version: str, file: SourceFile
    ) -> Release | None:
        """Return the release in *file*; None if it cannot be read, or no protocol has its shape."""
        before = len(self.problems)
        document = self._read(file)
        if document is None:
            return None
        is_read_whole = not has_errors(tuple(self.problems[before:]))
        self.problems.extend(islice(check_indentation(document), MAX_PROBLEMS))
        match = recognise(document, _registry_block(document))
        if isinstance(match, Diagnostic):
            self.problems.extend((*_registry_problems(document), match))
            return None
        self.problems.extend(_registry_problems(document, match.protocol.NAME))
        registry = _registry_block(document, match.protocol.NAME)
        draft = UnreadRelease(
            publisher.name, folder.name, version, match.dialect, document, registry
        )
        reading = _with_registry_data(match.protocol.read(draft), registry)
        found = (*match.protocol.problems(document, match.dialect), *reading.problems)
        self.problems.extend(found)
        stated = reading.own_version, version, dict(folder.releases)
        self.problems.extend(cross_checks.check_stated_version(document, *stated))
        is_whole = reading.is_whole and is_read_whole
        self._cross_check(draft, reading, before, is_whole=is_whole)
        return _release_of(draft, match.protocol.NAME, reading, is_whole=is_whole)

    def _cross_check(
        self, draft: UnreadRelease, reading: ProtocolReading, before: int, *, is_whole: bool
    ) -> None:
        """Check what *draft* says of its tools against those of *reading*.

        There were *before* as many problems as before the release was read. It *is_whole* if no
        tool is missing because it could not be read.
        """
        tools = (*reading.tools, *reading.faulty)
        names = {tool.name for tool in tools}
        if is_whole and all(map(TOOL_NAME.fullmatch, names)):
            unknown = cross_checks.check_named_tools(draft, names)
            self.problems.extend(islice(unknown, MAX_PROBLEMS))
        is_sound = not has_errors(tuple(self.problems[before:]))
        if is_sound:
            self.problems.extend(cross_checks.check_not_empty(draft, reading.tools))
        if tools:
            unused = cross_checks.check_variables(draft, tools, is_sound=is_sound)
            self.problems.extend(islice(unused, MAX_PROBLEMS))

    def _read(self, file: SourceFile) -> Document | None:
        """Return the document in *file*; None if it cannot be read, or is in another format."""
        document, problems = source.read_document(file.path, file.data)
        if other := foreign_release(file.path, file.data, document):
            self.problems.append(other)
            return None
        self.problems.extend(problems)
        return document

    def _document(self, file: SourceFile | None, kind: str) -> Document | None:
        """Return the document in *file*, of the schema *kind*, or None if it has problems."""
        document = self._read(file) if file else None
        if document is None:
            return None
        wrong = tuple(file_schemas.file_schema(kind).problems(document))
        self.problems.extend(wrong)
        return None if wrong else document


def _registry_block(document: Document, protocol: str = "") -> Mapping[str, Json]:
    """Return the valid keys of the `x-registry` block of *protocol*, or {} if it is missing."""
    schema = file_schemas.x_registry_schema(protocol)
    block = mapping(document.data.get(X_REGISTRY))
    if schema.accepts(block):
        return block
    return {key: each for key, each in block.items() if schema.accepts({key: each})}


def _registry_problems(document: Document, protocol: str = "") -> Iterator[Diagnostic]:
    """Yield the problems of the `x-registry` block, if there is one, in manuals of *protocol*."""
    schema = file_schemas.x_registry_schema(protocol)
    # What is to be moved into an empty block is reported, and fills it.
    is_beside = document.data.keys() & mapping(schema.document["properties"]).keys()
    if X_REGISTRY in document.data and not (document.data[X_REGISTRY] is None and is_beside):
        yield from schema.problems(document, (X_REGISTRY,))


def _with_registry_data(reading: ProtocolReading, registry: Mapping[str, Json]) -> ProtocolReading:
    tools, faulty = (
        tuple(manual_metadata.with_registry_data(tool, registry) for tool in each)
        for each in (reading.tools, reading.faulty)
    )
    return reading._replace(tools=tools, faulty=faulty)


def _manual_of(
    publisher: Publisher,
    folder: ManualFolder,
    document: Document | None,
    releases: tuple[Release, ...],
) -> Manual:
    """Return the manual with these *releases* and what *document*, its `manual.yaml`, says."""
    data = cast("dict[str, Any]", document.data if document else {})
    newest = releases[-1] if releases else None
    status = data.get("status", {})
    return Manual(
        publisher=publisher,
        name=folder.name,
        releases=releases,
        title=data.get("title") or (newest.title if newest else "") or folder.name,
        summary=data.get("summary") or (newest.summary if newest else ""),
        category=data.get("category", ""),
        tags=tuple(data.get("tags", ())),
        asked=manual_metadata.asked(data),
        docs=data.get("docs", ""),
        licence=data.get("licence", ""),
        terms=data.get("terms", ""),
        status=Status(
            State(status.get("state", State.ACTIVE)),
            status.get("reason", ""),
            status.get("since", ""),
            status.get("replaced_by", ""),
        ),
        coverage=data.get("coverage", ""),
        limits=manual_metadata.limits(data),
        attribution=data.get("attribution", ""),
        non_commercial=data.get("non_commercial", False),
        cross_origin=data.get("cross_origin", False),
        yanked=data.get("yanked", {}),
        origin=source.Origin(document) if document else None,
    )


def _release_of(
    draft: UnreadRelease, protocol: str, reading: ProtocolReading, *, is_whole: bool
) -> Release:
    """Return the release of *draft*, of which the *protocol* has made this *reading*.

    It *is_whole* if no tool is missing because it could not be read.
    """
    tools, registry = reading.tools, draft.registry
    hosted = cast("dict[str, str] | None", registry.get("self_hosted"))
    return Release(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        protocol=protocol,
        dialect=draft.dialect,
        document=draft.document,
        source={key: value for key, value in draft.document.data.items() if key != X_REGISTRY},
        registry=registry,
        tools=tools,
        title=reading.title,
        summary=reading.summary or first_sentence(tools[0].description if tools else ""),
        released=cast("str", registry.get("released", "")),
        self_hosted=SelfHosted(hosted["start"], hosted.get("note", "")) if hosted else None,
        notices=reading.notices,
        sources=manual_metadata.sources(registry),
        faulty=reading.faulty,
        is_whole=is_whole and not reading.faulty,
    )
