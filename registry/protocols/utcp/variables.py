"""The variables in a call template: clients read `$NAME` as they read `${NAME}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

_BARE = re.compile(r"\$([A-Za-z0-9_]+)")
_BRACED = re.compile(r"\$\{([A-Za-z0-9_]+)\}")
_REFERENCE = re.compile(r"\$ref(?![A-Za-z0-9_])")


def with_braces(value: Any) -> Any:  # noqa: ANN401 - texts stay texts, mappings stay mappings
    """Return *value* with every `$NAME` written as `${NAME}`, which means the same to clients.

    See UTCP documentation, "HTTP Protocol", section "Variable Substitution".

    All later code then only needs to know one spelling. A string with `$ref` stays unchanged:
    clients do not expand it.
    """
    if isinstance(value, str):
        is_left_alone = "$" not in value or _REFERENCE.search(value)
        return value if is_left_alone else _BARE.sub(r"${\1}", value)
    if isinstance(value, list):
        return [with_braces(each) for each in value]
    if isinstance(value, dict):
        return {key: with_braces(each) for key, each in value.items()}
    return value


def variables(value: Json) -> Iterator[str]:
    """Yield the names of the variables in every string of *value*, a result of `with_braces`."""
    if isinstance(value, str):
        if "$" in value and not _REFERENCE.search(value):
            yield from _BRACED.findall(value)
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from variables(each)
