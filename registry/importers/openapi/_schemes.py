"""Security schemes as credentials of a call template: one variable each, the same in every tool."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.importers.openapi import _swagger
from registry.importers.openapi._api import BrokenReferenceError, listing, mapping, text
from registry.importers.openapi._texts import brief
from registry.rules.misdirected_variable import OF_THE_SYSTEM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.importers.openapi._api import Api
    from registry.source import Json

_MAX_DESCRIPTION = 180
_HEADER = re.compile(r"[!#%&'*+.^_`|~0-9A-Za-z-]{1,64}")
_SECRET = re.compile(
    r"authorization|api[-_]?key|access[-_]?key|token|secret|passw|credential|^key$|^sig$|appid",
    re.IGNORECASE,
)
"""Names that say of themselves that they carry a secret; others are better off in `auth`."""

_PARTS = ("TOKEN", "USERNAME", "PASSWORD", "CLIENT_ID", "CLIENT_SECRET")
"""What is wanted of a scheme, as the names of variables end."""

_ENDINGS = ("_AUTH", "_AUTHENTICATION", "_AUTHORIZATION", "_SECURITY", "_SCHEME")

AUTHORIZATION = "Authorization"


class UnportableError(Exception):
    """Not every client can send a credential; says why in a clause."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme: its name in the document, what that makes of variables, and its data."""

    name: str
    stem: str
    data: dict[str, Json]

    @property
    def said(self) -> str:
        """What the document says about it."""
        return brief(self.data.get("description"), _MAX_DESCRIPTION)

    def variable(self, part: str = "") -> str:
        """Return the name of the variable for *part* of it, the same in every tool."""
        if not part or self.stem.endswith(part):
            return self.stem
        return f"{self.stem}_{part}"


@dataclass(frozen=True, slots=True)
class Credential:
    """One scheme as clients carry it.

    Attributes:
        scheme: its name in the document.
        auth: the `auth` object.
        variables: what each variable in it is.
        kind, note: of the note that belongs to it, "" for none.
    """

    scheme: str
    auth: dict[str, Json]
    variables: dict[str, str]
    kind: str = ""
    note: str = ""

    @property
    def slot(self) -> tuple[str, str]:
        """Which part of a request it fills; two credentials for one slot are one."""
        if self.auth["auth_type"] == "api_key":
            return text(self.auth["location"]), text(self.auth["var_name"]).lower()
        return "header", AUTHORIZATION.lower()

    @property
    def is_signature(self) -> bool:
        """Whether it is new for each request, so that only an input can carry it."""
        return self.auth["auth_type"] == "signature"

    @property
    def is_at_home_elsewhere(self) -> int:
        """How well it stands outside `auth`: not at all, by a name that tells nothing, or well."""
        if self.auth["auth_type"] != "api_key":
            return 0
        return 2 if _SECRET.search(text(self.auth["var_name"])) else 1


def schemes(api: Api) -> Iterator[Scheme]:
    """Yield every scheme of the document with a stem for variables that no other has."""
    stated = mapping(api.components.get("securitySchemes"))
    taken: set[str] = set()
    for name, data in (_swagger.security_schemes(api) if api.is_swagger else stated).items():
        stem = base = stem_of(name)
        number = 1
        while stem in taken:
            number += 1
            stem = f"{base}_{number}"
        taken |= {stem, *(f"{stem}_{part}" for part in _PARTS)}
        try:
            yield Scheme(name, stem, api.resolve(data))
        except BrokenReferenceError:
            yield Scheme(name, stem, {})


