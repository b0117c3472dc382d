"""How a caller proves who it is: the first way that a document accepts and clients can go.

A call template has room for one credential. What a document demands beside it goes into a header or
the URL, by a variable of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.importers.openapi import _swagger
from registry.importers.openapi._api import BrokenReferenceError, listing, mapping, text
from registry.importers.openapi._notes import LeftOutError
from registry.importers.openapi._texts import brief

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.importers.openapi._api import Api
    from registry.importers.openapi._request import Request
    from registry.source import Json

_MAX_DESCRIPTION = 300
_HEADER = re.compile(r"[!#%&'*+.^_`|~0-9A-Za-z-]{1,64}")
_SECRET = re.compile(
    r"authorization|api[-_]?key|access[-_]?key|token|secret|passw|credential|^key$|^sig$|appid",
    re.IGNORECASE,
)
"""Names that say of themselves that they carry a secret; others are better off in `auth`."""

_KEY_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "apikey", "x-auth-token"})
"""Headers that carry a credential even where a document calls them mere parameters."""

AUTHORIZATION = "Authorization"


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme: its name in the document, what that makes of variables, and its data."""

    name: str
    stem: str
    data: dict[str, Json]

    @property
    def said(self) -> str:
        """What the document says about it."""
        return brief(self.data.get("description"), _MAX_DESCRIPTION - 120)

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


