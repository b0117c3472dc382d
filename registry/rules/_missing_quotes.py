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


def quotes_hint(found: Origin, fits: Callable[[Json], bool]) -> str:
    """Return the hint to quote the value at *found*, or not to, if it then *fits*, or ""."""
    value = found.document.get(found.pointer)
    if isinstance(value, str):
        bare: Json = json.loads(value) if _BARE.fullmatch(value) else None
        return f"remove the quotes: {value}" if bare is not None and fits(bare) else ""
    if value is None or isinstance(value, list | dict):
        return ""
    # As its author wrote it in YAML: `1.10` is the number 1.1.
    written = found.document.spelling(found.pointer) or json.dumps(value)
    return f'quote it: "{written}"' if fits(written) else ""
