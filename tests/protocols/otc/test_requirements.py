"""Tools that need secrets, tokens or the user's id say so, and their calls carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import TESTS
from releases import catalogue_of

from registry.catalogue.tool_definition import tool_definition
from registry.client.call import Target
from registry.model.request import request

if TYPE_CHECKING:
    from registry.model import Tool

CASES = TESTS / "protocols" / "otc"


def tool(case: str) -> Tool:
    path = CASES / case
    catalogue, _ = catalogue_of(path.name, path.read_bytes())
    return catalogue.manuals[0].releases[0].tools[0]


@pytest.mark.parametrize(
    ("case", "context"),
    [
        (
            "oxp-1.0/valid/user_id_and_secret.yaml",
            {"secrets": [{"id": "bank-key", "value": "<BANK_KEY>"}], "user_id": "<USER_ID>"},
        ),
        (
            "rfc/valid/requirements.yaml",
            {
                "authorization": [{"id": "acme-login", "token": "<ACME_LOGIN_TOKEN>"}],
                "secrets": [{"id": "tenant-key", "value": "<TENANT_KEY>"}],
            },
        ),
    ],
)
def test_call_carries_what_is_needed(case: str, context: dict[str, object]) -> None:
    found = tool(case)
    target = Target.of(found.id, tool_definition(found))
    secrets = {name: f"<{name}>" for name in target.needed}
    sent = request(target.call, {"of": "${USER_ID}"}, secrets)
    assert sent is not None
    assert isinstance(sent.body, dict)
    body = sent.body["request"]
    assert isinstance(body, dict)

    assert found.auth_kind == "variables"
    assert body["context"] == context
    assert body["input"] == {"of": "${USER_ID}"}, "arguments of a model name no variables"


def test_scopes_are_said_where_the_token_is_described() -> None:
    described = {
        each.name: each.description for each in tool("rfc/valid/requirements.yaml").variables
    }

    assert described == {
        "ACME_LOGIN_TOKEN": "An OAuth2 token of the user for `acme-login`, with the scopes "
        "calendar.read.",
        "TENANT_KEY": "The secret `tenant-key` of its server.",
    }
