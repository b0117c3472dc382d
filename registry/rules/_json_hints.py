"""Write what a hint shows as YAML the way JSON is written, for authors of JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.source import read_document

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic

_LINE = re.compile(r'`((?:[\w$-]+|"[\w-]+"):(?: [^`\n]+)?)`')
"""A key in a hint, with its value if there is one."""


def in_own_syntax(found: Diagnostic) -> Diagnostic:
    """Return *found* with a hint whose lines can be typed into the file that it is about."""
    if not found.place.path.endswith(".json"):
        return found
    return found._replace(hint=_LINE.sub(_in_json, found.hint))


def _in_json(line: re.Match[str]) -> str:
    document, problems = read_document("hint.yaml", line[1].encode())
    if document is None or problems:
        return line[0]
    ((key, value),) = document.data.items()
    written = "" if value is None else f" {json.dumps(value, ensure_ascii=False)}"
    return f"`{json.dumps(key)}:{written}`"
