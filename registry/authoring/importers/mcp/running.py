"""Ask a running MCP server for its tools: one that is started here, or one at a URL."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.authoring.importers.sources import UnusableSourceError
from registry.client.call.hidden_keys import Mask
from registry.client.mcp_servers import listing
from registry.web.hosts import without_user

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.client.mcp_servers.listing import Listing

_REFUSED = (401, 403)
_ADVICE = "; name the variable with a token with --bearer"
_GIVEN = "; it does not accept the token, so set the variable of --bearer to another one"


def ask_command(
    words: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None
) -> Listing:
    """Return the tools of the server that *words* start; *environment* is added to ours.

    A server runs with the rights of the user who starts it. It is stopped in any case, and given up
    after so many *seconds*. Raises UnusableSourceError.
    """
    try:
        return listing.of_command(words, environment or {}, seconds)
    except listing.ListingError as error:
        raise UnusableSourceError(f"{words[0]}: {error}") from None


def ask_url(url: str, seconds: float, token: str = "") -> Listing:
    """Return the tools of the server at *url*, which gets the *token*, if there is one.

    It is given up after so many *seconds*. What it says is refused if it contains the token, which
    is neither written nor shown. Raises UnusableSourceError.
    """
    mask = Mask({"token": token})
    try:
        tools_listing = listing.of_url(url, token, seconds)
    except listing.ListingError as error:
        advice = (_GIVEN if token else _ADVICE) if error.status in _REFUSED else ""
        raise UnusableSourceError(f"{without_user(url)}: {mask(str(error))}{advice}") from None
    if mask(text := json.dumps([tools_listing.server, tools_listing.tools])) != text:
        raise UnusableSourceError(f"{url}: its list of tools contains the token")
    return tools_listing
