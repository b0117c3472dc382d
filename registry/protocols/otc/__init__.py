"""OTC and OXP: a server's response to `GET /tools`, in four dialects that all claim to be 1.0.

They are the RFC draft of Open Tool Calling, OTC 1.0, and Open eXecution Protocol 1.0 with bodies
in `request` and `result`, or with flat bodies and a version header. Definitions contain no URL, so
`x-registry` names the server.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from registry.protocols import Dialect, _server
from registry.protocols.otc import _checks, _listing, _shape, _tools
from registry.validate import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json
    from registry.validate import Schema

_OTC_TEXT = "https://github.com/OpenToolCalling/Specification"
_OXP_TEXT = "https://github.com/OpenExecProtocol/Specification"

NAME = "otc"
TITLE = "OTC/OXP"
DIALECTS = (
    Dialect(_shape.RFC, "OTC RFC draft", _OTC_TEXT),
    Dialect(_shape.OTC, "OTC 1.0", _OTC_TEXT),
    Dialect(_shape.OXP, "OXP 1.0", _OXP_TEXT),
    Dialect(_shape.HEADER, "OXP 1.0 with version header", _OXP_TEXT),
)
REGISTRY_KEYS: dict[str, Json] = _server.BASE_URL | _server.CALL_URL | _server.AUTH

SHAPES: dict[str, Json] = {
    dialect.id: {
        "required": ["x-registry"],
        "properties": {
            "x-registry": {
                "required": ["dialect"],
                "properties": {"dialect": {"const": dialect.id}},
            }
        },
    }
    for dialect in DIALECTS
}

recognise = _shape.recognise
read = _tools.read
listing = _listing.listing


def schema(dialect: str) -> Mapping[str, Json]:
    """Return the schema of a document in *dialect*: of a response to `GET /tools`.

    See RFC draft, section 5.2 "Tool Discovery", and the path `/tools` of OTC 1.0 and OXP 1.0.
    """
    return _schema(dialect).document


def _schema(dialect: str) -> Schema:
    return load_schema(Path(__file__).parent / f"{dialect}.schema.json")


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield the problems of the listing *document*, with warnings about what is repaired."""
    unusable = tuple(_checks.unusable(document))
    yield from unusable
    if not unusable:
        yield from _schema(dialect).problems(document)
        yield from _checks.check_listing(document, dialect)
