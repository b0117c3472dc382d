"""Find out whether a value would be right with quotes around it, or without them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.source import Json, Origin

_BARE = re.compile(r"true|false|-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
"""A boolean or a number, as JSON writes it."""


_SHOWN = 5


def quotes_hint(fits: Callable[[Json], bool], *found: Origin) -> str:
    """Return the hint to quote the values at *found*, or not to, if they then *fit*, or ""."""
    quoted = [_with_quotes(each, fits) for each in found]
    bare = [_without_quotes(each, fits) for each in found]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    if all(bare):
        return f"remove the quotes: {', '.join(bare[:_SHOWN])}{more}"
    if all(quoted):
        them = "each" if len(found) > 1 else "it"
        return f"quote {them}: {', '.join(quoted[:_SHOWN])}{more}"
    return ""


def _without_quotes(found: Origin, fits: Callable[[Json], bool]) -> str:
    value = found.document.get(found.pointer)
    is_bare = isinstance(value, str) and _BARE.fullmatch(value) and fits(json.loads(value))
    return str(value) if is_bare else ""


def _with_quotes(found: Origin, fits: Callable[[Json], bool]) -> str:
    value = found.document.get(found.pointer)
    if not isinstance(value, bool | int | float):
        return ""
    # As its author wrote it in YAML: `1.10` is the number 1.1.
    written = found.document.spelling(found.pointer) or json.dumps(value)
    return f'"{written}"' if fits(written) else ""
