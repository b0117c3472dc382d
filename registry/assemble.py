"""Turn the files of `manuals/` into a catalogue: read, recognise, validate and normalise each one.

A broken file yields problems and is left out; it never hides the problems of another.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from registry import consistency, forms, protocols, source
from registry.model import (
    Catalogue,
    Effect,
    Example,
    Manual,
    Owner,
    Publisher,
    Release,
    SelfHosted,
    State,
    Status,
    Variable,
    first_sentence,
)
from registry.protocols import X_REGISTRY, Draft, Match
from registry.validate import nearest, problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.load import File, ManualFolder, PublisherFolder, Tree
    from registry.model import Tool
    from registry.source import Document, Json


Part = tuple[Catalogue, "tuple[Diagnostic, ...]"]
"""What is in some publishers' folders, and what is wrong with it."""


def assemble(tree: Tree) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Return the catalogue of everything in *tree* that can be used, and every problem found."""
    return join([read_part(tree)])


def read_part(tree: Tree) -> Part:
    """Read *tree*, which may be a part of another: nothing is held against what is elsewhere."""
    assembler = _Assembler()
    publishers: list[Publisher] = []
    manuals: list[Manual] = []
    for folder in tree.publishers:
        publisher = assembler.publisher(folder)
        publishers.append(publisher)
        manuals.extend(assembler.manual(publisher, each) for each in folder.manuals)
    return Catalogue(tuple(publishers), tuple(manuals)), tuple(assembler.problems)


def join(parts: Iterable[Part]) -> Part:
    """Return one catalogue of *parts*, with the problems of all and those that only all show."""
    publishers: list[Publisher] = []
    manuals: list[Manual] = []
    problems: list[Diagnostic] = []
    for catalogue, found in parts:
        publishers += catalogue.publishers
        manuals += catalogue.manuals
        problems += found
    problems += consistency.successors(manuals)
    return Catalogue(tuple(publishers), tuple(manuals)), tuple(problems)


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
            owners=() if folder.upstream else tuple(_owners(data)),
            contacts=tuple(data.get("contacts", ())),
            verified={} if folder.upstream else data.get("verified", {}),
            origin=source.Origin(document) if document else None,
            upstream=folder.upstream,
        )

    def manual(self, publisher: Publisher, folder: ManualFolder) -> Manual:
        document = self._document(folder.listing, "manual")
        data = cast("dict[str, Any]", document.data if document else {})
        found = (self.release(publisher, folder.name, *each) for each in folder.releases)
        releases = tuple(release for release in found if release)
        newest = releases[-1] if releases else None
        status = data.get("status", {})
        manual = Manual(
            publisher=publisher,
            name=folder.name,
            releases=releases,
            title=data.get("title") or (newest.title if newest else "") or folder.name,
            summary=data.get("summary") or (newest.summary if newest else ""),
            category=data.get("category", ""),
            tags=tuple(data.get("tags", ())),
            docs=data.get("docs", ""),
            licence=data.get("licence", ""),
            terms=data.get("terms", ""),
            status=Status(
                State(status.get("state", State.ACTIVE)),
                status.get("reason", ""),
                status.get("since", ""),
                status.get("replaced_by", ""),
            ),
            yanked=data.get("yanked", {}),
            origin=source.Origin(document) if document else None,
        )
        if document:
            known = tuple(version for version, _ in folder.releases)
            self.problems.extend(consistency.yanked(manual, document, known))
        return manual

    def release(
        self, publisher: Publisher, manual: str, version: str, file: File
    ) -> Release | None:
        before = len(self.problems)
        document, problems = source.read(file.path, file.data)
        self.problems.extend(problems)
        if document is None:
            return None
        registry = self._registry_block(document)
        match = self._recognise(document, registry)
        if match is None:
            return None
        self.problems.extend(match.protocol.problems(document, match.dialect))
        draft = Draft(publisher.name, manual, version, match.dialect, document, registry)
        reading = match.protocol.read(draft)
        self.problems.extend(reading.problems)
        self.problems.extend(consistency.version(document, reading.own_version, version))
        self.problems.extend(consistency.registry_keys(draft, match.protocol))
        tools = tuple(_with_registry_data(tool, registry) for tool in reading.tools)
        self.problems.extend(consistency.tool_names(draft, {tool.name for tool in tools}))
        if len(self.problems) == before:
            self.problems.extend(consistency.tools(draft, tools))
        hosted = cast("dict[str, str] | None", registry.get("self_hosted"))
        return Release(
            publisher=publisher.name,
            manual=manual,
            version=version,
            protocol=match.protocol.NAME,
            dialect=match.dialect,
            document=document,
            source={key: value for key, value in document.data.items() if key != X_REGISTRY},
            registry=registry,
            tools=tools,
            title=reading.title,
            summary=reading.summary or first_sentence(tools[0].description if tools else ""),
            released=cast("str", registry.get("released", "")),
            self_hosted=SelfHosted(hosted["start"], hosted.get("note", "")) if hosted else None,
            notices=reading.notices,
        )

    def _document(self, file: File | None, kind: str) -> Document | None:
        """Read and check *publisher.yaml* or *manual.yaml*; None where it cannot be relied on."""
        if file is None:
            return None
        document, problems = source.read(file.path, file.data)
        self.problems.extend(problems)
        if document is None:
            return None
        found = tuple(forms.form(kind).problems(document))
        self.problems.extend(found)
        return None if found else document

    def _registry_block(self, document: Document) -> Mapping[str, Json]:
        """Return the valid `x-registry` block; {} where there is none or it has problems."""
        if X_REGISTRY not in document.data:
            return {}
        found = tuple(forms.x_registry().problems(document, (X_REGISTRY,)))
        self.problems.extend(found)
        return {} if found else cast("dict[str, Json]", document.data[X_REGISTRY])

    def _recognise(self, document: Document, registry: Mapping[str, Json]) -> Match | None:
        wanted = registry.get("protocol")
        if isinstance(wanted, str):
            return self._stated_match(document, wanted, registry.get("dialect"))
        matches = protocols.matches(document.data)
        if len(matches) == 1:
            return self._with_stated_dialect(document, matches[0], registry.get("dialect"))
        names = " and ".join(match.protocol.TITLE for match in matches)
        if matches:
            rule, message = "ambiguous-protocol", f"the document has the shape of {names}"
        else:
            keys = ", ".join(list(map(repr, document.data))[:5]) or "none"
            rule = "unknown-protocol"
            message = f"the document has the shape of no protocol known here (its keys: {keys})"
        known = ", ".join(protocols.protocols())
        hint = f"check the top-level keys, or say so: `x-registry: {{protocol: …}}` with {known}"
        if document.data.keys() & {"openapi", "swagger"}:
            hint = "make a manual of this OpenAPI document: `registry import openapi FILE`"
        self.problems.append(problem(document.place(), rule, message, hint))
        return None

    def _stated_match(self, document: Document, wanted: str, dialect: Json) -> Match | None:
        known = protocols.protocols()
        protocol = known.get(wanted)
        if protocol is None:
            guess = nearest(wanted, tuple(known))
            self.problems.append(
                problem(
                    document.place((X_REGISTRY, "protocol")),
                    "unknown-protocol",
                    f"no protocol is called {wanted!r}",
                    (f"did you mean {guess!r}? " if guess else "") + f"known: {', '.join(known)}",
                )
            )
            return None
        shape = protocol.recognise(document.data) or protocol.DIALECTS[0].id
        return self._with_stated_dialect(document, Match(protocol, shape), dialect)

    def _with_stated_dialect(self, document: Document, match: Match, stated: Json) -> Match | None:
        if not isinstance(stated, str):
            return match
        known = [dialect.id for dialect in match.protocol.DIALECTS]
        if stated in known:
            return Match(match.protocol, stated)
        self.problems.append(
            problem(
                document.place((X_REGISTRY, "dialect")),
                "unknown-dialect",
                f"{match.protocol.TITLE} has no dialect {stated!r}",
                f"write one of {', '.join(known)}, or leave the line out",
            )
        )
        return None


def _owners(data: Mapping[str, Any]) -> Iterator[Owner]:
    return (Owner(owner["login"], owner["id"]) for owner in data.get("owners", ()))


def _with_registry_data(tool: Tool, registry: Mapping[str, Json]) -> Tool:
    """Add to *tool* what `x-registry` says of it."""
    changes: dict[str, Any] = {}
    effects = registry.get("effects")
    stated = effects.get(tool.name) if isinstance(effects, dict) else effects
    if isinstance(stated, str):
        changes |= {"effect": Effect(stated), "effect_is_stated": True}
    entries = cast("list[dict[str, Any]]", registry.get("examples", []))
    changes["examples"] = tuple(
        Example(
            entry["task"],
            entry["tool"],
            entry.get("arguments", {}),
            (X_REGISTRY, "examples", index),
        )
        for index, entry in enumerate(entries)
        if entry["tool"] == tool.name
    )
    told = cast("dict[str, dict[str, str]]", registry.get("variables", {}))
    needed = tool.call.auth.variables if tool.call.auth else ()
    needed = tuple(dict.fromkeys((*needed, *(each.name for each in tool.variables))))
    changes["variables"] = tuple(
        Variable(
            name,
            told.get(name, {}).get("description", ""),
            told.get(name, {}).get("obtain", ""),
        )
        for name in needed
    )
    if registry.get("self_hosted"):
        reason = "people run its server themselves, so no shared address can be published"
        changes["obstacles"] = (*tool.obstacles, reason)
    return replace(tool, **changes)
