"""Recognise the placeholders that documentation writes for values of the caller."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(
    r"\{\{\s*\$?(?P<braces>[^{}\n]{1,64})\}\}"
    r"|\$\{(?P<shell>[^{}\n]{1,64})\}"
    # OData has names such as `$count` in its paths.
    r"|\$(?P<dollar>(?!(?:all|batch|count|metadata|ref|value)\b)[A-Za-z_]\w{0,63})"
    r"|\$\((?P<command>[^()\n]{1,200})\)"
    r"|<(?P<angles>[A-Za-z][\w .-]{0,63})>"
    r"|\{(?P<brace>[A-Za-z_][\w.-]{0,63})\}"
    r"|(?<![A-Za-z0-9])(?P<word>(?:YOUR|MY|INSERT|REPLACE)[-_ ][A-Z0-9_ -]{1,60}"
    r"|your[-_ ][a-z0-9_ -]{0,40}(?:id|key|token|secret|name|domain|password|here)"
    r"|[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,5}_(?:ID|KEY|TOKEN|SECRET|UUID|HERE))(?![A-Za-z0-9])"
)
_COLON = re.compile(r"(?<=/):([A-Za-z_][\w-]{0,63})(?=/|$)")
_BLANK = re.compile(r"[xX]{3,}(?:[-_][xX]+)*|\.{3,}|…|\*{3,}|-{3,}|\?{3,}")
_OWNER = re.compile(r"^(?:your|my|insert|replace)[-_ ]+(?:with[-_ ]+)?|[-_ ]+here$", re.IGNORECASE)


def with_places(path: str) -> str:
    """Return *path* with `{name}` in place of every placeholder, also of `:name`."""
    return _PLACEHOLDER.sub(lambda found: f"{{{_name(found)}}}", _COLON.sub(r"{\1}", path))


def placeholder_in(value: str) -> str | None:
    """Return the name of the placeholder that *value* is; "" for one without a name, else None."""
    stripped = value.strip()
    if not stripped or _BLANK.fullmatch(stripped):
        return ""
    found = _PLACEHOLDER.fullmatch(stripped.strip("[]"))
    return _name(found) if found else None


def has_placeholder(value: str) -> bool:
    """Return whether there is a placeholder in *value*."""
    return placeholder_in(value) is not None or _PLACEHOLDER.search(value) is not None


def _name(placeholder: re.Match[str]) -> str:
    if placeholder["command"]:
        return "value"
    written = next(filter(None, placeholder.groups())).strip()
    name = re.sub(r"[^\w.-]+", "_", _OWNER.sub("", written)).strip("_.-") or "value"
    return name.lower() if name.isupper() else name
