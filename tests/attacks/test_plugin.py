"""Whatever the files of a site say, a UTCP client with the plugin gets its tools or a plain error.

An error of another kind would end the program of an agent, and one bad manual must not take the
others with it.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attack import flipped, mangled, seeds
from publishing import published
from redigest import redigest
from utcp_environment import installed, run

from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

TYPE = "open_tool_registry"
READ = """
import asyncio, json, logging, sys, traceback
from registry.client import RegistryError
from utcp.utcp_client import UtcpClient

async def read(folder, cache):
    config = {
        "tool_repository": {"tool_repository_type": TYPE, "registry": folder, "cache": cache},
        "tool_search_strategy": {"tool_search_strategy_type": TYPE},
    }
    client = await UtcpClient.create(config=config)
    repository = client.config.tool_repository
    found = []
    for ask in (
        lambda: client.search_tools("tide at a harbour"),
        lambda: client.search_tools("", limit=0),
        repository.get_manual_call_templates,
        lambda: repository.get_tool("brook_tides.next-tide"),
        lambda: repository.get_tools_by_manual("acme_tides"),
        repository.get_tools,
    ):
        try:
            found.append(await ask())
        except RegistryError:
            found.append(None)
    return [tool.tool_call_template.model_dump(mode="json") for tool in found[-1] or ()]

async def main():
    logging.disable()
    reports = []
    for number, folder in enumerate(wanted["folders"]):
        try:
            reports.append({"calls": await read(folder, f"{wanted['cache']}/{number}")})
        except Exception:
            reports.append({"error": traceback.format_exc()})
    print(json.dumps(reports))

wanted = json.loads(sys.argv[1])
TYPE = "open_tool_registry"
asyncio.run(main())
"""

READ_BY_IT = (
    "v1/index.json",
    "v1/search/*.json",
    "v1/manuals/*/*/*.json",
    "v1/manuals/**/utcp.json",
)


def damaged_sites(root: Path) -> Iterator[Path]:
    """Yield sites, in each of which one file that the plugin reads was changed."""
    for seed in seeds(6):
        dice = Random(f"plugin {seed}")
        folder = published().write(root / str(seed))
        paths = sorted({path for pattern in READ_BY_IT for path in folder.glob(pattern)})
        path = dice.choice(paths)
        data = json.loads(path.read_bytes())
        if dice.random() < 0.2:
            path.write_bytes(flipped(path.read_bytes(), dice))
        else:
            path.write_bytes(json.dumps(mangled(data, dice)).encode("utf-8", "surrogatepass"))
        digests_that_fit(folder)
        yield folder


def digests_that_fit(folder: Path) -> None:
    """Enter the digests in *folder* again, unless what was changed has no place for them."""
    try:
        redigest(folder)
    except (AttributeError, KeyError, OSError, TypeError, ValueError):
        return


def test_client_gets_tools_of_a_damaged_site_or_a_plain_error(tmp_path: Path) -> None:
    folders = [str(each) for each in damaged_sites(tmp_path / "sites")]
    wanted: dict[str, Any] = {"folders": folders, "cache": str(tmp_path / "cache")}
    reports = run(READ, wanted, installed(), tmp_path)
    calls = [call for report in reports for call in report.get("calls", ())]

    assert [report["error"] for report in reports if "error" in report] == []
    assert len(calls) > len(folders)
    assert {call["call_template_type"] for call in calls} == {"http"}
    assert [call for call in calls if is_loopback(host_of(call["url"]))] == []
