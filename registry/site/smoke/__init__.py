"""Read a built or published site as an agent and a browser would, and report what is missing.

It knows nothing of how the site was made: a folder before it is deployed and an address afterwards
are asked for the same, and an address also for the headers that readers go by.
"""

from __future__ import annotations

import hashlib
import posixpath
import tempfile
from typing import TYPE_CHECKING

from registry.client import Catalogue, NotFoundError
from registry.model import State
from registry.site import client_checks
from registry.site.smoke import _headers
from registry.site.smoke._links import dead_links
from registry.site.smoke._site import InspectedSite, problems_of, spread
from registry.source.narrowing import array, mapping
from registry.web import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.client import Manual
    from registry.source import Json

INDEX = "v1/index.json"
TOOLS = "v1/tools.json"

MOST_GONE = 0.1
"""The share of the published tools that may be gone at once."""

FEW_GONE = 3
"""Tools that may be gone at once, however few there are."""

NAMED = 5
NOT_FOUND = 404

_MOST_FILES = 1_000
"""Of those that the index lists, so that asking for them has an end."""

_PAGES = ("", "catalogue/", "publishers/", "agents/")


def smoke_problems(place: str, most: int) -> Iterator[str]:
    """Yield what is wrong with the site at *place*, a folder or an address.

    The digest of every file that is read is compared with the index. At most *most* manuals are
    read, spread over all names, and all other files that the index lists.
    """
    site = InspectedSite(place)
    try:
        site.reach(INDEX)
    except OSError as error:  # of which everything else would be told, too
        yield str(error)
        return
    for name in ("utcp", "utcp.json"):
        yield from problems_of(_discovery, site, name)
    yield from problems_of(_service, site)
    yield from problems_of(_listed_files, site)
    for page in _PAGES:
        yield from problems_of(_page, site, page)
    yield from problems_of(dead_links, site)
    if site.is_web:
        yield from problems_of(_headers.header_problems, site)
    with tempfile.TemporaryDirectory() as cache, site.opened(cache) as (catalogue, why):
        if catalogue is None:
            yield why
            return
        for manual_id in spread(catalogue.manuals, most):
            yield from problems_of(_manual, site, catalogue, manual_id)


def differences(place: str, deployed: bytes) -> Iterator[str]:
    """Yield what tells that the site at *place* is not the one whose index is *deployed*."""

    def look(site: InspectedSite) -> Iterator[str]:
        if site.read(INDEX) != deployed:
            yield f"{INDEX}: is not the one that was deployed"

    yield from problems_of(look, InspectedSite(place))


def losses(place: str, published: str) -> Iterator[str]:
    """Yield what is wrong if the site at *place* lacks many of the tools at *published*.

    A tool that agents use should be deprecated before it goes, so that many at once are more
    likely a mistake: a folder that was not read, or a build of another branch. Where nothing is
    published yet, nothing can be lost.
    """
    try:
        before = _tools(InspectedSite(published))
    except OSError as error:
        if not isinstance(error, fetch.FetchError) or error.status != NOT_FOUND:
            yield f"{error}; to publish without comparing the two, name --expect-losses once"
        return
    try:
        after = _tools(InspectedSite(place))
    except OSError as error:
        yield str(error)
        return
    gone = sorted(before - after)
    if len(gone) > max(FEW_GONE, MOST_GONE * len(before)):
        named = ", ".join(gone[:NAMED])
        yield (
            f"{len(gone):,} of the {len(before):,} tools that are published are gone: {named}, …; "
            "if that is meant, publish once with --expect-losses"
        )


def _tools(site: InspectedSite) -> set[str]:
    """Return the ids of all tools. Raises OSError."""
    listed = array(site.mapping(TOOLS).get("tools"))
    return {str(tool.get("id")) for tool in listed if isinstance(tool, dict)}


def _discovery(site: InspectedSite, name: str) -> Iterator[str]:
    yield from (f"{name}: {what}" for what in client_checks.refusals(site.read(name)))


def _service(site: InspectedSite) -> Iterator[str]:
    service, index = site.mapping(".well-known/utcp.json"), site.mapping(INDEX)
    if service.get("revision") != index.get("revision"):
        yield f".well-known/utcp.json: is of another revision than {INDEX}"


def _listed_files(site: InspectedSite) -> Iterator[str]:
    """Check the files whose digests the index has, but for those that a manual leads to."""
    listed = mapping(site.mapping(INDEX).get("files"))
    links = [link for link in listed if not link.startswith("manuals/")]
    for link in spread(links, _MOST_FILES):
        path = posixpath.normpath(f"v1/{link}")
        if path.startswith(".."):
            yield f"{INDEX}: {link} leads out of the site"
        else:
            yield from problems_of(_file, site, path, listed[link])


def _file(site: InspectedSite, path: str, listed: Json) -> Iterator[str]:
    if hashlib.sha256(site.read(path)).hexdigest() != mapping(listed).get("sha256"):
        yield f"{path}: is not what {INDEX} says (sha256 differs)"


def _page(site: InspectedSite, path: str) -> Iterator[str]:
    if not site.has_page(path):
        yield f"{path or 'the home page'}: is not there"


def _manual(site: InspectedSite, catalogue: Catalogue, manual_id: str) -> Iterator[str]:
    try:
        manual = catalogue.manual(manual_id)
    except NotFoundError:  # every version of it is withdrawn
        return
    for name in manual.tools:
        catalogue.tool(f"{manual_id}/{name}")
    if manual.state != State.QUARANTINED:
        yield from _listed(site, catalogue, manual)
    try:
        catalogue.utcp_manual(manual_id)
    except NotFoundError:  # nothing in it is called over http
        return


def _listed(site: InspectedSite, catalogue: Catalogue, manual: Manual) -> Iterator[str]:
    yield from _page(site, f"manuals/{manual.id}/")
    for name in manual.tools:
        yield from _page(site, f"tools/{manual.id}/{name}/")
    publisher = manual.id.partition("/")[0]
    if not catalogue.search(f"publisher:{publisher}").hits:
        yield f"the search finds no tool of {publisher}"
