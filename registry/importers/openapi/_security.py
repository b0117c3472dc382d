"""How a caller proves who it is: the first way that a document accepts and clients can go.

A call template has room for one credential. What a document demands beside it goes into a header or
the URL, by a variable of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.importers.openapi._api import listing, text
from registry.importers.openapi._notes import LeftOutError
from registry.importers.openapi._schemes import (
    AUTHORIZATION,
    UnportableError,
    api_key,
    credential,
    schemes,
    stem_of,
)

if TYPE_CHECKING:
    from registry.importers.openapi._api import Api
    from registry.importers.openapi._request import Request
    from registry.importers.openapi._schemes import Credential
    from registry.source import Json

_KEY_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "apikey", "x-auth-token"})
"""Headers that carry a credential even where a document calls them mere parameters."""


class Security:
    """The security schemes of one document, and the variables that its tools have asked for."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.variables: dict[str, str] = {}
        self._schemes = {scheme.name: scheme for scheme in schemes(api)}

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
            except UnportableError as error:
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
        variable = stem_of(found[0].lower().removeprefix("x-")) or AUTHORIZATION.upper()
        request.auth = api_key(f"${{{variable}}}", found[0], "header")
        self.variables[variable] = f"Sent in the header {found[0]}."
        return found[0]

    def _credentials(self, way: dict[str, Json]) -> list[Credential]:
        """Return what all schemes of one *way* demand together, each slot once."""
        by_slot: dict[tuple[str, str], Credential] = {}
        for name, scopes in way.items():
            scheme = self._schemes.get(name)
            if scheme is None:
                raise UnportableError(f"{name!r} is described nowhere")
            carried = credential(scheme, scopes, self.api.location)
            first = by_slot.setdefault(carried.slot, carried)
            if first.auth["auth_type"] != carried.auth["auth_type"]:
                names = f"{first.scheme!r} and {name!r}"
                raise UnportableError(f"{names} are wanted in one header")
        return list(by_slot.values())

    def _carry(self, credentials: list[Credential], request: Request) -> None:
        """Put one credential into `auth` and the others into constant headers and parameters."""
        fixed = [each for each in credentials if not each.is_signature]
        ranked = sorted(fixed, key=lambda each: each.is_at_home_elsewhere)
        chosen = ranked[0] if ranked else None
        beside = next((each for each in ranked[1:] if each.auth["auth_type"] != "api_key"), None)
        if chosen and beside:
            names = f"{chosen.scheme!r} and {beside.scheme!r}"
            raise UnportableError(f"{names} are wanted together, and a call template has one")
        for each in credentials:
            self.variables |= each.variables
            if each.kind:
                request.notes.add(each.kind, each.note)
            if each is chosen:
                request.auth = each.auth
            elif each.is_signature:
                _add_signature(each, request)
            else:
                _fill_beside(each, request)

    def _mention_others(
        self, chosen: dict[str, Json], ways: list[dict[str, Json]], request: Request
    ) -> None:
        if chosen and {} in ways:
            request.notes.add("anonymous", "calls without credentials are accepted, too")
        others = [" with ".join(way) for way in ways if way and way is not chosen]
        if others:
            request.notes.add("other-credentials", f"also accepted: {', '.join(others)}")


def _add_signature(extra: Credential, request: Request) -> None:
    name = text(extra.auth["var_name"])
    words = "Signature of this very request, made as the API's documentation says."
    request.add(name, {"type": "string", "description": words}, required=True)
    request.header_fields.append(name)


def _fill_beside(extra: Credential, request: Request) -> None:
    name, value = text(extra.auth["var_name"]), text(extra.auth["api_key"])
    if extra.auth["location"] == "query":
        request.query.append((name, value))
    else:
        request.headers[name] = value
    request.notes.add("extra-credential", f"{extra.scheme!r} is sent beside another one")
