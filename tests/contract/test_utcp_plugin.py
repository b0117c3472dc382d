"""The released UTCP client searches and calls through our plugin, installed beside it alone."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from contract_site import served
from paths import ROOT
from publishing import published
from redigest import redigest
from released_clients import ask
from static_host import hosting
from utcp_environment import installed, run

from registry import search
from registry.client import Catalogue
from registry.client.utcp_plugin import _manuals
from registry.publish import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from contract_site import Site
    from publishing import Published

pytestmark = [pytest.mark.slow, pytest.mark.attack]

TYPE = "open_tool_registry"
QUESTION = "tide at a harbour"


@pytest.fixture(scope="module")
def plugins() -> Path:
    return installed()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the sample site with its APIs on loopback, and digests that fit."""
    with served(tmp_path_factory.mktemp("site")) as site:
        redigest(site.folder)
        yield site


def config(registry: str, cache: Path) -> dict[str, Any]:
    return {
        "tool_repository": {
            "tool_repository_type": TYPE,
            "registry": registry,
            "cache": str(cache),
        },
        "tool_search_strategy": {"tool_search_strategy_type": TYPE},
    }


def session(wanted: dict[str, Any], plugins: Path) -> dict[str, Any]:
    report: dict[str, Any] = ask("python", {"sessions": [wanted]}, plugins)["sessions"][0]
    return report


