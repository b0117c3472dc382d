"""Decide which tools a page may call from the browser, for people who try them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model import Effect, Where

if TYPE_CHECKING:
    from registry.model import Manual, Tool

_PLAIN_URL = re.compile(r"https://(?P<host>[a-z0-9-]+(\.[a-z0-9-]+)+)/[^?#]*")


def host_to_try(manual: Manual, tool: Tool) -> str:
    """Return the host that the page of *tool* may ask, "" where it must not call the tool.

    Only what reads by a plain GET, without a key, from a host that the publisher's entry names,
    and where the manual states that pages of other sites may call it.
    """
    call = tool.call
    url = _PLAIN_URL.fullmatch(call.url)
    is_plain = call.transport == "http" and call.method == "GET" and call.envelope is None
    is_harmless = tool.effect is Effect.READ and tool.effect_is_stated and not tool.variables
    if not (manual.cross_origin and url and is_plain and is_harmless) or call.auth:
        return ""
    if call.headers or any(each.where not in (Where.PATH, Where.QUERY) for each in call.arguments):
        return ""
    return url["host"] if url["host"] in manual.publisher.hosts else ""
