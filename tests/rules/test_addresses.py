"""Every field that may hold an address is judged, whichever of them a client calls."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from releases import catalogue_of
from schema_fields import fields_of_manuals

from registry.rules._addresses import addresses, token_addresses

if TYPE_CHECKING:
    from collections.abc import Mapping


TOOL = {"name": "now", "description": "The time.", "inputs": {"type": "object"}}
MANUAL = {"utcp_version": "1.0.1", "manual_version": "1.0.0"}
CALLED = ("base_url", "call_url", "host", "server", "signaling_server", "token_url", "url")
SAID = ("docs", "homepage", "source", "sources")
"""Fields with addresses to read, which nothing calls."""

_MAY_HOLD_AN_ADDRESS = re.compile(
    r"(?:^|_)(?:ur[il]|host|hosts|endpoint|address|server|target|homepage|docs|sources?)s?$",
    re.IGNORECASE,
)


def texts(document: Mapping[str, Any]) -> list[str]:
    catalogue, _ = catalogue_of("1.0.0.json", json.dumps(document).encode())
    (release,) = catalogue.manuals[0].releases
    return [each.url.text for each in (*addresses(release), *token_addresses(release))]


def test_no_dialect_has_a_field_for_an_address_that_nothing_is_said_of() -> None:
    found = fields_of_manuals()

    assert "call_url" in found
    assert {name for name in found if _MAY_HOLD_AN_ADDRESS.search(name)} <= {*CALLED, *SAID}


@pytest.mark.parametrize("name", ["callback", *CALLED])
def test_address_in_any_field_of_a_call_is_judged_beside_the_one_that_is_called(name: str) -> None:
    call = {"call_template_type": "http", "url": "https://api.example.com/now"}
    tool = {**TOOL, "tool_call_template": {**call, name: "http://10.0.0.5/"}}

    assert "http://10.0.0.5/" in texts({**MANUAL, "tools": [tool]})


def test_server_of_opentool_is_judged_beside_the_address_of_the_registry() -> None:
    document = {
        "opentool": "1.1.0",
        "info": {"title": "Time", "version": "1.0.0"},
        "server": {"url": "https://169.254.169.254/"},
        "functions": [{"name": "now", "description": "The time.", "parameters": []}],
        "x-registry": {"call_url": "https://api.example.com/opentool"},
    }

    assert texts(document) == ["https://api.example.com/opentool", "https://169.254.169.254/"]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://me:hunter2@api.acme.com/now", "'https://me:…@api.acme.com/now'"),
        ("http://:hunter2@api.acme.com/now", "'http://:…@api.acme.com/now'"),
        ("https://me@api.acme.com/now", "'https://me@api.acme.com/now'"),
        ("https://api.acme.com/a:b@c", "'https://api.acme.com/a:b@c'"),
        ("http://a.com/?q=1&api_key=hunter2#k", "'http://a.com/?q=1&api_key=…#k'"),
    ],
)
def test_no_message_repeats_a_password_or_a_key(url: str, shown: str) -> None:
    call = {"call_template_type": "http", "url": url}
    data = json.dumps({**MANUAL, "tools": [{**TOOL, "tool_call_template": call}]}).encode()
    catalogue, _ = catalogue_of("1.0.0.json", data)

    assert [each.shown for each in addresses(catalogue.manuals[0].releases[0])] == [shown]
