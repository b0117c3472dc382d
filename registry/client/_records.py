"""The records of a registry that the client returns: the parts that a digest covers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as its release defines it.

    Attributes:
        id: `publisher/manual/tool`.
        version: of the release.
        sha256: the digest of `definition`; keep it to notice when a tool is another one.
        description: all that its author says of it.
        tags: words.
        inputs: a JSON Schema of its arguments.
        outputs: a JSON Schema of its result, or None.
        definition: everything, `call` included, as `/v1/schemas/…/tool.json` describes it.
    """

    id: str
    version: str
    sha256: str
    description: str
    tags: tuple[str, ...]
    inputs: Mapping[str, Any]
    outputs: Mapping[str, Any] | None
    definition: Mapping[str, Any]

    @classmethod
    def of(cls, identity: str, version: str, sha256: str, definition: Mapping[str, Any]) -> Tool:
        """Return the tool that *definition* defines.

        Raises AttributeError, TypeError and ValueError for what is no definition.
        """
        outputs = definition.get("outputs")
        return cls(
            identity,
            version,
            sha256,
            str(definition.get("description", "")),
            tuple(map(str, definition.get("tags", ()))),
            dict(definition.get("inputs", {})),
            None if outputs is None else dict(outputs),
            definition,
        )


@dataclass(frozen=True, slots=True)
class Manual:
    """A manual in one of its versions.

    Attributes:
        id: `publisher/manual`.
        utcp_name: the name under which a UTCP client should register it.
        title: for people; may be "".
        summary: for people; may be "".
        state: `active`, `deprecated`, `archived` or `quarantined`, whatever the version.
        reason: why it is not active, or "".
        version: the version that was asked for, `x.y.z`.
        withdrawn: why this version was withdrawn, or "".
        tools: the names of its tools, each with the digest of its definition.
        versions: all versions, oldest first.
        latest: the version that nobody has to ask for, or "".
        registry: what the other registry is called here that it was included from, or "".
    """

    id: str
    utcp_name: str
    title: str
    summary: str
    state: str
    reason: str
    version: str
    withdrawn: str
    tools: Mapping[str, str]
    versions: tuple[str, ...]
    latest: str
    registry: str = ""

    @classmethod
    def of(cls, index: Mapping[str, Any], version: Mapping[str, Any]) -> Manual:
        """Return the manual with this *index* in *version*, an entry of it."""
        return cls(
            index["id"],
            index["utcp_name"],
            index.get("title", ""),
            index.get("summary", ""),
            index["status"]["state"],
            index["status"].get("reason", ""),
            version["version"],
            version.get("yanked", ""),
            {tool["name"]: tool["sha256"] for tool in version.get("tools", ())},
            tuple(each["version"] for each in index["versions"]),
            index.get("latest", ""),
            index.get("registry", {}).get("name", ""),
        )


def definition_in(record: bytes) -> bytes:
    """Return the definition in a tool's *record* in canonical form, over which its digest is."""
    # Only tools asked for one by one need it: search and manuals work without.
    from registry.model.canonical import canonical  # noqa: PLC0415

    return canonical(json.loads(record)["definition"])
