"""Check the headers with which a host sends files, as far as some reader goes by them."""

from __future__ import annotations

from html.parser import HTMLParser
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from registry.site.smoke._site import spread
from registry.web import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

    from registry.site.smoke._site import InspectedSite

_HTML = frozenset({"text/html"})
_CSS = frozenset({"text/css"})
_JSON = frozenset({"application/json"})
_SCRIPT = frozenset({"text/javascript", "application/javascript", "application/x-javascript"})

_TYPED = {
    "": _HTML,
    "catalogue/": _HTML,
    "utcp.json": _JSON,
    "utcp-config.json": _JSON,
    ".well-known/utcp.json": _JSON,
    "v1/index.json": _JSON,
    "v1/tools.json": _JSON,
}
"""Files by which a host shows whether it knows their kind, with the types that will do."""

_SHARED = ("utcp", "utcp.json", "utcp-config.json", "v1/index.json")
"""What agents load, some of which run in a page of another site."""

_MOST_LINKED = 200
"""Styles and scripts of the home page that a server is asked for."""

_ABSENT = "v1/what-no-site-has.json"

_UTF_8 = ("", "utf-8", "utf8", "us-ascii")


def header_problems(site: InspectedSite) -> Iterator[str]:
    """Yield what is wrong with what the host of *site* says about its files. Raises OSError."""
    for path, allowed in _TYPED.items():
        yield from _typed(site.address(path), path or "the home page", allowed)
    # Clients read what is called YAML as YAML, and all else as JSON.
    answer = fetch.head(site.address("utcp"))
    kind = answer.headers.get_content_type()
    if answer.status == HTTPStatus.OK and ("yaml" in kind or kind in _HTML):
        yield f"utcp: comes as {kind}, which clients do not read as JSON"
    for path in _SHARED:
        answer = fetch.head(site.address(path))
        origins = answer.headers.get("access-control-allow-origin", "")
        if answer.status == HTTPStatus.OK and origins.strip() != "*":
            yield (
                f"{path}: agents in a browser cannot load it; have the host send "
                "`Access-Control-Allow-Origin: *`"
            )
    if fetch.status_of(site.address(_ABSENT)) == HTTPStatus.OK:
        yield (
            f"{_ABSENT}: the server answers 200 for what is not there, so that readers take a page "
            "for the file; have the host answer 404, with `404.html`"
        )
    yield from _styles_and_scripts(site)


def _styles_and_scripts(site: InspectedSite) -> Iterator[str]:
    """Check the styles and scripts of the home page, without which it is a bare text."""
    links = _Links()
    links.feed(site.read("index.html").decode("utf-8", "replace"))
    home = site.address("")
    for link, allowed in spread(links.found, _MOST_LINKED):
        try:
            url = urljoin(home, link)
            is_own = urlsplit(url).netloc == urlsplit(home).netloc
        except ValueError:
            yield f"the home page: links to {link!r}, which is not a valid URL; correct it"
            continue
        if is_own:
            yield from _typed(url, link, allowed)


def _typed(url: str, name: str, allowed: frozenset[str]) -> Iterator[str]:
    answer = fetch.head(url)
    if answer.status != HTTPStatus.OK:
        yield f"{name}: the server answers {answer.status}"
        return
    kind, charset = answer.headers.get_content_type(), _charset(answer.headers)
    if kind not in allowed:
        yield f"{name}: comes as {kind}, and not as {min(allowed)}"
    elif charset not in _UTF_8:
        yield f"{name}: comes as {charset}, and not as utf-8"


def _charset(headers: Message) -> str:
    return str(headers.get_param("charset", "")).lower()


class _Links(HTMLParser):
    """Collects the styles and scripts that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, frozenset[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "link" and attributes.get("rel") == "stylesheet" and attributes.get("href"):
            self.found.append((attributes["href"] or "", _CSS))
        elif tag == "script" and attributes.get("src"):
            self.found.append((attributes["src"] or "", _SCRIPT))
