"""Security schemes as credentials of a call template, with the same variables in every tool."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.authoring.importers.openapi import _swagger
from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._operations import operations
from registry.authoring.importers.openapi._parameters import HEADER_NAME
from registry.authoring.importers.openapi._plain_text import brief
from registry.model.naming import OF_THE_SYSTEM, as_variable
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

_MAX_DESCRIPTION = 180
_SECRET = re.compile(
    r"authorization|api[-_]?key|access[-_]?key|token|secret|passw|credential|^key$|^sig$|appid",
    re.IGNORECASE,
)
"""Names that clearly carry a secret; other secrets are safer in `auth`."""

_PARTS = ("TOKEN", "USERNAME", "PASSWORD", "CLIENT_ID", "CLIENT_SECRET")
"""The possible endings of a scheme's variables."""

_WAYS = frozenset({"BEARER", "BASIC", "HTTP", "HTTPS", "HEADER", "QUERY", "DEFAULT"})
"""Words in the name of a scheme that say how a key is sent, not whose it is."""

_LONG = 4
"""Words from this length on repeat a name, if it begins with them; API, APP and KEY say more."""

_ENDINGS = ("_AUTH", "_AUTHENTICATION", "_AUTHORIZATION", "_SECURITY", "_SCHEME")

AUTHORIZATION = "Authorization"


class UnportableError(Exception):
    """Some client cannot send a credential; the message is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme: its name in the document, the stem of its variables, and its data.

    *is_distinct* says that the stem is more than the name of the publisher.
    """

    name: str
    stem: str
    data: dict[str, Json]
    is_distinct: bool = True

    @property
    def description(self) -> str:
        """Its description in the document, shortened."""
        return brief(self.data.get("description"), _MAX_DESCRIPTION)

    @property
    def is_basic(self) -> bool:
        """Whether it is a name and a password (RFC 7617)."""
        return string(self.data.get("scheme")).lower() == "basic"

    def variable(self, part: str = "") -> str:
        """Return the name of the variable for a *part* of the credential."""
        if not part or self.stem.endswith(part):
            return self.stem
        return f"{self.stem}_{part}"


@dataclass(frozen=True, slots=True)
class Credential:
    """A security scheme as clients send it.

    Attributes:
        scheme: its name in the document.
        auth: the `auth` object.
        variables: the description of each variable in it, by name.
        kind, note: the note about it, "" for none.
    """

    scheme: str
    auth: dict[str, Json]
    variables: dict[str, str]
    kind: str = ""
    note: str = ""

    @property
    def slot(self) -> tuple[str, str]:
        """The part of a request that it fills; two credentials for one slot count as one."""
        if self.auth["auth_type"] == "api_key":
            return string(self.auth["location"]), string(self.auth["var_name"]).lower()
        return "header", AUTHORIZATION.lower()

    @property
    def is_signature(self) -> bool:
        """Whether it differs for each request, so that it must be an input."""
        return self.auth["auth_type"] == "signature"

    @property
    def fitness_outside_auth(self) -> int:
        """How well it can be sent outside `auth`: 0 not at all, 1 with an unclear name, 2 well."""
        if self.auth["auth_type"] != "api_key":
            return 0
        return 2 if _SECRET.search(string(self.auth["var_name"])) else 1


def schemes(api: Api, owner: str = "") -> Iterator[Scheme]:
    """Yield every scheme of the document, each with a unique stem for its variables.

    A stem begins with the name of the publisher *owner*, unless that is "".
    """
    taken: set[str] = set()
    stated = security_schemes(api)
    # The shortest names are for the schemes that are preferred.
    for name in sorted(stated, key=lambda each: "basic" in each.lower()):
        data = stated[name]
        stem = base = owned_stem(stem_of(name), owner)
        if stem in taken:
            stem = base = stem_of("_".join(filter(None, (owner, stem_of(name)))))
        number = 1
        while stem in taken:
            number += 1
            stem = f"{base}_{number}"
        taken |= {stem, *(f"{stem}_{part}" for part in _PARTS)}
        is_distinct = base != owned_stem("", owner)
        try:
            yield Scheme(name, stem, api.resolve(data), is_distinct)
        except BrokenReferenceError:
            yield Scheme(name, stem, {}, is_distinct)


def security_schemes(api: Api) -> dict[str, Json]:
    """Return the schemes of the document as OpenAPI 3 has them, by name."""
    if api.is_swagger:
        return _swagger.security_schemes(api)
    return mapping(api.components.get("securitySchemes"))


def undemanded_schemes(api: Api) -> tuple[str, ...]:
    """Return the names of all schemes if no operation says whether it needs one, otherwise ()."""
    holders = (api.data, *(each.data or {} for each in operations(api)))
    return () if any("security" in each for each in holders) else tuple(security_schemes(api))


