"""The credentials of a call as security schemes of OpenAPI 3.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Auth, Tool
    from registry.source import Json

_BEARER = re.compile(r"bearer \$\{\w+\}", re.IGNORECASE)


def security_of(tool: Tool) -> tuple[str, dict[str, Json]] | None:
    """Return the security scheme of *tool* and a name for it, that of its first variable.

    It is None for a tool that needs no credentials.
    """
    about = {each.name: _about(each.description, each.obtain) for each in tool.variables}
    return _of_auth(tool.call.auth, about) if tool.call.auth else None


def scopes_of(tool: Tool) -> list[Json]:
    """Return the scopes that a call of *tool* needs: readers ask for no others."""
    auth = tool.call.auth
    return [*str(auth.fields.get("scope", "")).split()] if auth and auth.kind == "oauth2" else []


def _about(description: str, obtain: str) -> str:
    return " ".join(filter(None, (description, obtain and f"To be had at {obtain}")))


def _of_auth(auth: Auth, about: Mapping[str, str]) -> tuple[str, dict[str, Json]]:
    fields = {name: str(value) for name, value in auth.fields.items()}
    if auth.kind == "oauth2":
        return _named_scheme(auth.kind, auth.variables, _client_credentials(fields), about)
    if auth.kind == "basic":
        sent = f"User name: {_plain(fields['username'])}. Password: {_plain(fields['password'])}."
        return _named_scheme(
            auth.kind, auth.variables, {"type": "http", "scheme": "basic"}, about, sent
        )
    where, name, key = fields["location"], fields["var_name"], fields["api_key"]
    if where == "header" and name.lower() == "authorization" and _BEARER.fullmatch(key):
        return _named_scheme("bearer", auth.variables, {"type": "http", "scheme": "bearer"}, about)
    sent = "" if VARIABLE.fullmatch(key) else f"Sent as {_plain(key)}."
    scheme: dict[str, Json] = {"type": "apiKey", "in": where, "name": name}
    return _named_scheme(auth.kind, auth.variables, scheme, about, sent)


def _client_credentials(fields: Mapping[str, str]) -> dict[str, Json]:
    scopes: dict[str, Json] = dict.fromkeys(fields.get("scope", "").split(), "")
    flow: dict[str, Json] = {"tokenUrl": fields["token_url"], "scopes": scopes}
    return {"type": "oauth2", "flows": {"clientCredentials": flow}}


def _named_scheme(
    otherwise: str,
    variables: tuple[str, ...],
    scheme: dict[str, Json],
    about: Mapping[str, str],
    sent: str = "",
) -> tuple[str, dict[str, Json]]:
    described = " ".join(_sentences(variables, about, sent))
    name = variables[0] if variables else otherwise
    return name, {**scheme, **({"description": described} if described else {})}


def _sentences(variables: tuple[str, ...], about: Mapping[str, str], sent: str) -> Iterator[str]:
    if sent:
        yield sent
    for each in variables:
        if about.get(each):
            yield about[each] if len(variables) == 1 else f"`{each}`: {about[each]}"


def _plain(text: str) -> str:
    """Return *text* with the names of its variables, as people read it."""
    with_names = VARIABLE.sub(r"<\1>", text)
    return f"`{with_names}`" if text else "nothing"
