"""What is said of inputs is what the released clients do with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from registry.model import Argument, Call, Tool, Where
from registry.source import Document, Origin
from registry.utcp_export import input_sentences, obstacles, unportable_inputs

if TYPE_CHECKING:
    from registry.source import Json

FORM = "application/x-www-form-urlencoded"


def asking(
    schema: Json,
    name: str = "rain",
    where: Where = Where.QUERY,
    *,
    is_required: bool = False,
    content_type: str = "",
) -> Tool:
    """Return a tool with one input."""
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
            "http",
            "POST" if content_type else "GET",
            "https://api.example.com/",
            content_type=content_type,
            arguments=(Argument(name, where),),
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
    ({"properties": {"a": {"type": "boolean"}}}, ["object"]),
    ({"type": "array", "items": {"type": "boolean"}}, ["array"]),
]


@pytest.mark.parametrize("where", [Where.PATH, Where.QUERY, Where.HEADER])
@pytest.mark.parametrize(("schema", "kinds"), KINDS, ids=str)
def test_types_that_clients_send_differently_are_found(
    schema: Json, kinds: list[str], where: Where
) -> None:
    tool = asking(schema, where=where)

    assert sorted(each.kind for each in unportable_inputs(tool)) == kinds
    assert len(input_sentences(tool)) == len(kinds)
    assert all(f"{where.value} input `rain`" in each for each in input_sentences(tool))


@pytest.mark.parametrize("where", [Where.BODY, Where.LOCAL])
def test_body_and_commands_are_not_their_subject(where: Where) -> None:
    assert unportable_inputs(asking({"type": "boolean"}, where=where)) == ()


@pytest.mark.parametrize(("schema", "kinds"), KINDS, ids=str)
def test_fields_of_a_form_that_clients_send_differently_are_found(
    schema: Json, kinds: list[str]
) -> None:
    form: Json = {"type": "object", "properties": {"rain": schema}}
    tool = asking(form, "report", Where.BODY, content_type=FORM)

    assert sorted(each.kind for each in unportable_inputs(tool)) == kinds
    assert all("form field `rain`" in each for each in input_sentences(tool))
    assert unportable_inputs(asking(form, "report", Where.BODY)) == ()


def test_list_as_a_form_is_not_offered() -> None:
    assert obstacles(asking({"type": "array"}, "ids", Where.BODY, content_type=FORM))
    assert not obstacles(asking({"type": "object"}, "ids", Where.BODY, content_type=FORM))


def test_list_whose_name_ends_in_brackets_is_sent_alike() -> None:
    assert unportable_inputs(asking({"type": "array"}, "ids[]")) == ()
    assert unportable_inputs(asking({"type": "array"}, "ids[]", Where.HEADER))


@pytest.mark.parametrize(
    ("schema", "where", "reasons"),
    [
        ({"type": ["boolean", "null"]}, Where.QUERY, 1),
        ({"enum": [True]}, Where.QUERY, 1),
        ({"type": ["boolean", "string"]}, Where.QUERY, 0),
        ({"type": "array"}, Where.QUERY, 0),
        ({"type": "array"}, Where.PATH, 1),
        ({"type": "boolean"}, Where.HEADER, 1),
        ({"type": ["boolean", "string"]}, Where.PATH, 0),
        ({"type": "boolean"}, Where.BODY, 0),
    ],
    ids=str,
)
def test_required_input_that_no_value_fits_is_not_offered(
    schema: Json, where: Where, reasons: int
) -> None:
    assert len(obstacles(asking(schema, where=where, is_required=True))) == reasons
