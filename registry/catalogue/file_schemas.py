"""The JSON Schemas of the files that people write, for assembling, editors and `registry fmt`."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, cast

from registry import protocols
from registry.protocols import X_REGISTRY, Match
from registry.source.narrowing import mapping
from registry.validate import SCHEMAS, Schema, embedded, load_schema
from registry.validate.vocabulary import with_inner

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from registry.source import Json

_OF_THE_REGISTRY = (
    *("x-rule", "x-message", "x-hint", "x-example", "x-key-hints", "x-value-hints"),
    *("x-other-names", "x-known-keys", "x-form", "x-explaining-keys", "x-inside"),
)
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@cache
def file_schema(kind: str) -> Schema:
    """Return the schema of a file that people write, such as `publisher.yaml`.

    *kind* is `publisher`, `manual`, `facts`, `category`, `wishes` or `tools-lock`.
    """
    return load_schema(SCHEMAS / f"{kind}.schema.json")


@cache
def x_registry_schema(protocol: str = "") -> Schema:
    """Return the schema of `x-registry` in manuals of *protocol*; "" allows the keys of all."""
    every = protocols.protocols()
    used = [every[protocol]] if protocol else [*every.values()]
    base = dict(load_schema(SCHEMAS / "x-registry.schema.json").document)
    properties: dict[str, Json] = {}
    for key, schema in cast("dict[str, Json]", base["properties"]).items():
        properties[key] = schema
        if key == "dialect":  # who is called, and how, comes before what for
            # That with the most keys first: parts of an address are then side by side.
            for keys in sorted((each.REGISTRY_KEYS for each in used), key=len, reverse=True):
                properties |= keys
    listed = load_schema(SCHEMAS / "manual.schema.json").document["properties"]
    elsewhere: dict[str, Json] = dict.fromkeys(
        cast("dict[str, Json]", listed), "move it to manual.yaml, in the same folder"
    )
    return Schema(
        {
            **base,
            "properties": properties,
            "x-key-hints": {**_users_of_keys(), **mapping(base["x-key-hints"]), **elsewhere},
        }
    )


def _users_of_keys() -> dict[str, Json]:
    """Return, by key that not all protocols have, the hint for a manual of another one."""
    all_protocols = protocols.protocols().values()
    titles = {
        key: " and ".join(each.TITLE for each in all_protocols if key in each.REGISTRY_KEYS)
        for protocol in all_protocols
        for key in protocol.REGISTRY_KEYS
    }
    return {key: f"remove it: it is only for {users} manuals" for key, users in titles.items()}


@cache
def release_schema(match: Match) -> Mapping[str, Json]:
    """Return the self-contained schema of a release in a protocol's dialect."""
    name = next(each.name for each in match.protocol.DIALECTS if each.id == match.dialect)
    document = match.protocol.schema(match.dialect)
    block = x_registry_schema(match.protocol.NAME)
    return {
        "$schema": _DRAFT,
        "title": f"A release in {name}",
        "allOf": [
            {"$ref": "#/$defs/document"},
            {"properties": {X_REGISTRY: {"$ref": f"#/$defs/{X_REGISTRY}"}}},
        ],
        "$defs": {
            "document": embedded(document, "#/$defs/document"),
            X_REGISTRY: embedded(block.document, f"#/$defs/{X_REGISTRY}"),
        },
    }


@cache
def editor_schemas() -> Mapping[str, Mapping[str, Json]]:
    """Return the schemas for editors, by name.

    They are `publisher`, `manual`, `facts`, `category`, `wishes`, `tools-lock`, one per dialect
    such as `utcp-1.x`, and `release` for any. Hints become error messages; keywords that only the
    registry knows are left out.
    """
    kinds = ("publisher", "manual", "facts", "tools-lock", "category", "wishes")
    plain: dict[str, Mapping[str, Json]] = {kind: file_schema(kind).document for kind in kinds}
    for protocol in protocols.protocols().values():
        for dialect in protocol.DIALECTS:
            match = Match(protocol, dialect.id)
            plain[schema_name(match)] = release_schema(match)
    plain["release"] = _any_release()
    return {name: _for_editor(schema) for name, schema in plain.items()}


def schema_name(match: Match) -> str:
    """Return the name of the schema of a dialect, such as `utcp-1.x`."""
    return f"{match.protocol.NAME}-{match.dialect}"


def line_for_editors(path: Path, name: str, *, root: Path, site: str) -> str:
    """Return the first line of the file at *path*, from which editors know its schema *name*.

    The schema is in `schemas/` of the repository *root*, or else on the published *site*; where
    neither is known, the line is "".
    """
    file = root / "schemas" / f"{name}.json"
    if file.is_file():
        address = os.path.relpath(file, path.absolute().parent).replace(os.sep, "/")
    elif site:
        address = f"{site}v1/schemas/files/{name}.json"
    else:
        return ""
    return f"# yaml-language-server: $schema={address}\n"


def _any_release() -> dict[str, Json]:
    """Return the schema of any release: it refers to the schema of the dialect that matches.

    What a file states of itself comes before its shape, and a protocol without a dialect after it.
    """
    all_protocols = tuple(protocols.protocols().values())
    stated = [
        (_stating(protocol=protocol.NAME, dialect=dialect.id), Match(protocol, dialect.id))
        for protocol in all_protocols
        for dialect in protocol.DIALECTS
    ]
    shaped = [
        (shape, Match(protocol, dialect))
        for protocol in all_protocols
        for dialect, shape in protocol.SHAPES.items()
    ]
    named = [
        (_stating(protocol=protocol.NAME), Match(protocol, protocol.DIALECTS[0].id))
        for protocol in all_protocols
    ]
    chosen: dict[str, Json] = {}
    for condition, match in reversed([*stated, *shaped, *named]):
        then: Json = {"$ref": f"{schema_name(match)}.json"}
        chosen = {"if": condition, "then": then, "else": chosen}
    return {"$schema": _DRAFT, "title": "A release", **chosen}


def _stating(**keys: str) -> dict[str, Json]:
    """Return the schema of a file whose `x-registry` has these *keys*."""
    block: Json = {
        "properties": {key: {"const": value} for key, value in keys.items()},
        "required": list(keys),
    }
    return {"properties": {X_REGISTRY: block}, "required": [X_REGISTRY]}


def _for_editor(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return *schema* with its hints as the error messages that editors show."""
    kept = {key: value for key, value in schema.items() if key not in _OF_THE_REGISTRY}
    spoken = with_inner(kept, _for_editor)
    hint = schema.get("x-hint")
    if isinstance(hint, str):
        spoken["patternErrorMessage" if "pattern" in schema else "errorMessage"] = hint.replace(
            "{needed}", '"name"'
        )
    # A rule reports the other keys, with a guess what is meant; an editor knows no rules.
    known = schema.get("x-known-keys")
    if known:
        spoken["propertyNames"] = {"enum": known, "errorMessage": "clients ignore this key"}
    return spoken
