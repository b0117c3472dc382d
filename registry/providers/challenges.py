"""Ask users to allow a tool, as OXP describes it: a page to open, and an address to poll.

What a user has allowed is kept until the server ends. Nothing is kept of those who were only asked:
the address of a challenge is computed, and cannot be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.providers.web import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.providers.web import ServerRequest

_PATH = re.compile(r"/challenges/(?P<key>[0-9a-f]{64})(?P<check>/check)?")
_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
MOST_ALLOWED = 10_000
"""Users and accounts that are remembered."""


@dataclass(slots=True)
class Challenges:
    """The accounts that users allowed on one server."""

    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    _allowed: dict[str, None] = field(default_factory=dict)

    def missing(
        self, account: str, context: Mapping[str, Any], headers: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """Return the `missing_requirements` of a call with *context*; None if it may run.

        *headers* are those of the request: the addresses are on the host that it names.
        """
        user = context.get("user_id")
        if not isinstance(user, str) or not user:
            return {"user_id": True}
        key = hmac.new(self._secret, f"{account}\n{user}".encode(), hashlib.sha256).hexdigest()
        if key in self._allowed:
            return None
        host = headers.get("host", "")
        url = f"http://{host if _HOST.fullmatch(host) else 'localhost'}/challenges/{key}"
        return {"authorization": [{"id": account, "url": url, "check_url": f"{url}/check"}]}

    def answer(self, request: ServerRequest) -> Reply | None:
        """Return the reply to *request* if it is about a challenge, else None.

        To open the page of a challenge is to allow what it asks for.
        """
        match = _PATH.fullmatch(request.path)
        if match is None or request.method != "GET":
            return None
        if not match["check"] and len(self._allowed) < MOST_ALLOWED:
            self._allowed[match["key"]] = None
        is_done = match["key"] in self._allowed
        return Reply(200, {"status": "completed" if is_done else "pending"})
