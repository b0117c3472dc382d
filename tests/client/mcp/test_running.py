"""A server that runs for days offers what its registry has now."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import anyio
import pytest
from lab import MANUALS
from publishing import published
from static_host import hosting

from registry.client import Catalogue, NotFoundError
from registry.client.call import Caller, Secrets
from registry.client.catalogue import REFRESH_SECONDS
from registry.client.mcp.offer import Offer, Terms

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_tool_that_was_withdrawn_is_gone_from_a_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool_id = next(tool.id for tool in published(MANUALS).catalogue.tools)

    async def gone(offer: Offer) -> bool:
        try:
            await offer.get([tool_id])
        except NotFoundError:
            return True
        return False

    async def asked() -> list[bool]:
        with hosting(dict(published(MANUALS).files)) as host:
            catalogue = Catalogue.open(host.url, cache=tmp_path)
            async with Caller(Secrets({})) as caller:
                offer = Offer(catalogue, caller, Terms())
                found = [await gone(offer)]
                host.files |= published().files
                found.append(await gone(offer))
                now = time.monotonic()
                monkeypatch.setattr(time, "monotonic", lambda: now + 2 * REFRESH_SECONDS)
                found.append(await gone(offer))
                before = await offer.search("tides")
                # Nothing else is lost where the site does not answer.
                host.files.clear()
                monkeypatch.setattr(time, "monotonic", lambda: now + 4 * REFRESH_SECONDS)
                with pytest.warns(match="answering from what is cached"):
                    assert await offer.search("tides") == before
        return found

    assert anyio.run(asked) == [False, False, True]
