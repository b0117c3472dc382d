"""The released client of OXP and the LangChain adapter load what is published for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest
from paths import ROOT
from released_clients import ask
from seen import some

from registry.protocols import protocols

if TYPE_CHECKING:
    from contract_site import Site
    from publishing import Published

pytestmark = pytest.mark.slow

SCHEMAS = ROOT / "tests" / "providers" / "schemas"


def listings(samples: Published) -> list[str]:
    return sorted(
        path for path in samples.files if path.startswith("otc/") and path.endswith("tools")
    )


def test_strict_client_lists_exactly_the_tools_of_every_dialect(
    samples: Published, site: Site
) -> None:
    folders = [path.removesuffix("/tools") for path in listings(samples)]
    answer = ask("oxp", [site.url + folder for folder in folders])
    for folder in some(folders):
        release = samples.catalogue.manual_by_id[folder.removeprefix("otc/")].latest
        assert release is not None
        listed = answer[site.url + folder]

        assert listed["ids"] == [tool.native["id"] for tool in release.tools], folder
        assert listed["inputs"] == [tool.inputs for tool in release.tools], folder


@pytest.mark.parametrize("dialect", ["otc-1.0", "oxp-1.0", "oxp-1.0-header"])
def test_definitions_are_what_readers_of_each_dialect_expect(
    samples: Published, dialect: str
) -> None:
    schema = json.loads((SCHEMAS / f"{dialect}.json").read_text(encoding="utf-8"))
    definition = {**schema, "$ref": "#/$defs/definition"}
    key = "tools" if dialect == "otc-1.0" else "items"
    lists = {path: samples.json(path)[key] for path in listings(samples)}

    assert all(lists.values())
    for each in some(each for listing in lists.values() for each in listing):
        jsonschema.Draft202012Validator(definition).validate(each)


def test_every_listing_names_the_server_that_takes_the_calls(samples: Published) -> None:
    for path in some(listings(samples)):
        (server,) = samples.json(path)["x-servers"]

        assert server["call_url"].startswith("https://")


def test_opentool_documents_hold_no_references(samples: Published) -> None:
    loads = [
        path for path in samples.files if path.startswith("opentool/") and path.endswith("load")
    ]

    for path in some(loads):
        assert "$ref" not in json.dumps(samples.json(path))
        assert protocols()["opentool"].recognise(samples.json(path))


def test_langchain_adapter_has_every_tool_with_its_arguments(
    samples: Published, site: Site
) -> None:
    request = {
        "manuals": [{"name": "registry", "url": f"{site.url}utcp"}],
        "variables": {"registry_BROOK__TIDES__API_KEY": "brook-key"},
        "calls": [
            {"tool": "registry.brook_tides__next_tide", "arguments": {"q": "Holm"}},
            {"tool": "registry.fen_streams__read_news", "arguments": {}},
        ],
    }
    site.echo.seen.clear()
    report = ask("langchain", request)
    document = samples.json("utcp")["tools"]
    arguments = {
        f"registry.{tool['name']}": sorted(tool["inputs"]["properties"]) for tool in document
    }

    assert report["tools"] == arguments
    assert json.loads(report["calls"][0])["query"] == {"q": ["Holm"]}
    assert site.echo.requests("api.brook.example.com")[0].headers["x-api-key"] == "brook-key"
