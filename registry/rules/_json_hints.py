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

_BRACES = re.compile(r"`(\{[^`\n]+\}|\[[^`\n]+\])`")
"""A value in a hint, of which YAML has no other form on one line."""


def in_own_syntax(found: Diagnostic) -> Diagnostic:
    """Return *found* with a hint whose lines can be typed into the file that it is about."""
    if not found.place.path.endswith(".json"):
        return found
    return found._replace(hint=_BRACES.sub(_whole_in_json, _LINE.sub(_in_json, found.hint)))


def _whole_in_json(match: re.Match[str]) -> str:
    """Return a value in braces or brackets as JSON; `{id}` and `[a-z]` are none."""
    document, problems = read_document("hint.yaml", f"value: {match[1]}".encode())
    value = document.data["value"] if document and not problems else None
    match value:
        case dict() if value and None not in value.values():
            return f"`{json.dumps(value, ensure_ascii=False)}`"
        case [dict()] | [_, _, *_]:
            return f"`{json.dumps(value, ensure_ascii=False)}`"
    return match[0]


def _in_json(line: re.Match[str]) -> str:
    document, problems = read_document("hint.yaml", line[1].encode())
    if document is None or problems:
        return line[0]
    ((key, value),) = document.data.items()
    written = "" if value is None else f" {json.dumps(value, ensure_ascii=False)}"
    return f"`{json.dumps(key)}:{written}`"
