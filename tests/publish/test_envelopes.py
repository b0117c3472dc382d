"""A function and the tool of its name in `/utcp` take the same arguments, or the file says how."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from seen import some

from registry.client.functions import FLAVOURS
from registry.client.functions.offered import functions_of
from registry.model.request import request
from registry.publish._pages.samples import Samples
from registry.utcp_export import aggregate_document, aggregate_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from publishing import Published

    from registry.model import Tool


@pytest.fixture(params=["samples", "launched"])
def site(request: pytest.FixtureRequest) -> Published:
    """Publish the samples, then the launch catalogue."""
    found: Published = request.getfixturevalue(request.param)
    return found


def arguments_of(tool: Tool) -> dict[str, Any]:
    """Return flat arguments that fit *tool*."""
    if tool.examples:
        return dict(tool.examples[0].arguments)
    value = Samples(tool.inputs).value()
    return value if isinstance(value, dict) else {}


def as_the_file_says(document: dict[str, Any], name: str, flat: dict[str, Any]) -> dict[str, Any]:
    """Return *flat* as `/utcp` takes it, by nothing but what the published file says."""
    said = document.get("envelopes", {}).get(name)
    if said is None:
        return flat
    sent = copy.deepcopy(said["arguments"])
    for path, value in [
        (said["arguments_at"], flat),
        *((at, "1") for at in said.get("ids_at", ())),
    ]:
        place = sent
        for step in path[:-1]:
            place = place.setdefault(step, {})
        place[path[-1]] = value
    return dict(sent)


def tools_with_files(site: Published, flavour: str) -> Iterator[tuple[Tool, dict[str, Any]]]:
    read = cache(site.json)
    for tool in site.catalogue.tools:
        yield tool, read(f"v1/functions/{tool.manual_id}.{flavour}.json")


def parameters_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of the functions in a file for OpenAI, by name."""
    found = (each["function"] for each in document["request"])
    return {function["name"]: function["parameters"] for function in found}


def test_function_has_the_name_and_the_arguments_of_the_tool_in_utcp(site: Published) -> None:
    offered = {each["name"]: each for each in site.json("utcp")["tools"]}
    enveloped = 0
    for tool, document in some(tools_with_files(site, "openai")):
        name, flat = aggregate_name(tool), arguments_of(tool)
        in_utcp: dict[str, Any] = offered.get(name) or dict(aggregate_document(tool))
        inputs, parameters = in_utcp["inputs"], parameters_of(document)[name]
        sent = as_the_file_says(document, name, flat)
        enveloped += sent != flat

        assert document["tools"][name] == tool.id
        assert in_utcp["name"] == name
        jsonschema_rs.validate(parameters, flat)
        jsonschema_rs.validate(inputs, sent)
        if name not in document.get("envelopes", {}):
            assert parameters.get("properties", {}).keys() == inputs.get("properties", {}).keys()
            assert sorted(parameters.get("required", ())) == sorted(inputs.get("required", ()))

    assert enveloped > 5


def test_envelope_is_the_body_that_is_sent(site: Published) -> None:
    for tool, document in some(
        each for each in tools_with_files(site, "mcp") if each[0].call.envelope
    ):
        flat = arguments_of(tool)
        asked = request(tool.call, flat)
        sent = as_the_file_says(document, aggregate_name(tool), flat)

        assert asked is not None
        assert json.dumps(sent, sort_keys=True) == json.dumps({"body": asked.body}, sort_keys=True)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_client_puts_arguments_into_the_envelope_that_the_file_describes(
    flavour: str, samples: Published
) -> None:
    class Record:
        """A tool as the Python client reads it."""

        def __init__(self, record: dict[str, Any]) -> None:
            self.id: str = record["id"]
            self.definition: dict[str, Any] = record["definition"]

    for tool, document in some(tools_with_files(samples, flavour)):
        name, flat = aggregate_name(tool), arguments_of(tool)
        record: Any = Record(samples.json(f"v1/tools/{tool.id}.json"))
        functions = functions_of([record], flavour)

        assert functions.for_utcp(name, flat) == as_the_file_says(document, name, flat)
