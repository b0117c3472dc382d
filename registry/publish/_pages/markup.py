"""Turn contributed text into HTML that shows it and does nothing else."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import urlsplit

from markupsafe import Markup

__all__ = ["Markup", "code_html", "inline", "outside", "prose"]

_CODE = re.compile(r"`([^`\n]+)`")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_PLAIN_ADDRESS = re.compile(r"https://[^\x00-\x20\"'<>`{}|\\^\x7f-\U0010ffff]+")


def inline(text: str) -> Markup:
    """Return *text* as HTML in which words between backticks are code, and nothing else is."""
    safe = escape(text, quote=False)
    return Markup(_CODE.sub(r"<code>\1</code>", safe) if "`" in safe else safe)  # noqa: S704


def code_html(text: str) -> Markup:
    """Return *text* as HTML between two tags, where quotes, of which code is full, may stay."""
    return Markup(escape(text, quote=False))  # noqa: S704


def prose(text: str) -> Markup:
    """Return *text* as paragraphs of HTML, cut at its empty lines."""
    parts = (part.strip() for part in _PARAGRAPHS.split(text))
    return Markup("".join(f"<p>{inline(part)}</p>" for part in parts if part))  # noqa: S704


def outside(url: str, text: str = "") -> Markup:
    """Return a link to *url*, a contributed address, that shows *text* or its host.

    Only plain https addresses become links; anything else is shown as text. Search engines and
    opened pages only learn that a link was followed.
    """
    host = public_host(url)
    if not host:
        return Markup(escape(text or url))  # noqa: S704
    rel = "nofollow ugc noopener noreferrer"
    shown = escape(text) if text else host_html(host)
    return Markup(f'<a href="{escape(url)}" rel="{rel}">{shown}</a>')  # noqa: S704


def host_html(host: str) -> Markup:
    """Return *host*, which is broken between its names where a column is narrow."""
    return Markup(escape(host).replace(".", ".<wbr>"))  # noqa: S704


def public_host(url: str) -> str:
    """Return the host of *url* if it is an https address that every reader reads alike, else ""."""
    if not _PLAIN_ADDRESS.fullmatch(url):
        return ""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return ""
    return "" if "@" in parts.netloc else host