@pytest.fixture(scope="module")
def report(site: Site, plugins: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    site.echo.seen.clear()
    tide = {"tool": "brook_tides.next-tide", "arguments": {"q": "Holm & Å"}}
    other = {"tool": "acme_tides.next-tide", "arguments": {"port": "Oslo", "days": 2}}
    wanted = {
        "config": config(site.url, tmp_path_factory.mktemp("cache")),
        "variables": {
            "brook__tides_API_KEY": "brook-key",
            "acme__tides_API_KEY": "acme-key",
            "API_KEY": "stray",
        },
        "search": QUESTION,
        "calls": [tide, other, {"tool": "acme_tides.no_such_tool", "arguments": {}}],
        "variables_of": [tide["tool"]],
    }
    found = session(wanted, plugins)
    return {**found, "brook": site.echo.requests("api.brook.example.com")}


def test_search_has_the_order_of_the_registry(samples: Published, report: dict[str, Any]) -> None:
    answer = search.build(samples.catalogue).query(QUESTION, transport="http")
    loadable = {
        f"{entry['name']}.{tool['name']}"
        for entry in samples.json("utcp-config.json")["manual_call_templates"]
        for tool in samples.json(entry["url"].removeprefix(samples.settings.base_url))["tools"]
    }
    names = []
    for hit in answer.hits:
        manual, _, tool = hit.tool.id.rpartition("/")
        names.append(f"{_manuals.utcp_name(manual)}.{tool}")

    assert len(report["found"]) > 1
    assert report["found"] == [name for name in names if name in loadable][:5]


def test_all_tools_of_the_registry_are_there(samples: Published, report: dict[str, Any]) -> None:
    loadable = {
        f"{entry['name']}.{tool['name']}"
        for entry in samples.json("utcp-config.json")["manual_call_templates"]
        for tool in samples.json(entry["url"].removeprefix(samples.settings.base_url))["tools"]
    }

    assert loadable <= set(report["tools"])
    assert len(report["tools"]) == len(set(report["tools"]))


def test_a_call_arrives_with_the_key_of_its_manual(report: dict[str, Any]) -> None:
    assert "error" not in report["calls"][0], report["calls"][0]
    assert "error" not in report["calls"][1], report["calls"][1]
    assert report["variables"] == {"brook_tides.next-tide": ["brook__tides_API_KEY"]}
    assert "brook-key" in str(report["brook"])
    assert "acme-key" not in str(report["brook"])
    assert "stray" not in str(report["brook"])


def test_a_tool_that_is_not_there_is_not_found(report: dict[str, Any]) -> None:
    assert "Tool not found" in report["calls"][2]["error"]


def test_a_search_downloads_neither_the_aggregate_nor_every_manual(
    plugins: Path, tmp_path: Path
) -> None:
    with hosting(dict(published(ROOT / "manuals").files)) as host:
        script = (
            "import asyncio, json, sys\n"
            "from utcp.utcp_client import UtcpClient\n"
            "async def main():\n"
            "    client = await UtcpClient.create(config=json.loads(sys.argv[1]))\n"
            "    found = await client.search_tools('exchange rate of the euro', limit=3)\n"
            "    tagged = await client.search_tools('chess', any_of_tags_required=['weather'])\n"
            "    print(json.dumps([[t.name for t in found], [t.name for t in tagged]]))\n"
            "asyncio.run(main())\n"
        )
        found, tagged = run(script, config(host.url, tmp_path / "cache"), plugins, tmp_path)
    sent = {path for path, _ in host.sent}

    assert len(found) == 3
    assert tagged == []
    assert not sent & {"utcp", "utcp.json", "utcp-config.json", "v1/tools.json"}
    assert len({path for path in sent if path.endswith("/utcp.json")}) <= 6


@pytest.mark.parametrize("registered", ["utcp", "utcp-config.json"])
def test_the_strategy_finds_tools_that_were_registered(
    site: Site, plugins: Path, tmp_path: Path, registered: str
) -> None:
    strategy = {
        "tool_search_strategy": {
            "tool_search_strategy_type": TYPE,
            "registry": site.url,
            "cache": str(tmp_path),
        }
    }
    wanted: dict[str, Any] = {"config": strategy, "search": QUESTION}
    if registered == "utcp":
        wanted["manuals"] = [{"name": "registry", "url": f"{site.url}utcp"}]
    else:
        wanted["config"] |= json.loads((site.folder / registered).read_bytes())
    found = session(wanted, plugins)["found"]

    assert len(found) > 1
    assert "next" in found[0]
    assert all(name.startswith("registry.") for name in found) == (registered == "utcp")


def test_every_manual_has_a_template_that_says_what_may_be_called(
    site: Site, plugins: Path, tmp_path: Path
) -> None:
    """Without one the client would skip its check of the tool's type."""
    script = (
        "import asyncio, json, sys\n"
        "from utcp.utcp_client import UtcpClient\n"
        "async def main():\n"
        "    client = await UtcpClient.create(config=json.loads(sys.argv[1]))\n"
        "    repository = client.config.tool_repository\n"
        "    one = await repository.get_manual_call_template('brook_tides')\n"
        "    none = await repository.get_manual_call_template('brook_rivers')\n"
        "    every = await repository.get_manual_call_templates()\n"
        "    kinds = sorted({each.call_template_type for each in every})\n"
        "    print(json.dumps([one.url, none, kinds]))\n"
        "asyncio.run(main())\n"
    )
    url, none, kinds = run(script, config(site.url, tmp_path), plugins, tmp_path)

    assert url == f"{site.url}v1/manuals/brook/tides/latest/utcp.json"
    assert none is None
    assert kinds == ["http"]


def test_the_repository_cannot_be_written(site: Site, plugins: Path, tmp_path: Path) -> None:
    script = (
        "import asyncio, json, sys\n"
        "from utcp.utcp_client import UtcpClient\n"
        "from utcp_http.http_call_template import HttpCallTemplate\n"
        "async def main():\n"
        "    wanted = json.loads(sys.argv[1])\n"
        "    client = await UtcpClient.create(config=wanted['config'])\n"
        "    try:\n"
        "        await client.register_manual(HttpCallTemplate(name='own', url=wanted['url']))\n"
        "    except PermissionError as error:\n"
        "        print(json.dumps(str(error)))\n"
        "asyncio.run(main())\n"
    )
    wanted = {"config": config(site.url, tmp_path), "url": f"{site.url}utcp"}

    assert "can only be read" in run(script, wanted, plugins, tmp_path)


def test_a_tool_of_another_type_is_left_out(
    samples: Published, plugins: Path, tmp_path: Path
) -> None:
    folder = samples.write(tmp_path / "site")
    path = folder / "v1/manuals/brook/tides" / latest(samples, "brook/tides") / "utcp.json"
    document = json.loads(path.read_bytes())
    command = {"call_template_type": "cli", "commands": [{"command": "date"}]}
    document["tools"].append({**document["tools"][0], "name": "x", "tool_call_template": command})
    path.write_bytes(to_json(document))
    redigest(folder)
    calls = [{"tool": "brook_tides.x", "arguments": {}}]
    found = session({"config": config(str(folder), tmp_path), "calls": calls}, plugins)

    assert "brook_tides.next-tide" in found["tools"]
    assert "Tool not found" in found["calls"][0]["error"]


def test_search_says_which_tool_it_leaves_out(site: Site, plugins: Path, tmp_path: Path) -> None:
    script = (
        "import asyncio, json, logging, sys\n"
        "from utcp.utcp_client import UtcpClient\n"
        "said = []\n"
        "class Kept(logging.Handler):\n"
        "    def emit(self, record):\n"
        "        said.append(record.getMessage())\n"
        "logging.getLogger('registry').addHandler(Kept())\n"
        "async def main():\n"
        "    client = await UtcpClient.create(config=json.loads(sys.argv[1]))\n"
        "    await client.search_tools('show the date of this machine')\n"
        "    print(json.dumps(said))\n"
        "asyncio.run(main())\n"
    )
    said = run(script, config(site.url, tmp_path), plugins, tmp_path)

    assert "fen/streams/show_date (cli)" in " ".join(said)


def latest(samples: Published, manual_id: str) -> str:
    version: str = samples.json(f"v1/manuals/{manual_id}/index.json")["latest"]
    return version


@pytest.mark.parametrize("key", ["url", "token_url"])
def test_a_tool_that_calls_the_machine_of_the_agent_is_left_out(
    samples: Published, tmp_path: Path, key: str
) -> None:
    folder = samples.write(tmp_path / "site")
    path = folder / "v1/manuals/brook/tides" / latest(samples, "brook/tides") / "utcp.json"
    document = json.loads(path.read_bytes())
    call = document["tools"][0]["tool_call_template"]
    (call if key == "url" else call["auth"])[key] = "http://2130706433:{port}/"
    path.write_bytes(to_json(document))
    redigest(folder)
    found = _manuals.document(Catalogue.open(folder), str(folder), "brook/tides")

    assert found
    assert len(found["tools"]) == len(document["tools"]) - 1


def test_what_is_gone_or_damaged_upstream_reaches_a_running_program(
    samples: Published, plugins: Path, tmp_path: Path
) -> None:
    folder, later = (samples.write(tmp_path / name) for name in ("site", "later"))
    tides = f"v1/manuals/brook/tides/{latest(samples, 'brook/tides')}/utcp.json"
    (later / tides).write_bytes(b'{"tools": []}')
    damaged = later / f"v1/manuals/acme/tides/{latest(samples, 'acme/tides')}/utcp.json"
    damaged.write_bytes(b"[]")
    redigest(folder)
    redigest(later)
    root = later / "v1/index.json"
    root.write_bytes(to_json({**json.loads(root.read_bytes()), "revision": "0" * 64}))
    script = (
        "import asyncio, json, os, sys\n"
        "from utcp.utcp_client import UtcpClient\n"
        "async def main():\n"
        "    wanted = json.loads(sys.argv[1])\n"
        "    client = await UtcpClient.create(config=wanted['config'])\n"
        "    repository = client.config.tool_repository\n"
        "    seen = [[t.name for t in await client.search_tools('tide at a harbour')]]\n"
        "    before = await repository.get_tool('brook_tides.next-tide')\n"
        "    os.rename(wanted['site'], wanted['site'] + '.old')\n"
        "    os.rename(wanted['later'], wanted['site'])\n"
        "    after = await repository.get_tool('brook_tides.next-tide')\n"
        "    seen.append([t.name for t in await client.search_tools('tide at a harbour')])\n"
        "    seen.append(sorted({t.name for t in await repository.get_tools()}))\n"
        "    wanted['config']['tool_repository']['signed_bye'] = 'root.json'\n"
        "    try:\n"
        "        await UtcpClient.create(config=wanted['config'])\n"
        "    except Exception as error:\n"
        "        refused = str(error)\n"
        "    print(json.dumps([before.name, after, *seen, refused]))\n"
        "asyncio.run(main())\n"
    )
    wanted = config(str(folder), tmp_path / "cache")
    wanted["tool_repository"]["refresh_seconds"] = 0
    argument = {"config": wanted, "site": str(folder), "later": str(later)}
    before, after, first, then, every, refused = run(script, argument, plugins, tmp_path)

    assert (before, after) == ("brook_tides.next-tide", None)
    assert {"brook_tides.next-tide", "acme_tides.next-tide"} <= {*first}
    assert not {"brook_tides.next-tide", "acme_tides.next-tide"} & {*then, *every}
    assert every
    assert "signed_bye" in refused


def test_manual_whose_name_could_be_anothers_is_left_out() -> None:
    ids = ("acme/pay", "acme", "acme/pay/x", "Acme/pay", "acme/")

    assert _manuals.ids_by_name(ids) == {"acme_pay": "acme/pay"}


def test_a_broken_installation_does_not_break_the_client(
    site: Site, plugins: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "plugins"
    shutil.copytree(plugins, broken)
    shutil.rmtree(broken / "registry" / "search")
    wanted = {"manuals": [{"name": "registry", "url": f"{site.url}utcp"}]}

    assert session(wanted, broken)["manuals"]["registry"]["success"]
