"""The model: what is derived from a tool and from a catalogue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from registry.model import (
    Auth,
    Call,
    Catalogue,
    Manual,
    Publisher,
    Release,
    State,
    Status,
    Tool,
    first_sentence,
    fold_name,
)
from registry.source import Document, Origin, read_document

TEXT = b"""\
name: get_weather
transport:
  address: https://api.example.com/{city}
inputs:
  properties:
    city: {type: string}
"""


@pytest.fixture
def tool() -> Tool:
    document, _ = read_document("m.yaml", TEXT)
    assert document
    return Tool(
        publisher="acme",
        manual="weather",
        version="1.0.0",
        name="get_weather",
        protocol="utcp",
        dialect="1.x",
        description="Weather. More of it.",
        tags=(),
        inputs={"type": "object"},
        outputs=None,
        call=Call("http", url="https://api.example.com/{city}/{day}?u=${X}"),
        native={},
        origin=Origin(document),
        origins={("call",): ("transport",), ("call", "url"): ("transport", "address")},
    )


def test_id_and_summary(tool: Tool) -> None:
    assert tool.id == "acme/weather/get_weather"
    assert tool.manual_id == "acme/weather"
    assert tool.summary == "Weather."


def test_origin_points_to_what_the_author_wrote(tool: Tool) -> None:
    assert tool.at("call", "url").pointer == ("transport", "address")
    assert tool.at("call", "url").place.line == 3
    assert tool.at("call", "method").pointer == ("transport", "method")
    assert tool.at("call", "method").place.line == 2
    assert tool.at("inputs", "properties", "city").place.line == 6
    assert tool.at("inputs", "properties", "city").key_place.line == 6


def test_path_placeholders_are_not_variables(tool: Tool) -> None:
    assert tool.call.path_placeholders == ("city", "day")


def test_variables_of_a_credential_come_in_the_order_of_its_fields() -> None:
    auth = Auth("oauth2", {"a": "${B}", "b": "${A} ${B}", "c": 3, "d": "${1}"})

    assert auth.variables == ("B", "A")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ""),
        ("One. Two.", "One."),
        ("One e.g. two. Three.", "One e.g. two."),
        ("Version 1.2 of it. Next", "Version 1.2 of it."),
        ("Really?! Yes.", "Really?!"),
        ("No end", "No end"),
        ("Spread\n over\tlines.  Next", "Spread over lines."),
        ("word " * 60, ("word " * 31).strip() + "…"),
        ("a, b: " + "word " * 60, "a, b: " + ("word " * 30).strip() + "…"),
        ("word " * 20 + "and, since it is " + "long " * 20, "word " * 20 + "and…"),
        (
            "word " * 20 + "of 1,000 " + "long " * 20,
            "word " * 20 + "of 1,000 " + ("long " * 10).strip() + "…",
        ),
    ],
)
def test_first_sentence_is_one_line(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_folding_joins_what_clients_join() -> None:
    assert fold_name("Get-Weather") == fold_name("get_weather") == fold_name("GET.WEATHER")
    assert fold_name("getweather") != fold_name("get_weather")


def release(version: str, *tools: Tool) -> Release:
    document = Document("m.yaml", "", {})
    return Release("acme", "weather", version, "utcp", "1.x", document, {}, {}, tools)


def manual(*versions: str, **changes: object) -> Manual:
    releases = tuple(release(version) for version in versions)
    made = Manual(Publisher("acme", "Acme"), "weather", releases)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_latest_release_is_neither_yanked_nor_a_prerelease() -> None:
    versions = ("1.0.0", "1.1.0", "2.0.0-rc.1")

    assert latest(manual(*versions)) == "1.1.0"
    assert latest(manual(*versions, yanked={"1.1.0": "wrong"})) == "1.0.0"
    assert latest(manual("2.0.0-rc.1")) is None


def latest(found: Manual) -> str | None:
    return found.latest.version if found.latest else None


def test_catalogue_lists_what_can_be_offered() -> None:
    offered = manual("1.0.0")
    hidden = manual("1.0.0", name="quarantined", status=Status(State.QUARANTINED, "unsafe"))
    draft = manual("1.0.0-rc.1", name="draft")
    catalogue = Catalogue((offered.publisher,), (offered, hidden, draft))

    assert catalogue.listed == (offered,)
    assert catalogue.manual_by_id["acme/quarantined"] is hidden


def test_catalogue_has_the_tools_of_latest_releases_by_id(tool: Tool) -> None:
    other = replace(tool, name="a_tool")
    releases = (release("0.9.0", tool), release("1.0.0", tool, other))
    catalogue = Catalogue((), (manual(releases=releases),))

    assert [each.name for each in catalogue.tools] == ["a_tool", "get_weather"]


def test_name_for_utcp_clients_has_no_hyphens() -> None:
    assert manual("1.0.0", name="air-quality").utcp_name == "acme_air_quality"
