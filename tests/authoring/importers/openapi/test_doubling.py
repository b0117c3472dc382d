"""References that double at each step end, with what could be described of them."""

from __future__ import annotations

import json
from time import process_time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.attack

STEPS = 31


def document(composition: str) -> str:
    """Return a document with a schema whose full form has 2 ** STEPS parts."""
    names = [f"#/components/schemas/S{number + 1}" for number in range(STEPS)]
    # Two equal branches of oneOf are one.
    second = "items" if composition == "oneOf" else "$ref"
    schemas: dict[str, object] = {
        f"S{number}": {composition: [{"$ref": name}, _second(second, name)]}
        for number, name in enumerate(names)
    }
    schemas[f"S{STEPS}"] = {"type": "string"}
    return _about(schemas)


def _about(schemas: dict[str, object]) -> str:
    """Return a document with a query parameter and a reply of the schema `S0` of *schemas*."""
    first = {"$ref": "#/components/schemas/S0"}
    find = {
        "operationId": "find",
        "summary": "Find things by a word.",
        "parameters": [{"name": "q", "in": "query", "schema": first}],
        "responses": {
            "200": {"description": "Things.", "content": {"application/json": {"schema": first}}}
        },
    }
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "Things", "version": "1"},
            "servers": [{"url": "https://api.acme.com"}],
            "paths": {"/things": {"get": find}},
            "components": {"schemas": schemas},
        }
    )


def _second(keyword: str, name: str) -> object:
    return {"$ref": name} if keyword == "$ref" else {"items": {"$ref": name}}


@pytest.mark.parametrize("composition", ["allOf", "anyOf", "oneOf"])
def test_references_that_double_are_followed_to_a_limit(tmp_path: Path, composition: str) -> None:
    file = tmp_path / "api.json"
    file.write_text(document(composition), encoding="utf-8")
    names = ["--publisher", "acme", "--manual", "things", "--out", str(tmp_path / "manuals")]
    began = process_time()
    done = CliRunner().invoke(main, ["import", "openapi", str(file), *names])

    assert done.exit_code == 1
    assert "bulky-schema" in done.stdout
    assert not (tmp_path / "manuals").exists()
    assert process_time() - began < 30


@pytest.mark.parametrize("composition", ["allOf", "anyOf", "oneOf"])
@pytest.mark.parametrize("times", [1, 30])
def test_schema_that_is_a_part_of_itself_ends(tmp_path: Path, composition: str, times: int) -> None:
    file = tmp_path / "api.json"
    itself = {composition: [{"$ref": "#/components/schemas/S0"}] * times}
    file.write_text(_about({"S0": itself}), encoding="utf-8")
    names = ["--publisher", "acme", "--manual", "things", "--out", str(tmp_path / "manuals")]
    done = CliRunner().invoke(main, ["import", "openapi", str(file), *names])

    assert done.exit_code in (0, 1)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "manuals/acme/things/1.0.0.yaml" in done.stdout
