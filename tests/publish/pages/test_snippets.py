"""A snippet says what else to know before it is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from paths import TESTS
from publishing import SETTINGS, published

from registry.publish._pages.snippets import SampleArguments, snippets
from registry.publish._pages.tabs import tabs

if TYPE_CHECKING:
    from registry.source import Json


def test_definition_with_other_names_of_inputs_says_which_these_are() -> None:
    manual = next(each for each in published().catalogue.manuals if each.latest)
    assert manual.latest
    inputs: dict[str, Json] = {"type": "object", "properties": {"filter[<b>]": {"type": "string"}}}
    tool = replace(manual.latest.tools[0], inputs=inputs, examples=())
    made = tuple(snippets(SETTINGS, manual, tool, SampleArguments({})))
    shown = tabs([each for each in made if each.hint], "client")

    assert [each.id for each in made if each.hint] == ["function-anthropic", "function-gemini"]
    assert "rename <code>filter__b__</code> to <code>filter[&lt;b&gt;]</code>." in shown


@pytest.mark.parametrize(
    ("tool", "asks", "is_led"),
    [
        ("search_by_body", "body", True),
        ("search_by_body", "api_key", False),
        ("search_by_body", "secretKey", False),
        ("find_letters", "place", False),
        ("send_plain", "body", False),
    ],
)
def test_command_follows_a_redirect_where_it_only_reads_and_takes_no_key_along(
    tool: str, asks: str, *, is_led: bool
) -> None:
    letters = published(TESTS / "contract" / "curl" / "manuals")
    (manual,) = letters.catalogue.manuals
    found = next(each for each in letters.catalogue.tools if each.name == tool)
    changed = replace(found, inputs={"type": "object", "properties": {asks: {}}})
    made = snippets(letters.settings, manual, changed, SampleArguments({}))
    curl = next(each.code for each in made if each.id == "curl")

    assert ("--location" in curl) == is_led
