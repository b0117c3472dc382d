"""What is said of inputs in a query is what the released clients do with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from registry.model import Argument, Call, Tool, Where
from registry.source import Document, Origin
from registry.utcp import obstacles, query_sentences, unportable_queries

if TYPE_CHECKING:
    from registry.source import Json


def asking(schema: Json, name: str = "rain", *, is_required: bool = False) -> Tool:
    """Return a tool with one input in its query."""
    inputs: dict[str, Any] = {
        "type": "object",
        "properties": {name: schema},
        "$defs": {"flag": {"type": "boolean"}, "self": {"$ref": "#/$defs/self"}},
    }
    return Tool(
        publisher="acme",
        manual="weather",
        version="1.0.0",
        name="get_weather",
        protocol="utcp",
        dialect="1.x",
        description="Get the weather.",
        tags=(),
        inputs=inputs | ({"required": [name]} if is_required else {}),
        outputs=None,
        call=Call(
            "http", "GET", "https://api.example.com/", arguments=(Argument(name, Where.QUERY),)
        ),
        native={},
        origin=Origin(Document("1.0.0.json", "{}", {})),
    )


KINDS: list[tuple[Json, list[str]]] = [
    ({"type": "string"}, []),
    ({"type": "integer"}, []),
    ({"enum": ["true", "false"]}, []),
    ({}, []),
    (True, []),
    ({"type": "boolean"}, ["boolean"]),
    ({"enum": [True, False]}, ["boolean"]),
    ({"const": True}, ["boolean"]),
    ({"type": ["boolean", "null"]}, ["boolean", "null"]),
    ({"anyOf": [{"type": "string"}, {"type": "array"}]}, ["array"]),
    ({"allOf": [{"$ref": "#/$defs/flag"}]}, ["boolean"]),
    ({"$ref": "#/$defs/self"}, []),
    ({"type": "object"}, ["object"]),
    ({"type": "array", "items": {"type": "boolean"}}, ["array"]),
]


@pytest.mark.parametrize(("schema", "kinds"), KINDS, ids=str)
def test_types_that_clients_send_differently_are_found(schema: Json, kinds: list[str]) -> None:
    tool = asking(schema)

    assert sorted(kind for _, kind in unportable_queries(tool)) == kinds
    assert len(query_sentences(tool)) == len(kinds)


def test_list_whose_name_ends_in_brackets_is_sent_alike() -> None:
    assert unportable_queries(asking({"type": "array"}, "ids[]")) == ()


@pytest.mark.parametrize(
    ("schema", "reasons"),
    [
        ({"type": ["boolean", "null"]}, 1),
        ({"enum": [True]}, 1),
        ({"type": ["boolean", "string"]}, 0),
        ({"type": "array"}, 0),
    ],
    ids=str,
)
def test_required_input_that_no_value_fits_is_not_offered(schema: Json, reasons: int) -> None:
    assert len(obstacles(asking(schema, is_required=True))) == reasons
