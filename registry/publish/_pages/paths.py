"""Where the pages of the site are, each as its folder below the root."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from registry.model import Manual, Publisher, Tool

_SLUG = re.compile(r"[^a-z0-9]+")
MAX_SLUG = 40


def tool_page(tool: Tool) -> str:
    """Return the folder of a tool's page."""
    return f"tools/{tool.id}/"


def manual_page(manual: Manual) -> str:
    """Return the folder of a manual's page."""
    return f"manuals/{manual.id}/"


def publisher_page(publisher: Publisher) -> str:
    """Return the folder of a publisher's page."""
    return f"publishers/{publisher.name}/"


def protocol_page(name: str) -> str:
    """Return the folder of a protocol's page."""
    return f"protocols/{name}/"


@lru_cache(maxsize=2**14)
def slug(label: str) -> str:
    """Return the part of a path that stands for *label*, "" where nothing of it is left."""
    return _SLUG.sub("-", label.casefold()).strip("-")[:MAX_SLUG].strip("-")


def tag_page(tag: str) -> str:
    """Return the folder of a tag's page, "" where the tag can have none."""
    return f"tags/{found}/" if (found := slug(tag)) else ""


def folder_of(manual: Manual) -> str:
    """Return where the files of *manual* lie in the repository."""
    upstream = manual.publisher.upstream
    return f"{f'included/{upstream.name}/' if upstream else ''}manuals/{manual.id}"


def source_url(repository: str, path: str) -> str:
    """Return where *path* of the repository is shown, "" where no repository is known."""
    return f"{repository}/blob/main/{quote(path)}" if repository else ""


def report_url(repository: str, subject: str) -> str:
    """Return where a problem with *subject* is reported, "" where no repository is known."""
    return f"{repository}/issues/new?title={quote(subject + ': ', safe='')}" if repository else ""
