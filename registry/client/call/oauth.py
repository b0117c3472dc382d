"""Tokens by OAuth2 client credentials (RFC 6749, section 4.4), each asked for once."""

from __future__ import annotations

import base64
import json
import math
import re
import time
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote_plus, urlencode

import anyio

from registry.client.call.errors import FailedCallError
from registry.client.call.exchange import USER_AGENT, Sent
from registry.client.call.origins import origin
from registry.client.call.reply import seconds_to_wait
from registry.model import with_values
from registry.model.request import FORM
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client.call.exchange import Answer, Exchange
    from registry.model import Auth
    from registry.source import Json

_MOST_BYTES = 100_000
_EARLY = 30.0
"""Seconds before its end that a token is taken for an old one."""

_LIFE = 300.0
"""Seconds that a token is used if its server does not say for how long."""

_OK = 200
_BUSY = (429, 500, 502, 503, 504)
_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}")

Kept: TypeAlias = dict[tuple[str, ...], tuple[str, float]]
"""Tokens and when they end, by who was asked for what and by whom."""


class Tokens:
    """Gives out tokens; of calls that need the same new one at once, one asks for it."""

    def __init__(self, kept: Kept) -> None:
        """*kept* are the tokens that are known, to which new ones are added."""
        self._kept = kept
        self._locks: dict[tuple[str, ...], anyio.Lock] = {}

    async def token(self, auth: Auth, secrets: Mapping[str, str], exchange: Exchange) -> str:
        """Return a token for *auth*. Raises FailedCallError where its server gives none."""
        fields = {
            name: with_values(str(value), secrets)
            for name, value in auth.fields.items()
            if value is not None
        }
        key = tuple(
            fields.get(each, "") for each in ("token_url", "client_id", "client_secret", "scope")
        )
        async with self._locks.setdefault(key, anyio.Lock()):
            token, until = self._kept.get(key, ("", 0.0))
            if time.monotonic() >= until:
                token, life = await _new_token(fields, exchange)
                self._kept[key] = token, time.monotonic() + max(life - _EARLY, 1)
            return token

    def forget(self, token: str) -> None:
        """Ask for another one the next time: the API has refused *token*."""
        for key in [key for key, (kept, _) in self._kept.items() if kept == token]:
            del self._kept[key]


async def _new_token(fields: Mapping[str, str], exchange: Exchange) -> tuple[str, float]:
    """Return a new token and its life in seconds.

    The credentials go into the body, as released UTCP clients send them first, or else into a
    header, which every server must understand.
    """
    form = {"grant_type": "client_credentials"}
    if fields.get("scope"):
        form["scope"] = fields["scope"]
    client = {name: fields[name] for name in ("client_id", "client_secret")}
    pair = ":".join(map(quote_plus, client.values()))
    basic = b"Basic " + base64.b64encode(pair.encode())
    answer = await _post(exchange, fields["token_url"], form | client)
    if answer.status in (400, 401):
        answer = await _post(exchange, fields["token_url"], form, (b"Authorization", basic))
    return _token_in(answer, origin(fields["token_url"])[1])


async def _post(
    exchange: Exchange, url: str, form: Mapping[str, str], *more: tuple[bytes, bytes]
) -> Answer:
    body = urlencode(form).encode()
    headers = (
        (b"User-Agent", USER_AGENT.encode()),
        (b"Accept-Encoding", b"identity"),
        (b"Content-Type", FORM.encode()),
        (b"Accept", b"application/json"),
        (b"Content-Length", str(len(body)).encode()),
        *more,
    )
    return await exchange.send(Sent("POST", url, headers, body), limit=_MOST_BYTES)


def _token_in(answer: Answer, host: str) -> tuple[str, float]:
    fields: dict[str, Json] = {}
    try:
        fields = mapping(json.loads(answer.body))
        token, life = fields["access_token"], float(fields.get("expires_in") or _LIFE)  # type: ignore[arg-type] # or it raises
    except (KeyError, OverflowError, RecursionError, TypeError, ValueError):
        token, life = "", 0.0
    if answer.status != _OK or not isinstance(token, str) or not token.isascii() or not token:
        wait = seconds_to_wait(answer.headers)
        raise FailedCallError(
            f"nothing was sent to the tool: {host}, which gives out its tokens, answers "
            f"{answer.status}{_reason(fields)} and no token; {_advice_on(answer.status, wait)}",
            answer.status,
            wait,
        )
    return token, life


def _reason(said: Mapping[str, Json]) -> str:
    """Return the error code in what was *said* (RFC 6749, section 5.2), such as `invalid_scope`."""
    code = said.get("error")
    return f" ({code})" if isinstance(code, str) and _CODE.fullmatch(code) else ""


def _advice_on(status: int, wait: float) -> str:
    if status in _BUSY:
        return f"try again in {math.ceil(wait)} s" if wait else "try again later"
    return "look at the client's id and secret"
