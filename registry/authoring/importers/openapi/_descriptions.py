"""The description of a tool, of a few sentences, and its tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._plain_text import plain_text, shortened
from registry.authoring.importers.openapi.selection import words_of_path
from registry.source.narrowing import string

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._notes import Notes
    from registry.authoring.importers.openapi._operations import Operation

MAX_DESCRIPTION = 600
"""The maximum number of characters of a tool's description."""

_MAX_TAGS = 5
_MAX_TAG = 40


def description(api: Api, operation: Operation, notes: Notes) -> str:
    """Return the operation's summary, then its description if that says more."""
    data = operation.data or {}
    summary, long = (
        plain_text(string(data.get("summary"))),
        plain_text(string(data.get("description"))),
    )
    if not summary and not long:
        long = plain_text(string(operation.shared.get("description"))) or plain_text(
            string(operation.shared.get("summary"))
        )
    if long.casefold().startswith(summary.casefold().rstrip(".")):
        words = long
    else:
        end = "" if summary[-1:] in (".", "!", "?") else "."
        words = f"{summary}{end} {long}".strip()
    if not words:
        notes.add("undescribed", "the document does not describe it")
        title = plain_text(string(api.info.get("title"))) or "the API"
        words = f"{operation.method} {operation.path.partition('#')[0]} of {title}."
    words, is_cut = shortened(words, MAX_DESCRIPTION)
    if is_cut:
        notes.add("shortened-text", "only the first sentences of its description were kept")
    if data.get("deprecated") is True:
        notes.add("deprecated", "the document marks it as deprecated")
        words = f"Deprecated. {words}"
    return words


def tags(operation: Operation) -> list[str]:
    """Return the tags of *operation* in lower case with hyphens, or the first word of its path.

    Versions and words such as `api` at the start of a path are no tags.
    """
    folded = (
        re.sub(r"[^\w]+", "-", plain_text(tag).casefold()).strip("-_")[:_MAX_TAG]
        for tag in operation.tags or words_of_path(operation.path)[:1]
    )
    return list(dict.fromkeys(filter(None, folded)))[:_MAX_TAGS]