def stem_of(name: str) -> str:
    """Return *name* in upper case with underscores, as variables are written."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    words = as_variable(words)[:40]
    for ending in _ENDINGS:
        words = words.removesuffix(ending)
    words = words if words[:1].isalpha() else f"KEY_{words}".rstrip("_")
    names = (words, *(f"{words}_{part}" for part in _PARTS))
    # An environment may have a variable of this name that is not meant for the API.
    return f"API_{words}" if any(map(OF_THE_SYSTEM.fullmatch, names)) else words


def owned_stem(stem: str, owner: str) -> str:
    """Return *stem* with the name of the publisher *owner* before it, unless *owner* is "".

    Words that say how a key is sent, or repeat the name, are left out: `STRIPE` for `BEARER`.
    """
    if not owner:
        return stem
    prefix = as_variable(owner)
    words = (word for word in stem.split("_") if word not in _WAYS and not _repeats(word, prefix))
    return stem_of("_".join(filter(None, (prefix, *words))))


def _repeats(word: str, prefix: str) -> bool:
    return len(word) >= _LONG and prefix.startswith(word)


def credential(scheme: Scheme, scopes: Json, location: str) -> Credential:
    """Return *scheme* as clients send it, with *scopes*; *location* is that of the document.

    Raises UnportableError if not every client can send it.
    """
    kind = string(scheme.data.get("type"))
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
    token_url = string(flow.get("tokenUrl")).strip()
    if token_url and "://" not in token_url and location.startswith("https://"):
        with suppress(ValueError):
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
    wanted = [scope for scope in array(scopes) if isinstance(scope, str) and "$" not in scope]
    if wanted:
        auth["scope"] = " ".join(wanted)
    variables = {
        id_: f"OAuth2 client id. {scheme.description}",
        secret: f"OAuth2 client secret. {scheme.description}",
    }
    return Credential(scheme.name, auth, variables)


def _key(scheme: Scheme) -> Credential:
    data = scheme.data
    place, wire = string(data.get("in")).lower(), string(data.get("name")).strip()
    if "sig" in string(data.get("x-amazon-apigateway-authtype")).lower():
        return _signature(scheme, wire or AUTHORIZATION)
    if place not in ("header", "query"):
        raise UnportableError(f"{scheme.name!r} is sent in {place or 'no place'!r}")
    is_sound = (
        HEADER_NAME.fullmatch(wire) if place == "header" else wire and not set(wire) & set("${}")
    )
    if not is_sound:
        raise UnportableError(f"{scheme.name!r} is sent as {wire!r}")
    variable = scheme.variable("" if scheme.is_distinct else "KEY")
    variables = {variable: f"Sent as {wire} in the {place}. {scheme.description}"}
    # What the examples of a request show before the key, such as `Token `.
    value = f"{string(data.get('x-prefix'))}${{{variable}}}"
    return Credential(scheme.name, api_key(value, wire, place), variables)


def _http(scheme: Scheme) -> Credential:
    kind = string(scheme.data.get("scheme")).lower()
    if kind == "basic":
        user, password = scheme.variable("USERNAME"), scheme.variable("PASSWORD")
        auth: dict[str, Json] = {
            "auth_type": "basic",
            "username": f"${{{user}}}",
            "password": f"${{{password}}}",
        }
        variables = {
            user: f"User name. {scheme.description}",
            password: f"Password. {scheme.description}",
        }
        return Credential(scheme.name, auth, variables)
    if kind == "bearer":
        variable = scheme.variable("TOKEN")
        variables = {variable: f"Token, sent after the word Bearer. {scheme.description}"}
        return Credential(scheme.name, _bearer(variable), variables)
    if kind == "oauth":
        return _user_token(scheme, "OAuth")
    raise UnportableError(f"{scheme.name!r} is HTTP authentication {kind!r}")


def _user_token(scheme: Scheme, way: str) -> Credential:
    variable = scheme.variable("TOKEN")
    variables = {
        variable: f"Access token of {way}, which the caller must obtain first. {scheme.description}"
    }
    note = f"{scheme.name!r} is {way}: the caller must obtain the access token"
    return Credential(scheme.name, _bearer(variable), variables, "user-token", note)


def _signature(scheme: Scheme, wire: str) -> Credential:
    note = f"{scheme.name!r} is a signature of each request, which the caller must compute"
    auth: dict[str, Json] = {"auth_type": "signature", "var_name": wire}
    return Credential(scheme.name, auth, {}, "signature", note)


def api_key(value: str, name: str, place: str) -> dict[str, Json]:
    """Return the `auth` object of a key."""
    return {"auth_type": "api_key", "api_key": value, "var_name": name, "location": place}


def _bearer(variable: str) -> dict[str, Json]:
    return api_key(f"Bearer ${{{variable}}}", AUTHORIZATION, "header")
