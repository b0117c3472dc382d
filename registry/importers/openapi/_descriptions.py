"""What a tool says of itself: a description of a few sentences, and tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.importers.openapi._api import text
from registry.importers.openapi._texts import plain, shortened

if TYPE_CHECKING:
    from registry.importers.openapi._api import Api
    from registry.importers.openapi._notes import Notes
    from registry.importers.openapi._operations import Operation

MAX_DESCRIPTION = 600
"""Characters that describe a tool."""

_MAX_TAGS = 5
_MAX_TAG = 40


def description(api: Api, operation: Operation, notes: Notes) -> str:
    """Return what the operation does: its summary, then its description if that says more."""
    data = operation.data or {}
    summary, long = plain(text(data.get("summary"))), plain(text(data.get("description")))
    if not summary and not long:
        long = plain(text(operation.shared.get("description"))) or plain(
            text(operation.shared.get("summary"))
        )
    if long.casefold().startswith(summary.casefold().rstrip(".")):
        words = long
    else:
        end = "" if summary[-1:] in (".", "!", "?") else "."
        words = f"{summary}{end} {long}".strip()
    if not words:
        notes.add("undescribed", "the document says nothing of it")
        title = plain(text(api.info.get("title"))) or "the API"
        words = f"{operation.method} {operation.path.partition('#')[0]} of {title}."
    words, is_cut = shortened(words, MAX_DESCRIPTION)
    if is_cut:
        notes.add("shortened-text", "only the first sentences of its description were kept")
    if data.get("deprecated") is True:
        notes.add("deprecated", "the document calls it deprecated")
        words = f"Deprecated. {words}"
    return words


def tags(operation: Operation) -> list[str]:
    """Return the tags of *operation* as words that people search for."""
    first = re.sub(r"\{[^{}]*\}", "", operation.path).strip("/").partition("/")[0]
    folded = (
        re.sub(r"[^\w]+", "-", plain(tag).casefold()).strip("-_")[:_MAX_TAG]
        for tag in operation.tags or (first,)
    )
    return list(dict.fromkeys(filter(None, folded)))[:_MAX_TAGS]
