"""Place a page into the frame that the site generator has made, at any depth below the root."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from registry import utcp_export
from registry.model.files import File
from registry.publish._file_paths import manual_file_path, release_path, utcp_file_name
from registry.publish._pages import structured_data
from registry.publish._pages.templates import render, render_markdown
from registry.web.csp import with_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from registry.model import Manual, Release
    from registry.model.files import Digest
    from registry.publish import Context

MAX_TWIN = 48_000
"""Characters of a Markdown twin: agents cut longer texts."""

MAX_TITLE = 69
"""Characters of a title that search engines show."""

_SLOTS = ("description", "canonical", "head", "title", "content")
_SLOT = re.compile(r"<!--slot:([a-z]+)-->|slot:([a-z]+)")
_TO_ROOT = re.compile(r"(?:\.\./){3,}")
_SECTION = re.compile(r' data-section="[^"]*"')
_BLANK = re.compile(r"\n\s+")
_MOST_FRAMES = 64
"""Frames that are kept: pages of one manual follow each other and may ask the same host."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the catalogue before it is framed.

    Attributes:
        path: its folder below the site's root with a slash at the end, "" for the start page.
        title, description: for the head and for search engines, as plain text.
        template: the file in `registry/publish/templates/` that makes its content.
        values: what the template is given, beside `root` and `site`.
        section: the header's link that leads to the part of the site this page belongs to.
        twins: the same, or its news, as other media types: type and path below the root of each.
        graph: what the page is about, in the vocabulary of schema.org.
        markdown: the template of its Markdown twin, "" where it has none.
        host: a host that its scripts may ask, "" for no other than the site's own.
    """

    path: str
    title: str
    description: str
    template: str
    values: dict[str, Any] = field(default_factory=dict)
    section: str = ""
    twins: tuple[tuple[str, str], ...] = ()
    graph: Sequence[structured_data.Node] = ()
    markdown: str = ""
    host: str = ""


def feeds(name: str) -> tuple[tuple[str, str], ...]:
    """Return the twins of a page whose news the feed *name* tells."""
    return (
        ("application/atom+xml", f"feeds/{name}.atom"),
        ("application/feed+json", f"feeds/{name}.json"),
    )


class Site:
    """The frame of all pages, and what every template may use."""

    def __init__(self, context: Context, files: Mapping[str, Digest] | None = None) -> None:
        """Cut the shell of *context* at its slots. Raises ValueError if one has moved.

        Pages may link to *files*, which are made already.
        """
        self.settings = context.settings
        self.files = files or {}
        self._shell = _shell(context.shell)

    def both(self, page: Page) -> Iterator[File]:
        """Yield *page* as browsers are sent it, and its Markdown twin if it has one."""
        yield self.file(page)
        if page.markdown:
            base = self.settings.base_url
            text = render_markdown(page.markdown, {**page.values, "site": self, "base": base})
            if len(text) > MAX_TWIN:
                text = text[:MAX_TWIN].rpartition("\n")[0] + "\n\n… and more on the page itself.\n"
            yield File(f"{page.path}index.md", text.encode("utf-8"))

    def file(self, page: Page) -> File:
        """Return *page* as browsers are sent it."""
        root = "../" * page.path.count("/")
        content = render(page.template, {**page.values, "root": root, "site": self})
        before, *frame = self._shell.at(page.path.count("/"), page.section, page.host)
        url = self.settings.base_url + page.path
        values = (
            escape(page.description),
            escape(url),
            self._head(page, root, url),
            escape(self._title(page.title)),
            content,
        )
        pieces = [before]
        for value, piece in zip(values, frame, strict=True):
            pieces += (value.encode("utf-8"), piece)
        return File(f"{page.path}index.html", b"".join(pieces))

    def _title(self, title: str) -> str:
        """Return *title* with the name of the site where both fit into a line of results."""
        whole = f"{title} · {self.settings.name}"
        if len(whole) <= MAX_TITLE:
            return whole
        return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…"

    def _head(self, page: Page, root: str, url: str) -> str:
        """Return what the head of *page* says beyond its title, description and address."""
        properties = (
            ("og:type", "website"),
            ("og:site_name", self.settings.name),
            ("og:title", page.title),
            ("og:description", page.description),
            ("og:url", url),
            ("og:image", f"{self.settings.base_url}assets/og/{_picture(page.path)}.png"),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
        )
        lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        lines += (
            f'<link rel="alternate" type="{kind}" href="{escape(root + path)}">'
            for kind, path in page.twins
        )
        if page.markdown:
            lines.append('<link rel="alternate" type="text/markdown" href="index.md">')
        if page.graph:
            lines.append(structured_data.script(page.graph))
        return "\n".join(lines)

    def has(self, path: str) -> bool:
        """Return whether the site has a file at *path*, so that no page links to nothing."""
        return path in self.files

    def source_of(self, release: Release) -> str:
        """Return the path of what was contributed as *release*, "" where it is not published."""
        path = release_path(release, "source.json")
        return path if self.has(path) else ""

    def files_of(
        self, manual: Manual, release: Release, version: str = ""
    ) -> tuple[tuple[str, str], ...]:
        """Return path and title of each file there is of *release*; *version* may be `latest`."""
        folder = manual_file_path(manual.id, version or release.version, "")
        kinds = sorted({utcp_export.file_kind(tool) for tool in release.tools} - {utcp_export.HTTP})
        named = [
            (utcp_file_name(utcp_export.HTTP), "UTCP"),
            *((utcp_file_name(each), f"UTCP ({each})") for each in kinds),
            ("source.json", "as contributed"),
        ]
        return self.there((folder + name, title) for name, title in named)

    def there(self, files: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return those of *files*, each a path and a title, that the site has."""
        return tuple(each for each in files if self.has(each[0]))


def _picture(path: str) -> str:
    """Return which picture stands for the page at *path*."""
    return {"tools": "tool", "manuals": "api"}.get(path.partition("/")[0], "site")


@lru_cache(maxsize=4)
def _shell(html: str) -> _Shell:
    return _Shell(_BLANK.sub("\n", html))


class _Shell:
    def __init__(self, html: str) -> None:
        slots = tuple(match[1] or match[2] for match in _SLOT.finditer(html))
        if slots != _SLOTS:
            raise ValueError(f"the shell page has the slots {slots}, not {_SLOTS}")
        roots = sorted(set(_TO_ROOT.findall(html)))
        if len(roots) != 1:
            raise ValueError(f"the shell page reaches the root in several ways: {roots}")
        self._html = html
        self._root = roots[0]

    @lru_cache(maxsize=_MOST_FRAMES)  # noqa: B019 - there is one shell in a build
    def at(self, depth: int, section: str, host: str = "") -> tuple[bytes, ...]:
        """Return the frame around the values of the slots, for pages *depth* folders deep."""
        html = self._html.replace(self._root, "../" * depth or "./")
        html = html.replace(f' data-section="{section}"', ' aria-current="true"')
        html = with_policy(_SECTION.sub("", html), host)
        return tuple(piece.encode("utf-8") for piece in _SLOT.sub("\0", html).split("\0"))
