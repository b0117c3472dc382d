"""What the tests of calls share: an API, and a way to call it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest
from hostile_api import HostileApi, hostile_api
from lab import KEYS, CallTool, target

from registry.client.call import Caller, Limits, Policy, Reply, Secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

_CONNECTING = ("resolve", "ssl_context")


@pytest.fixture
def api() -> Iterator[HostileApi]:
    with hostile_api() as api:
        yield api


@pytest.fixture
def call(api: HostileApi) -> CallTool:
    """Call a tool by its name on the API of this machine, as from a registry that is local."""

    def run(name: str, arguments: dict[str, Any], **options: Any) -> Reply:  # noqa: ANN401
        limits = {key: options.pop(key) for key in Limits.__slots__ if key in options}
        connecting = {key: options.pop(key) for key in _CONNECTING if key in options}
        policy = Policy(**{"is_local": True, **options.pop("policy", {})})

        async def ask() -> Reply:
            async with Caller(Secrets(KEYS), policy, Limits(**limits), **connecting) as caller:
                return await caller.call(target(name, api.url), arguments, **options)

        return anyio.run(ask)

    return run
