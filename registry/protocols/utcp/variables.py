"""The variables in a call template: clients read `$NAME` as they read `${NAME}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from registry.source.strings import strings_in, with_strings

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
    return with_strings(value, _in_braces)


def _in_braces(text: str) -> str:
    is_left_alone = "$" not in text or _REFERENCE.search(text)
    return text if is_left_alone else _BARE.sub(r"${\1}", text)


def variables(value: Json) -> Iterator[str]:
    """Yield the names of the variables in every string of *value*, a result of `with_braces`."""
    for text in strings_in(value):
        if "$" in text and not _REFERENCE.search(text):
            yield from _BRACED.findall(text)
