"""`/v1/functions/…`: the tools of a manual as function definitions for LLM interfaces.

Each file holds what its interface wants as it is, and says what could not be carried over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.client.functions import FLAVOURS
from registry.client.functions.envelopes import envelope_of
from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import functions, link, manual_index, schema_path
from registry.publish._function_definitions import definitions
from registry.utcp_export import aggregate_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.publish import Subject
    from registry.source import Json


def publish_functions(subject: Subject) -> Iterator[File]:
    """Yield a file for each flavour."""
    release = subject.listed
    if release and release.tools:
        for flavour in FLAVOURS:
            path = functions(subject.manual.id, flavour)
            yield File(path, to_json(_document(release, flavour, path)))


def _document(release: Release, flavour: str, path: str) -> dict[str, Json]:
    make = FLAVOURS[flavour]
    values: list[Json] = []
    names: dict[str, Json] = {}
    lost: dict[str, Json] = {}
    envelopes: dict[str, Json] = {}
    own_names: dict[str, Json] = {}
    for tool in release.tools:
        name, definition = aggregate_name(tool), definitions(tool)[flavour]
        values.append(definition.value)
        names[name] = tool.id
        if definition.lost:
            lost[name] = [*definition.lost]
        if envelope := envelope_of(tool):
            envelopes[name] = envelope
        if definition.own_names:
            own_names[name] = {**definition.own_names}
    return {
        "schema": link(path, schema_path("functions")),
        "manual": link(path, manual_index(release.manual_id)),
        "version": release.version,
        "flavour": flavour,
        "purpose": make.purpose,
        "request": make.request(values),
        "tools": names,
        **({"envelopes": envelopes} if envelopes else {}),
        **({"own_names": own_names} if own_names else {}),
        "never_carried": [*make.never_carried],
        "lost": lost,
    }
