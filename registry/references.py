"""Follow references inside one JSON document: JSON Pointers (RFC 6901) as fragments of a URI."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json


def found(root: Mapping[str, Json], reference: Json) -> tuple[Json, ...]:
    """Return what *reference*, such as `#/$defs/city`, leads to in *root*, or () for nowhere.

    What is no text, or leads out of the document, leads nowhere; `#` leads to *root* itself.
    """
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return ()
    value = cast("Json", root)
    for part in reference[2:].split("/") if reference != "#" else ():
        # Step by step, since some documents write `%2F` for a slash inside of one.
        step = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return ()
    return (value,)


def mapping_at(root: Mapping[str, Json], reference: Json) -> dict[str, Json] | None:
    """Return the mapping that *reference* leads to in *root*, None where there is none."""
    target = found(root, reference)
    return target[0] if target and isinstance(target[0], dict) else None
