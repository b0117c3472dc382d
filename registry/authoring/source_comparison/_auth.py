"""Compare the credentials of a tool with those that a document asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import BrokenReferenceError, security_schemes
from registry.authoring.source_comparison._document_schema import step
from registry.authoring.source_comparison._facts import Finding, Verdict
from registry.model import VARIABLE
from registry.source.narrowing import array, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._operation import Match
    from registry.model import Call
    from registry.source import Json

_BEARER = "bearer token"
_BASIC = "user and password"


def compare_auth(call: Call, match: Match) -> Iterator[Finding]:
    """Yield a finding on the credentials of *call*, and on its token server."""
    api = match.document.api
    ours = _our_credentials(call)
    stated = " and ".join(sorted(ours)) or "none"
    holder, at = _security_of(match)
    ways = [
        frozenset(slot for name in way for slot in _slots(match, name))
        for way in array(holder)
        if isinstance(way, dict)
    ]
    documented = " or ".join(" and ".join(sorted(way)) or "none" for way in ways) or "none"
    verdict = _verdict(ours, ways, is_stated=holder is not None)
    if verdict in (Verdict.NOT_FOUND, Verdict.WRONG) and ours:
        parameter = _as_parameter(match, ours)
        if parameter:  # Google's, say, have their key there and no scheme for it
            verdict, documented = Verdict.RIGHT, parameter
        elif verdict is Verdict.NOT_FOUND:
            documented = "nothing"
    elif holder is None and not ours and not security_schemes(api):
        verdict = Verdict.RIGHT
    yield Finding(
        "call", "authentication", verdict, stated, documented, ("tool_call_template", "auth"), at
    )


def _verdict(ours: frozenset[str], ways: list[frozenset[str]], *, is_stated: bool) -> Verdict:
    if not is_stated:
        return Verdict.NOT_FOUND
    if not ours:
        return Verdict.RIGHT if not ways or frozenset() in ways else Verdict.WRONG
    if any(way and way <= ours for way in ways):
        return Verdict.RIGHT
    if not any(ways):
        return Verdict.STRICTER
    return Verdict.WRONG


def _security_of(match: Match) -> tuple[Json, str]:
    data = match.operation.data or {}
    if "security" in data:
        return data["security"], step(match.pointer, "security")
    return match.document.api.data.get("security"), "#/security"


def _our_credentials(call: Call) -> frozenset[str]:
    """Return what each credential of *call* is: a token, a pair, or a place and its name."""
    credentials = {
        f"header {name.lower()}" for name, value in call.headers.items() if VARIABLE.search(value)
    }
    if call.auth is None:
        return frozenset(credentials)
    fields = {name: string(value) for name, value in call.auth.fields.items()}
    if call.auth.kind == "basic":
        credentials.add(_BASIC)
    elif call.auth.kind == "oauth2":
        credentials.add(_BEARER)
    elif fields.get("api_key", "").lower().startswith("bearer "):
        credentials |= {_BEARER, _slot(fields)}
    else:
        credentials.add(_slot(fields))
    return frozenset(credentials)


def _slot(fields: dict[str, str]) -> str:
    return f"{fields.get('location', '')} {fields.get('var_name', '').lower()}"


def _slots(match: Match, name: str) -> Iterator[str]:
    """Yield what the scheme *name* of the document demands."""
    api = match.document.api
    try:
        scheme = api.resolve(security_schemes(api).get(name))
    except BrokenReferenceError:
        scheme = {}
    kind = string(scheme.get("type"))
    if kind == "apiKey":
        yield f"{string(scheme.get('in'))} {string(scheme.get('name')).lower()}"
    elif kind == "http" and string(scheme.get("scheme")).lower() == "basic":
        yield _BASIC
    elif kind in ("http", "oauth2", "openIdConnect"):
        yield _BEARER
    else:
        yield f"scheme {name}"


def _as_parameter(match: Match, ours: frozenset[str]) -> str:
    """Return the slot of the key where a document has it among its parameters, or nothing."""
    api = match.document.api
    holders: list[Json] = [
        *array(match.operation.shared.get("parameters")),
        *array((match.operation.data or {}).get("parameters")),
    ]
    for holder in holders:
        try:
            data = api.resolve(holder)
        except BrokenReferenceError:
            continue
        slot = f"{string(data.get('in'))} {string(data.get('name')).lower()}"
        if slot in ours or (slot == "header authorization" and _BEARER in ours):
            return slot
    return ""