class Security:
    """The security schemes of one document, and the variables that its tools have asked for."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.variables: dict[str, str] = {}
        self._schemes = {scheme.name: scheme for scheme in _schemes(api)}

    def apply(self, operation: dict[str, Json], request: Request) -> None:
        """Add the credentials of *operation* to *request*.

        Raises LeftOutError where no way in which the document lets callers in is open to clients.
        """
        demanded = operation.get("security", self.api.data.get("security"))
        ways = [each for each in listing(demanded) if isinstance(each, dict)]
        if not ways:
            return
        refusals: list[str] = []
        for way in ways:
            try:
                credentials = self._credentials(way)
                self._carry(credentials, request)
            except _UnportableError as error:
                refusals.append(str(error))
            else:
                self._mention_others(way, ways, request)
                return
        raise LeftOutError("unportable-credentials", "; ".join(dict.fromkeys(refusals)))

    def from_headers(self, names: list[str], request: Request) -> str:
        """Turn the first of the header parameters *names* that carries a key into a credential.

        Return its name; "" where the request has a credential already or there is no such header.
        """
        found = [name for name in names if name.lower() in _KEY_HEADERS]
        if request.auth or request.headers.keys() & set(found) or not found:
            return ""
        variable = _stem(found[0].lower().removeprefix("x-")) or AUTHORIZATION.upper()
        request.auth = _api_key(f"${{{variable}}}", found[0], "header")
        self.variables[variable] = f"Sent in the header {found[0]}."
        request.notes.add("credential-parameter", f"the header {found[0]!r} carries a credential")
        return found[0]

    def _credentials(self, way: dict[str, Json]) -> list[Credential]:
        """Return what all schemes of one *way* demand together, each slot once."""
        by_slot: dict[tuple[str, str], Credential] = {}
        for name, scopes in way.items():
            credential = self._credential(name, scopes)
            by_slot.setdefault(credential.slot, credential)
        return list(by_slot.values())

    def _carry(self, credentials: list[Credential], request: Request) -> None:
        """Put one credential into `auth` and the others into constant headers and parameters."""
        fixed = [each for each in credentials if not each.is_signature]
        ranked = sorted(fixed, key=lambda each: each.is_at_home_elsewhere)
        chosen = ranked[0] if ranked else None
        beside = next((each for each in ranked[1:] if each.auth["auth_type"] != "api_key"), None)
        if chosen and beside:
            names = f"{chosen.scheme!r} and {beside.scheme!r}"
            raise _UnportableError(f"{names} are wanted together, and a call template has one")
        for credential in credentials:
            self.variables |= credential.variables
            if credential.kind:
                request.notes.add(credential.kind, credential.note)
            if credential is chosen:
                request.auth = credential.auth
            elif credential.is_signature:
                _add_signature(credential, request)
            else:
                _fill_beside(credential, request)

    def _mention_others(
        self, chosen: dict[str, Json], ways: list[dict[str, Json]], request: Request
    ) -> None:
        if chosen and {} in ways:
            request.notes.add("anonymous", "calls without credentials are accepted, too")
        others = [" with ".join(way) for way in ways if way and way is not chosen]
        if others:
            request.notes.add("other-credentials", f"also accepted: {', '.join(others)}")

    def _credential(self, name: str, scopes: Json) -> Credential:
        scheme = self._schemes.get(name)
        if scheme is None:
            raise _UnportableError(f"{name!r} is described nowhere")
        kind = text(scheme.data.get("type"))
        if kind == "apiKey":
            return _key(scheme)
        if kind == "http":
            return _http(scheme)
        if kind == "oauth2":
            return self._oauth2(scheme, scopes)
        if kind == "openIdConnect":
            return _user_token(scheme, "OpenID Connect")
        raise _UnportableError(f"{name!r} is of type {kind or 'none'!r}")

    def _oauth2(self, scheme: Scheme, scopes: Json) -> Credential:
        flows = mapping(scheme.data.get("flows"))
        flow = mapping(flows.get("clientCredentials"))
        token_url = text(flow.get("tokenUrl")).strip()
        if token_url and "://" not in token_url and self.api.location.startswith("https://"):
            token_url = urljoin(self.api.location, token_url)
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


class _UnportableError(Exception):
    """Not every client can send a credential; says why in a clause."""


def _schemes(api: Api) -> Iterator[Scheme]:
    """Yield every scheme of the document with a stem for variables that no other has."""
    stated = mapping(api.components.get("securitySchemes"))
    taken: set[str] = set()
    for name, data in (_swagger.security_schemes(api) if api.is_swagger else stated).items():
        stem = base = _stem(name)
        while stem in taken:
            stem = f"{base}_{len(taken) + 1}"
        taken.add(stem)
        try:
            yield Scheme(name, stem, api.resolve(data))
        except BrokenReferenceError:
            yield Scheme(name, stem, {})


def _stem(name: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    words = re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").upper()[:40]
    for ending in ("_AUTH", "_AUTHENTICATION", "_AUTHORIZATION", "_SECURITY", "_SCHEME"):
        words = words.removesuffix(ending)
    return words if words[:1].isalpha() else f"KEY_{words}".rstrip("_")


def _key(scheme: Scheme) -> Credential:
    data = scheme.data
    place, wire = text(data.get("in")).lower(), text(data.get("name")).strip()
    if "sig" in text(data.get("x-amazon-apigateway-authtype")).lower():
        return _signature(scheme, wire or AUTHORIZATION)
    if place not in ("header", "query"):
        raise _UnportableError(f"{scheme.name!r} is sent as {place or 'nothing'}")
    is_sound = _HEADER.fullmatch(wire) if place == "header" else wire and not set(wire) & set("${}")
    if not is_sound:
        raise _UnportableError(f"{scheme.name!r} is sent as {wire!r}")
    variable = scheme.variable()
    told = {variable: f"Sent as {wire} in the {place}. {scheme.said}"}
    return Credential(scheme.name, _api_key(f"${{{variable}}}", wire, place), told)


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
    raise _UnportableError(f"{scheme.name!r} is HTTP authentication {kind!r}")


def _user_token(scheme: Scheme, way: str) -> Credential:
    variable = scheme.variable("TOKEN")
    told = {variable: f"Access token of {way}, which the caller must get first. {scheme.said}"}
    note = f"{scheme.name!r} is {way}: the caller brings the access token"
    return Credential(scheme.name, _bearer(variable), told, "user-token", note)


def _signature(scheme: Scheme, wire: str) -> Credential:
    note = f"{scheme.name!r} is a signature of each request, which the caller makes"
    auth: dict[str, Json] = {"auth_type": "signature", "var_name": wire}
    return Credential(scheme.name, auth, {}, "signature", note)


def _api_key(value: str, name: str, place: str) -> dict[str, Json]:
    return {"auth_type": "api_key", "api_key": value, "var_name": name, "location": place}


def _bearer(variable: str) -> dict[str, Json]:
    return _api_key(f"Bearer ${{{variable}}}", AUTHORIZATION, "header")


def _add_signature(credential: Credential, request: Request) -> None:
    name = text(credential.auth["var_name"])
    words = "Signature of this very request, made as the API's documentation says."
    request.add(name, {"type": "string", "description": words}, required=True)
    request.header_fields.append(name)


def _fill_beside(credential: Credential, request: Request) -> None:
    name, value = text(credential.auth["var_name"]), text(credential.auth["api_key"])
    if credential.auth["location"] == "query":
        request.query.append((name, value))
    else:
        request.headers[name] = value
    request.notes.add("extra-credential", f"{credential.scheme!r} is sent beside another one")
