"""Recognise inputs that are credentials of the caller, by name and description."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from registry.model.naming import part_words
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.source import Json

_CREDENTIALS = frozenset(
    {"api_key", "apikey", "access_token", "auth_token", "bearer_token", "client_secret"}
    | {"bot_token"}
    | {"authentication_token", "authorization_token", "authorization", "secret_key", "private_key"}
)
_VENDOR_KEY = re.compile(
    r"(?!(?:show|hide|has|is|includes?|excludes?|requires?|enable|disable|allow)_)\w+_api_?key"
    r"|x_(?:\w+_)?(?:access|admin|app|auth|functions|secret|subscription)_(?:key|token)"
)
"""The key of one vendor's API, and a header that vendors have for one: others name a page.

`show_api_key` and the like are switches, even as strings.
"""

_KEYS = re.compile(r"[a-z_. -]{0,40}(?:key|token|secret|app[-_]?id)", re.IGNORECASE)
"""Names of keys, and of much else."""

_SAYS_KEY = re.compile(
    r"\b(?:api|access|app|application|auth|authentication|authorization|bearer|consumer|developer"
    r"|registered|secret|security|subscription|personal|your)[ -](?:\w+ )?(?:key|token|secret)\b",
    re.IGNORECASE,
)
_SAYS_OTHER = re.compile(
    r"\b(?:pag\w+|next|previous|cursor|idempot\w+|device|push|reset|download|upload|sync\w*|invit\w+"
    r"|captcha|cards?|payments?|confirm\w*|which|whose|delet\w*|revok\w*|creat\w*|rotat\w*|updat\w*"
    r"|of the (?:key|token))\b",
    re.IGNORECASE,
)
"""What a key or token is that the caller does not get once, to be known by."""

_END = re.compile(r"(?<=[.!?])\s+")
"""The end of a sentence."""


def is_credential_input(name: str, schema: Mapping[str, Json]) -> bool:
    """Return whether an input of this *name* is a credential of the caller, as its *schema* says.

    A switch or a choice, such as `by_api_key`, is none.
    """
    if "enum" in schema or schema.get("type") == "boolean":
        return False
    described, spelt = string(schema.get("description")), folded(name)
    if spelt.removeprefix("x_") in _CREDENTIALS:
        return True
    is_of_vendor = _VENDOR_KEY.fullmatch(spelt) and not _SAYS_OTHER.search(described)
    return bool(is_of_vendor) or (bool(_KEYS.fullmatch(name)) and _says_key(described))


def _says_key(described: str) -> bool:
    """Return whether *described* is a credential: `key` and `token` name much else."""
    for sentence in _END.split(described):
        if _SAYS_OTHER.search(sentence):
            return False
        # What comes after it is how to get one, or what it is good for.
        if _SAYS_KEY.search(sentence):
            return True
    return False


def has_credential(names: Iterable[str], inputs: Mapping[str, Json]) -> bool:
    """Return whether one of the *names* is a credential, as the schema *inputs* describes it."""
    properties = mapping(inputs.get("properties"))
    return any(is_credential_input(name, mapping(properties.get(name))) for name in names)


@lru_cache(maxsize=10_000)
def folded(name: str) -> str:
    """Return *name* in lower case with `_` between its words."""
    return part_words(name).replace("-", "_").lower()