def stem_of(name: str) -> str:
    """Return *name* as a variable is written."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    words = re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").upper()[:40]
    for ending in _ENDINGS:
        words = words.removesuffix(ending)
    words = words if words[:1].isalpha() else f"KEY_{words}".rstrip("_")
    names = (words, *(f"{words}_{part}" for part in _PARTS))
    # The value that a machine has under such a name is not meant for the API.
    return f"API_{words}" if any(map(OF_THE_SYSTEM.fullmatch, names)) else words


def credential(scheme: Scheme, scopes: Json, location: str) -> Credential:
    """Return how clients carry *scheme*, with *scopes* of a document read from *location*.

    Raises UnportableError where not every client can.
    """
    kind = text(scheme.data.get("type"))
    if kind == "apiKey":
        return _key(scheme)
    if kind == "http":
        return _http(scheme)
    if kind == "oauth2":
        return _oauth2(scheme, scopes, location)
    if kind == "openIdConnect":
        return _user_token(scheme, "OpenID Connect")
    raise UnportableError(f"{scheme.name!r} is of type {kind or 'none'!r}")


def _oauth2(scheme: Scheme, scopes: Json, location: str) -> Credential:
    flows = mapping(scheme.data.get("flows"))
    flow = mapping(flows.get("clientCredentials"))
    token_url = text(flow.get("tokenUrl")).strip()
    if token_url and "://" not in token_url and location.startswith("https://"):
        token_url = urljoin(location, token_url)
    if not token_url.startswith("https://") or set(token_url) & set("${} "):
        return _user_token(scheme, f"OAuth2 ({', '.join(flows) or 'no flow'})")
    id_, secret = scheme.variable("CLIENT_ID"), scheme.variable("CLIENT_SECRET")
    auth: dict[str, Json] = {
        "auth_type": "oauth2",
        "token_url": token_url,
        "client_id": f"${{{id_}}}",
        "client_secret": f"${{{secret}}}",
    }
    wanted = [scope for scope in listing(scopes) if isinstance(scope, str) and "$" not in scope]
    if wanted:
        auth["scope"] = " ".join(wanted)
    told = {
        id_: f"OAuth2 client id. {scheme.said}",
        secret: f"OAuth2 client secret. {scheme.said}",
    }
    return Credential(scheme.name, auth, told)


def _key(scheme: Scheme) -> Credential:
    data = scheme.data
    place, wire = text(data.get("in")).lower(), text(data.get("name")).strip()
    if "sig" in text(data.get("x-amazon-apigateway-authtype")).lower():
        return _signature(scheme, wire or AUTHORIZATION)
    if place not in ("header", "query"):
        raise UnportableError(f"{scheme.name!r} is sent as {place or 'nothing'}")
    is_sound = _HEADER.fullmatch(wire) if place == "header" else wire and not set(wire) & set("${}")
    if not is_sound:
        raise UnportableError(f"{scheme.name!r} is sent as {wire!r}")
    variable = scheme.variable()
    told = {variable: f"Sent as {wire} in the {place}. {scheme.said}"}
    return Credential(scheme.name, api_key(f"${{{variable}}}", wire, place), told)


def _http(scheme: Scheme) -> Credential:
    kind = text(scheme.data.get("scheme")).lower()
    if kind == "basic":
        user, password = scheme.variable("USERNAME"), scheme.variable("PASSWORD")
        auth: dict[str, Json] = {
            "auth_type": "basic",
            "username": f"${{{user}}}",
            "password": f"${{{password}}}",
        }
        told = {user: f"User name. {scheme.said}", password: f"Password. {scheme.said}"}
        return Credential(scheme.name, auth, told)
    if kind == "bearer":
        variable = scheme.variable("TOKEN")
        told = {variable: f"Token, sent after the word Bearer. {scheme.said}"}
        return Credential(scheme.name, _bearer(variable), told)
    if kind == "oauth":
        return _user_token(scheme, "OAuth")
    raise UnportableError(f"{scheme.name!r} is HTTP authentication {kind!r}")


def _user_token(scheme: Scheme, way: str) -> Credential:
    variable = scheme.variable("TOKEN")
    told = {variable: f"Access token of {way}, which the caller must get first. {scheme.said}"}
    note = f"{scheme.name!r} is {way}: the caller brings the access token"
    return Credential(scheme.name, _bearer(variable), told, "user-token", note)


def _signature(scheme: Scheme, wire: str) -> Credential:
    note = f"{scheme.name!r} is a signature of each request, which the caller makes"
    auth: dict[str, Json] = {"auth_type": "signature", "var_name": wire}
    return Credential(scheme.name, auth, {}, "signature", note)


def api_key(value: str, name: str, place: str) -> dict[str, Json]:
    """Return the `auth` object of a key."""
    return {"auth_type": "api_key", "api_key": value, "var_name": name, "location": place}


def _bearer(variable: str) -> dict[str, Json]:
    return api_key(f"Bearer ${{{variable}}}", AUTHORIZATION, "header")
