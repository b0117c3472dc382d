"""The paths of the pages of the site, each as its folder below the root."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from registry.model import Manual, Publisher, Tool
    from registry.model.entries import ManualEntry, ToolEntry
    from registry.model.naming import ToolId
    from registry.model.sources import Source
    from registry.settings import Settings

_SLUG = re.compile(r"[^a-z0-9]+")
MAX_SLUG = 40

_PACKAGES = {
    "npm": "https://www.npmjs.com/package/{name}/v/{version}",
    "pypi": "https://pypi.org/project/{name}/{version}/",
}


def tool_page(tool: Tool | ToolEntry | ToolId) -> str:
    """Return the folder of a tool's page."""
    return f"tools/{tool.id}/"


def manual_page(manual: Manual | ManualEntry) -> str:
    """Return the folder of a manual's page."""
    return f"manuals/{manual.id}/"


def differences_page(manual: Manual) -> str:
    """Return the folder of the page on which two versions of a manual are chosen."""
    return f"manuals/{manual.id}/changes/"


def difference_page(manual: Manual, before: str, after: str) -> str:
    """Return the folder of the page on what changes from the version *before* to *after*."""
    return f"{differences_page(manual)}{before}...{after}/"


def manual_page_of(tool: Tool | ToolEntry) -> str:
    """Return the folder of the page of the manual that *tool* is in."""
    return f"manuals/{tool.manual_id}/"


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
    """Return the folder of *manual* in the repository."""
    upstream = manual.publisher.upstream
    return f"{f'included/{upstream.name}/' if upstream else ''}manuals/{manual.id}"


def source_url(repository: str, path: str) -> str:
    """Return where *path* of the repository is shown, "" where no repository is known."""
    return f"{repository}/blob/main/{quote(path)}" if repository else ""


def report_url(settings: Settings, subject: str) -> str:
    """Return where a problem with *subject* is reported: the form, filled in, or the contact."""
    if settings.repository:
        query = urlencode(
            {"template": "report.yml", "title": f"Report: {subject}", "tool": subject}
        )
        return f"{settings.repository}/issues/new?{query}"
    return _written_to(settings, f"Report: {subject}")


def submit_url(settings: Settings) -> str:
    """Return where a manual is submitted without git, "" where nobody is known to take it."""
    if settings.repository:
        return f"{settings.repository}/issues/new?template=submit.yml"
    return _written_to(settings, "Manual")


def _written_to(settings: Settings, subject: str) -> str:
    is_mail = settings.contact.startswith("mailto:")
    return settings.contact + (f"?subject={quote(subject)}" if is_mail else "")


def of_source(source: Source) -> str:
    """Return the address at which people can look at *source*, in the state that was read."""
    registry, _, name = source.package.partition(":")
    if registry in _PACKAGES:
        return _PACKAGES[registry].format(name=name, version=quote(source.version))
    if source.repository.startswith("https://github.com/"):
        state = source.commit or "HEAD"
        return f"{source.repository.rstrip('/')}/blob/{state}/{quote(source.path)}"
    return source.repository or source.url


def request_url(repository: str) -> str:
    """Return where a tool that is missing is asked for, "" where no repository is known."""
    return f"{repository}/issues/new?template=request.yml" if repository else ""
