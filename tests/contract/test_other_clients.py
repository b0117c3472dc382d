"""The released client of OXP and the LangChain adapter load what is published for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from publishing import ROOT, published
from released_clients import ask

from registry.protocols import protocols

if TYPE_CHECKING:
    from contract_site import Site

SITE = published()
LISTINGS = sorted(path for path in SITE.files if path.startswith("otc/") and path.endswith("tools"))
SCHEMAS = ROOT / "tests" / "providers" / "schemas"


@pytest.fixture(scope="module")
def listings(site: Site) -> dict[str, Any]:
    folders = [site.url + path.removesuffix("/tools") for path in LISTINGS]
    answer = ask("oxp", folders)
    return dict(zip(LISTINGS, (answer[folder] for folder in folders), strict=True))


@pytest.mark.parametrize("path", LISTINGS)
def test_strict_client_lists_exactly_the_tools_of_every_dialect(
    listings: dict[str, Any], path: str
) -> None:
    _, publisher, manual, _ = path.split("/")
    release = SITE.catalogue.manual_by_id[f"{publisher}/{manual}"].latest
    assert release is not None

    assert listings[path]["ids"] == [tool.native["id"] for tool in release.tools]
    assert listings[path]["inputs"] == [tool.inputs for tool in release.tools]


@pytest.mark.parametrize("path", LISTINGS)
@pytest.mark.parametrize("dialect", ["otc-1.0", "oxp-1.0", "oxp-1.0-header"])
def test_definitions_are_what_readers_of_each_dialect_expect(path: str, dialect: str) -> None:
    schema = json.loads((SCHEMAS / f"{dialect}.json").read_text(encoding="utf-8"))
    definition = {**schema, "$ref": "#/$defs/definition"}
    listing = SITE.json(path)["tools" if dialect == "otc-1.0" else "items"]

    assert listing
    for each in listing:
        jsonschema.Draft202012Validator(definition).validate(each)


def test_every_listing_names_the_server_that_takes_the_calls() -> None:
    for path in LISTINGS:
        (server,) = SITE.json(path)["x-servers"]

        assert server["call_url"].startswith("https://")


def test_opentool_documents_hold_no_references() -> None:
    loads = [path for path in SITE.files if path.startswith("opentool/") and path.endswith("load")]

    assert loads
    for path in loads:
        assert "$ref" not in json.dumps(SITE.json(path))
        assert protocols()["opentool"].recognise(SITE.json(path))


def test_langchain_adapter_has_every_tool_with_its_arguments(site: Site) -> None:
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
    document = SITE.json("utcp")["tools"]
    arguments = {
        f"registry.{tool['name']}": sorted(tool["inputs"]["properties"]) for tool in document
    }

    assert report["tools"] == arguments
    assert json.loads(report["calls"][0])["query"] == {"q": ["Holm"]}
    assert site.echo.requests("api.brook.example.com")[0].headers["x-api-key"] == "brook-key"
