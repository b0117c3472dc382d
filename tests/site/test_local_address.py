"""Served from this machine, a site leads to itself; its digests fit, and signed files stay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from paths import ROOT
from publishing import SETTINGS, published

from registry.site import smoke
from registry.site.local_address import at_local_address
from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

    from publishing import Published


MCP_SERVERS = ROOT / "tests/publish/mcp_servers/manuals"


def test_site_leads_to_the_address_that_serves_it(samples: Published, tmp_path: Path) -> None:
    site = samples.write(tmp_path / "site")
    (site / "sitemap.xml").write_text(f"<loc>{SETTINGS.base_url}/sitemap-docs.xml</loc>")
    with serving(site, instead=at_local_address(site)) as url:
        for path in (
            *("utcp", "utcp.json", "utcp-config.json", "llms.txt"),
            *("sitemap.xml", "feeds/all.atom", "feeds/all.json"),
        ):
            with urlopen(url + path) as reply:
                text = reply.read().decode()

            assert url in text, path
            assert SETTINGS.base_url not in text, path
        problems = [each for each in smoke.smoke_problems(url, 5) if "differs" in each]

    assert problems == []


@pytest.mark.parametrize("path", ["", "/registry"])
def test_links_of_the_page_for_what_is_missing_begin_where_it_is_served(
    tmp_path: Path, path: str
) -> None:
    """It is shown at every depth, so its links begin at the root of the host it was built for."""
    links = f'<link href="{path}/assets/registry.css"><a href="{path}/">Start page</a>'
    (tmp_path / "404.html").write_text(links, encoding="utf-8")
    (tmp_path / "v1").mkdir()
    document = json.dumps({"servers": [{"url": f"https://registry.example{path}"}]})
    (tmp_path / "v1" / "openapi.json").write_text(document, encoding="utf-8")

    with serving(tmp_path, instead=at_local_address(tmp_path)) as url:
        with pytest.raises(HTTPError) as raised:
            urlopen(f"{url}no/such/page/")
        with raised.value as reply:
            page = reply.read().decode()

    assert page == '<link href="/assets/registry.css"><a href="/">Start page</a>'


def test_lists_of_mcp_servers_are_what_the_index_says(tmp_path: Path) -> None:
    """They are JSON below the names of pages, and a server may link to the site itself."""
    site = published(MCP_SERVERS).write(tmp_path / "site")
    with serving(site, instead=at_local_address(site)) as url:
        with urlopen(f"{url}mcp/v0.1/servers/") as reply:
            listed = reply.read()
        problems = [each for each in smoke.smoke_problems(url, 1) if "differs" in each]

    assert SETTINGS.base_url in listed.decode()
    assert problems == []


def test_own_tools_are_called_where_the_site_is_served(samples: Published, tmp_path: Path) -> None:
    site = samples.write(tmp_path / "site")
    with serving(site, instead=at_local_address(site)) as url:
        with urlopen(f"{url}utcp") as reply:
            tools = {each["name"]: each for each in json.load(reply)["tools"]}
        with urlopen(tools["get_registry_index"]["tool_call_template"]["url"]) as reply:
            index = json.load(reply)

    assert index["api"] == "v1"


def test_other_files_and_signed_sites_are_served_as_they_are(
    samples: Published, tmp_path: Path
) -> None:
    site = samples.write(tmp_path / "site")
    local = at_local_address(site)

    assert local("v1/openapi.json", "http://127.0.0.1:1/") is None
    assert local("utcp", "http://127.0.0.1:1/") is not None
    (site / "tuf").mkdir()
    assert local("utcp", "http://127.0.0.1:1/") is None


def test_folder_that_says_no_address_is_served_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "utcp").write_text("{}", encoding="utf-8")

    assert at_local_address(tmp_path)("utcp", "http://127.0.0.1:1/") is None
