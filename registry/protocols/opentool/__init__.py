"""OpenTool: a document of functions and the JSON-RPC server that runs them.

Follows the OpenTool specification 1.0 and 1.1 (which adds `server`), and supports `$ref` and
`stream`, which its SDKs add. Documents contain neither the URL for calls nor the key, so
`x-registry` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from registry.protocols import Dialect, _server
from registry.protocols._stated_version import check_stated_version
from registry.protocols.opentool import _checks, _listing, _tools
from registry.validate import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json
    from registry.validate import Schema

_TEXT = "https://github.com/opentool-hub/opentool-spec"

NAME = "opentool"
TITLE = "OpenTool"
DIALECTS = (Dialect("1.0", "OpenTool 1.0", _TEXT), Dialect("1.1", "OpenTool 1.1", _TEXT))
REGISTRY_KEYS: dict[str, Json] = _server.CALL_URL | _server.AUTH

SHAPES: dict[str, Json] = {
    "1.1": {"required": ["functions", "server"]},
    "1.0": {"required": ["functions"]},
}

read = _tools.read
listing = _listing.listing


def recognise(data: Mapping[str, Json]) -> str | None:
    """Return `1.1` for a document that has a server or says so, otherwise `1.0`, or None.

    See OpenTool Specification, "OpenTool Object" and "Server Object" (only in 1.1).

    The stated version is not reliable: public documents say 1.0.0 whatever they use.
    """
    if "opentool" not in data and not {"info", "functions"} <= data.keys():
        return None
    says_so = str(data.get("opentool", "")).startswith("1.1")
    return "1.1" if "server" in data or says_so else "1.0"


def schema(dialect: str) -> Mapping[str, Json]:
    """Return the schema of a document in *dialect* (OpenTool Specification, "OpenTool Object")."""
    return _schema(dialect).document


def _schema(dialect: str) -> Schema:
    return load_schema(Path(__file__).parent / f"{dialect}.schema.json")


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield the problems of *document*, with warnings about what SDKs ignore."""
    yield from _schema(dialect).problems(document)
    read_as = next(each for each in DIALECTS if each.id == dialect)
    yield from check_stated_version(document, "opentool", ("1",), read_as)
    yield from _checks.check_document(document)
