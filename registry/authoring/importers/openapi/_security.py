"""The credentials of a call: the best alternative of the document that clients support.

That is the one with the scheme that the author chose, then the first one without a password.

A call template has room for one credential. Further credentials go into a header or the URL, each
with its own variable.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._notes import LeftOutError
from registry.authoring.importers.openapi._security_schemes import (
    AUTHORIZATION,
    Credential,
    UnportableError,
    api_key,
    credential,
    owned_stem,
    schemes,
    stem_of,
    undemanded_schemes,
)
from registry.model.credential_inputs import is_credential_input
from registry.source.narrowing import array, mapping, mappings, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._parameters import Parameter
    from registry.authoring.importers.openapi._request import ToolRequest
    from registry.source import Json

_KEY_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "apikey", "x-auth-token"})
"""Headers that carry a credential even if a document declares them as parameters."""

_BESIDE = re.compile(
    r"(?:access|auth|bearer|oauth|session)[_-]?token|api[_-]?key|(?:client|secret)[_-]?(?:key|secret)",
    re.IGNORECASE,
)
"""Names of optional parameters that hold a key, if there is a credential already."""


class Security:
    """The security schemes of one document, and the variables that its tools use.

    *chosen* is the name of the scheme that comes first where the document accepts it, and that all
    operations need if the document does not say which need one, or ""; variables begin with the
    name of the publisher *owner*, unless it is "".
    """

    def __init__(self, api: Api, chosen: str = "", owner: str = "") -> None:
        self.api = api
        self.chosen = chosen
        self.owner = owner
        self.variables: dict[str, str] = {}
        self._schemes = {scheme.name: scheme for scheme in schemes(api, owner)}
        is_undemanded = bool(chosen) and chosen in undemanded_schemes(api)
        self._undemanded: list[Json] = [{chosen: []}] if is_undemanded else []

    def apply(self, operation: dict[str, Json], request: ToolRequest) -> None:
        """Add the credentials of *operation* to *request*.

        Raises LeftOutError if clients support none of the alternatives.
        """
        demanded = operation.get("security", self.api.data.get("security", self._undemanded))
        ways = mappings(demanded)
        if demanded and len(ways) < len(array(demanded) or [demanded]):
            raise LeftOutError("unportable-credentials", "its `security` is not a list of schemes")
        if not ways:
            return
        refusals: list[str] = []
        for way in self._ranked(ways):
            try:
                credentials = self._credentials(way)
                self._carry(credentials, request)
            except UnportableError as error:
                refusals.append(str(error))
            else:
                self._mention_others(way, ways, request)
                return
        raise LeftOutError("unportable-credentials", "; ".join(dict.fromkeys(refusals)))

    def _ranked(self, ways: list[dict[str, Json]]) -> list[dict[str, Json]]:
        """Return the alternatives *ways*: the chosen first, and passwords after keys and tokens."""
        has_key = any(way and not self._is_basic(way) for way in ways)
        return sorted(
            ways, key=lambda way: (self.chosen not in way, has_key and self._is_basic(way))
        )

    def _is_basic(self, way: dict[str, Json]) -> bool:
        return any(self._schemes[name].is_basic for name in way if name in self._schemes)

    def without_keys(self, found: list[Parameter], request: ToolRequest) -> list[Parameter]:
        """Return *found* without the parameters that carry a key, which no model should fill in.

        A key that no scheme describes becomes a credential of *request*, with a variable.
        """
        carried = set(_slots(request))
        others = []
        for candidate in sorted(found, key=lambda parameter: not parameter.required):
            slot = (candidate.where, candidate.name.lower())
            if slot not in carried and not _is_key(candidate, request):
                others.append(candidate)
                continue
            request.notes.add("credential-parameter", f"{candidate} carries a credential")
            if slot not in carried and (candidate.required or not carried):
                self._add_key(candidate, request)
            carried.add(slot)
        return [each for each in found if each in others]

    def _add_key(self, parameter: Parameter, request: ToolRequest) -> None:
        name, where = parameter.name, parameter.where
        variable = owned_stem(stem_of(name.lower().removeprefix("x-")), self.owner)
        variable = variable or AUTHORIZATION.upper()
        words = f"Sent as {name} in the {where}. {parameter.description}".strip()
        auth = api_key(f"${{{variable}}}", name, where)
        self.variables[variable] = words
        if request.auth:
            _add_constant(Credential(name, auth, {}), request)
        else:
            request.auth = auth
        if not parameter.required:
            request.notes.add("anonymous", "calls without credentials are also accepted")

    def _credentials(self, way: dict[str, Json]) -> list[Credential]:
        """Return the credentials of all schemes of one alternative *way*, one per slot."""
        by_slot: dict[tuple[str, str], Credential] = {}
        for name, scopes in way.items():
            scheme = self._schemes.get(name)
            if scheme is None:
                raise UnportableError(f"{name!r} is not described")
            carried = credential(scheme, scopes, self.api.location)
            first = by_slot.setdefault(carried.slot, carried)
            if first.auth["auth_type"] != carried.auth["auth_type"]:
                names = f"{first.scheme!r} and {name!r}"
                raise UnportableError(f"{names} need the same header")
        return list(by_slot.values())

    def _carry(self, credentials: list[Credential], request: ToolRequest) -> None:
        """Put one credential into `auth`, and the others into constant headers and parameters."""
        fixed = [required for required in credentials if not required.is_signature]
        ranked = sorted(fixed, key=lambda required: required.fitness_outside_auth)
        chosen = ranked[0] if ranked else None
        beside = next(
            (required for required in ranked[1:] if required.auth["auth_type"] != "api_key"), None
        )
        if chosen and beside:
            names = f"{chosen.scheme!r} and {beside.scheme!r}"
            raise UnportableError(f"{names} are both required, but a call template has only one")
        for required in credentials:
            self.variables |= required.variables
            if required.kind:
                request.notes.add(required.kind, required.note)
            if required is chosen:
                request.auth = required.auth
            elif required.is_signature:
                _add_signature(required, request)
            else:
                _add_constant(required, request)

    def _mention_others(
        self, chosen: dict[str, Json], ways: list[dict[str, Json]], request: ToolRequest
    ) -> None:
        if chosen and {} in ways:
            request.notes.add("anonymous", "calls without credentials are also accepted")
        others = [" with ".join(way) for way in ways if way and way is not chosen]
        if others:
            request.notes.add("other-credentials", f"also accepted: {', '.join(others)}")


def _add_signature(extra: Credential, request: ToolRequest) -> None:
    name = string(extra.auth["var_name"])
    words = "Signature of this request, computed as the API's documentation says."
    request.add(name, {"type": "string", "description": words}, required=True)
    request.header_fields.append(name)


def _add_constant(extra: Credential, request: ToolRequest) -> None:
    name, value = string(extra.auth["var_name"]), string(extra.auth["api_key"])
    if extra.auth["location"] == "query":
        request.query.append((name, value))
    else:
        request.headers[name] = value
    request.notes.add("extra-credential", f"{extra.scheme!r} is sent in addition to another one")


def _is_key(parameter: Parameter, request: ToolRequest) -> bool:
    """Return whether *parameter* carries a key, although no scheme says so."""
    name = parameter.name
    if parameter.where == "header" and name.lower() in _KEY_HEADERS and parameter.required:
        return not (request.auth or request.headers)
    if parameter.where not in ("header", "query") or set(name) & set("${}"):
        return False
    is_beside = bool(request.auth) and not parameter.required and _BESIDE.fullmatch(name)
    schema = {**mapping(parameter.schema), "description": parameter.description}
    return bool(is_beside) or is_credential_input(name, schema)


def _slots(request: ToolRequest) -> Iterator[tuple[str, str]]:
    """Yield place and name, in lower case, of what carries a credential in *request*."""
    yield from (("header", name.lower()) for name in (*request.headers, *request.header_fields))
    yield from (("query", name.lower()) for name, _ in request.query)
    if request.auth:
        auth = request.auth
        yield string(auth.get("location")), string(auth.get("var_name")).lower()
