"""Follow references inside one JSON document: JSON Pointers (RFC 6901) as URI fragments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
"""An index of a list (RFC 6901, section 4); no list has more entries than these digits count."""


def resolve_reference(root: Mapping[str, Json], reference: Json) -> tuple[Json, ...]:
    """Return, as a 1-tuple, the value that *reference* (`#/$defs/city`) points to in *root*.

    The result is () if *reference* is not a string, points outside the document, or points to
    nothing; `#` points to *root* itself.
    """
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return ()
    value = cast("Json", root)
    for part in reference[2:].split("/") if reference != "#" else ():
        # Each step is decoded by itself, since some documents write `%2F` for a slash in a name.
        step = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
            value = value[int(step)]
        else:
            return ()
    return (value,)


def mapping_at(root: Mapping[str, Json], reference: Json) -> dict[str, Json] | None:
    """Return the mapping that *reference* points to in *root*, or None."""
    target = resolve_reference(root, reference)
    return target[0] if target and isinstance(target[0], dict) else None
