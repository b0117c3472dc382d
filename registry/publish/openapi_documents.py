"""`/v1/openapi/…`: the tools of a manual as OpenAPI documents, for programs that read these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import State
from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import openapi_document
from registry.publish._openapi_operations import address_of, operation_of
from registry.publish._openapi_parts import left_out, parts_of
from registry.publish._openapi_security import scopes_of, security_of
from registry.publish._pages import words
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.publish import Subject
    from registry.publish._openapi_parts import Part
    from registry.source import Json


def publish_openapi_documents(subject: Subject) -> Iterator[File]:
    """Yield each document of a listed manual, none if no tool of it can be in one."""
    if release := subject.listed:
        for number, part in enumerate(parts_of(release), 1):
            document = _document(subject, release, part, number)
            yield File(openapi_document(subject.manual.id, number), to_json(document))


def _document(subject: Subject, release: Release, part: Part, number: int) -> dict[str, Json]:
    manual = subject.manual
    schemas: dict[str, Json] = {}
    schemes: dict[str, Json] = {}
    paths: dict[str, Json] = {}
    for tool in part.tools:
        operation = operation_of(tool, schemas)
        needed = security_of(tool)
        operation["security"] = [{_enter(*needed, schemes): scopes_of(tool)}] if needed else []
        if manual.status.state is not State.ACTIVE:
            operation["deprecated"] = True
        path = address_of(tool).path
        paths[path] = {**mapping(paths.get(path)), tool.call.method.lower(): operation}
    components: dict[str, Json] = {
        **({"schemas": schemas} if schemas else {}),
        **({"securitySchemes": schemes} if schemes else {}),
    }
    return {
        "openapi": "3.1.0",
        "info": _info(subject, release, part, number),
        **({"externalDocs": {"url": manual.docs}} if manual.docs else {}),
        "servers": [{"url": part.server}],
        "paths": paths,
        **({"components": components} if components else {}),
    }


def _enter(name: str, scheme: dict[str, Json], schemes: dict[str, Json]) -> str:
    """Enter *scheme* among *schemes* under its *name*, or one like it; return which."""
    number, free = 1, name
    while schemes.setdefault(free, scheme) != scheme:
        number += 1
        free = f"{name}_{number}"
    return free


def _info(subject: Subject, release: Release, part: Part, number: int) -> dict[str, Json]:
    manual = subject.manual
    count = len(parts_of(release))
    return {
        "title": manual.title if count == 1 else f"{manual.title} ({number} of {count})",
        "version": release.version,
        "description": "\n\n".join(_about(subject, release, part)),
        **({"termsOfService": manual.terms} if manual.terms else {}),
    }


def _about(subject: Subject, release: Release, part: Part) -> Iterator[str]:
    """Yield what users of the document should know, a paragraph each."""
    manual = subject.manual
    author = words.written_by(manual.publisher, subject.settings.name)
    if manual.summary:
        yield manual.summary
    yield f"Made from the manual `{manual.id}`, written by {author}."
    yield from words.manual_cautions(manual)
    if manual.licence:
        yield f"Licence of the data or the software: {manual.licence}."
    elsewhere = [
        each.name for other in parts_of(release) if other is not part for each in other.tools
    ]
    if elsewhere:
        yield f"In other documents of the manual: {', '.join(f'`{each}`' for each in elsewhere)}."
    if missing := left_out(release):
        named = "; ".join(f"`{name}`, since {reason}" for name, reason in missing.items())
        yield f"In no document: {named}."
