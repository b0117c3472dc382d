"""Names of tools, made from the `operationId` of each operation, or from its method and path."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter

from registry.model import TOOL_NAME, fold_name

_MAX_NAME = 64
_HASH = 6


def tool_names(found: list[tuple[str, str, str]]) -> list[str]:
    """Return a name for each (method, path, operationId), unique after folding.

    A name depends only on its own operation, unless two operations would share it. So it does not
    change when other operations are added or removed.
    """
    preferred = [
        _valid_name(id_ or _made_name(method, path), method) for method, path, id_ in found
    ]
    shared = Counter(map(fold_name, preferred))
    by_path = [
        name if shared[fold_name(name)] == 1 else _valid_name(_made_name(method, path), method)
        for name, (method, path, _) in zip(preferred, found, strict=True)
    ]
    shared = Counter(map(fold_name, by_path))
    return [
        name if shared[fold_name(name)] == 1 else _cut(name, f"{method} {path}", always=True)
        for name, (method, path, _) in zip(by_path, found, strict=True)
    ]


def _made_name(method: str, path: str) -> str:
    """Return a name made from method and path, such as `get_users_by_id_posts`."""
    words = re.sub(r"\{([^{}]*)\}", r"_by_\1_", path)
    return f"{method}_{_ascii(words) or 'root'}"


def _ascii(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"_{2,}", "_", re.sub(r"[^A-Za-z0-9_-]+", "_", plain)).strip("_-")


def _valid_name(name: str, method: str) -> str:
    """Return *name* turned into a valid name of a tool."""
    if TOOL_NAME.fullmatch(name):
        return name
    folded = _ascii(name)
    if not folded[:1].isalpha():
        folded = f"{method}_{folded}".rstrip("_")
    return _cut(folded, name)


def _cut(name: str, hashed: str, *, always: bool = False) -> str:
    """Return *name* cut to the limit; if it is cut, a hash of *hashed* keeps it unique."""
    if len(name) <= _MAX_NAME and not always:
        return name
    start = name[: _MAX_NAME - _HASH - 1]
    if len(start) < len(name) and "_" in start[_MAX_NAME // 2 :]:
        start = start.rpartition("_")[0]
    digest = hashlib.sha256(hashed.encode("utf-8", "replace")).hexdigest()[:_HASH]
    return f"{start.rstrip('_-')}_{digest}"
