"""Credentials in a request, as security schemes of OpenAPI. Their values are never kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.authoring.importers.example_requests._placeholders import placeholder_in
from registry.model.credential_inputs import is_credential_input
from registry.web.secret_patterns.names import NO_SECRET_NAME, SECRET_NAME
from registry.web.secret_patterns.random_strings import is_random
from registry.web.secret_patterns.tokens import without_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.authoring.importers.example_requests._requests import ExampleRequest, Field
    from registry.source import Json

_KEY_PARAMETER = re.compile(
    r"(?:x-)?(?:h?api|app|access|auth|subscription|license)[-_]?(?:key|token)|appid|clientsecret",
    re.IGNORECASE,
)
_MAYBE_A_KEY = re.compile(r"key|token|auth|secret|sig|signature|pass(?:word)?", re.IGNORECASE)
"""Parameters that hold a key if their value is a placeholder or looks like one."""

_SAID = re.compile(
    r"key|token(?!s)|secret|passw|credential|auth(?!or)|session|cookie|appid", re.IGNORECASE
)
"""Names of placeholders and values that stand for a secret."""

_PREFIX = re.compile(r"([A-Za-z]+(?:-[A-Za-z]+)*):? +(token=)?(.*)", re.DOTALL)
_UNPORTABLE = re.compile(r"aws4?-?.*|digest|hawk|hmac.*|ntlm|negotiate|signature", re.IGNORECASE)
_LONG = re.compile(r"[A-Za-z0-9+/_-]{20,200}")
_SAMPLE = re.compile(r"(?:sk|pk|rk)_(?:test|live)_\w*|(?:test|live|sandbox)_\w{16,}", re.IGNORECASE)
"""Keys of the kind that documentation prints; they look less random than real ones."""

BASIC: Mapping[str, Json] = {"type": "http", "scheme": "basic"}
BEARER: Mapping[str, Json] = {"type": "http", "scheme": "bearer"}


def without_keys(text: str) -> str:
    """Return *text* with an ellipsis in place of each key or token in it."""
    return _LONG.sub(lambda run: "…" if is_random(run[0]) else run[0], without_tokens(text))


def is_secret(value: str) -> bool:
    """Return whether *value* contains what looks like a real key."""
    return without_keys(value) != value or bool(_SAMPLE.search(value))


def is_secret_name(name: str) -> bool:
    """Return whether a value of this *name* may be secret, so that no example of it is shown."""
    return bool(_SAID.search(name)) and not NO_SECRET_NAME.search(name)


def key_scheme(name: str, where: str, prefix: str = "") -> Mapping[str, Json]:
    """Return the scheme of a key that is sent as *name*, after *prefix*."""
    scheme: dict[str, Json] = {"type": "apiKey", "in": where, "name": name}
    return {**scheme, "x-prefix": prefix} if prefix else scheme


def schemes_of(request: ExampleRequest, query: tuple[Field, ...]) -> Iterator[Mapping[str, Json]]:
    """Yield the scheme of every credential of *request*, whose parameters are *query*."""
    yield from request.schemes
    is_stated = any(each.get("type") in ("http", "oauth2") for each in request.schemes)
    for field in request.headers:
        if field.name.lower() != "authorization":
            if is_key(field, "header"):
                yield key_scheme(field.name, "header")
        elif not is_stated:
            yield _authorization(field.value)
    yield from (key_scheme(field.name, "query") for field in query if is_key(field, "query"))


def is_key(field: Field, where: str) -> bool:
    """Return whether *field*, a header or a parameter as *where* says, carries a credential."""
    name, value = field.name, field.value
    if NO_SECRET_NAME.search(name) or name.lower() == "cookie":
        return False
    if where == "header":
        return bool(SECRET_NAME.search(name)) or is_secret(value)
    said: dict[str, Json] = {"description": field.description}
    if _KEY_PARAMETER.fullmatch(name) or is_credential_input(name, said):
        return True
    is_held = placeholder_in(value) is not None or is_secret(value)
    return is_held and bool(_MAYBE_A_KEY.fullmatch(name))


def _authorization(value: str) -> Mapping[str, Json]:
    """Return the scheme of the header `Authorization` with this *value*."""
    match = _PREFIX.fullmatch(value.strip())
    if not match or placeholder_in(value) is not None:
        return key_scheme("Authorization", "header")
    word = match[1].lower()
    if word == "basic":
        return BASIC
    if word == "bearer":
        return BEARER
    if _UNPORTABLE.fullmatch(word):
        return {"type": "http", "scheme": word}
    return key_scheme("Authorization", "header", f"{match[1]} {match[2] or ''}")


def scheme_name(scheme: Mapping[str, Json]) -> str:
    """Return the name of *scheme* in the document, from which those of variables are made."""
    if scheme.get("type") == "http":
        return str(scheme.get("scheme"))
    prefix = str(scheme.get("x-prefix", "")).partition(" ")[0].lower()
    wire = re.sub(r"^x-", "", str(scheme.get("name", "")), flags=re.IGNORECASE)
    return prefix or ("key" if wire.lower() == "authorization" else wire) or str(scheme.get("type"))
