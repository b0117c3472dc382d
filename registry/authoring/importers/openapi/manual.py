"""A whole manual from one OpenAPI document, with a draft of `manual.yaml`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry.authoring.importers.effects import drafted_effects
from registry.authoring.importers.openapi._api import Api
from registry.authoring.importers.openapi._notes import LeftOutError, Note
from registry.authoring.importers.openapi._operations import (
    METHODS,
    Operation,
    Watch,
    operations,
    path_item,
)
from registry.authoring.importers.openapi._parts import size_of
from registry.authoring.importers.openapi._plain_text import brief, plain_text
from registry.authoring.importers.openapi._security_schemes import undemanded_schemes
from registry.authoring.importers.openapi._servers import HOST, described_servers, server_for
from registry.authoring.importers.openapi._tools import OperationResult, Tools
from registry.authoring.importers.openapi.selection import EVERYTHING, Wanted, by_use
from registry.catalogue.allowed_names import name_from, publisher_from
from registry.model import VARIABLE, first_sentence
from registry.source.limits import MAX_NODES
from registry.source.narrowing import mapping, string
from registry.utcp_export import UTCP_VERSION
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json

_MAX_VARIABLES = 20
_MAX_HOSTS = 50
_SHOWN = 5
"""The maximum number of further servers that are named."""

_HEADINGS = re.compile(r"\A(?:\s*#{1,6}[ \t][^\n]*\n)+(?=\s*\S)")
"""What a description begins with, such as "Introduction", before it says something."""

_WEB = re.compile(r"https://[A-Za-z0-9][!#-;=?-~]{0,290}")
_PAGE = re.compile(
    r"https://(?:[A-Za-z0-9-]+\.)+[A-Za-z][A-Za-z0-9-]*(?::\d{1,5})?/[!#-;=?-~]{0,200}"
)
_OF_EVERY_API = re.compile(
    r"\b(?:rest|restful|apis?|openapi|swagger|spec|specification|interactive|ui|documentation"
    r"|docs|reference|endpoints?|version|alpha|beta|preview|v*\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of converting a document.

    Attributes:
        outcomes: the result of each operation, in the document's order, without the tools.
        tools: the tools; empty if they are too large for one manual.
        is_too_large: whether they are.
        variables: the descriptions of the variables that the caller must set, by name.
        data: the whole document.
        remarks: what else of the document is left out, such as webhooks.
        unmatched: the patterns that chose nothing, each with what was probably meant or "".
    """

    outcomes: tuple[OperationResult, ...]
    tools: tuple[dict[str, Json], ...]
    is_too_large: bool
    variables: Mapping[str, str]
    data: Mapping[str, Json]
    remarks: tuple[str, ...] = ()
    unmatched: tuple[tuple[str, str], ...] = ()

    @property
    def made(self) -> tuple[OperationResult, ...]:
        """The operations that became tools."""
        return tuple(each for each in self.outcomes if each.reason is None)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that the tools call, the most frequent first."""
        return tuple(host for host, _ in Counter(each.host for each in self.made).most_common())


def convert_document(
    data: Mapping[str, Json],
    location: str = "",
    wanted: Wanted = EVERYTHING,
    *,
    watch: Watch = iter,
    most: int = MAX_NODES,
) -> Imported:
    """Return the result of converting the document *data*, which was read from *location*.

    If the tools have more than *most* values in total, they are counted but not kept.
    """
    api = Api(data, location)
    maker = Tools(api, wanted)
    selectable = list(operations(api))
    outcomes: dict[str, OperationResult] = {}
    tools: dict[str, dict[str, Json]] = {}
    values, count = 0, 0
    for operation in watch(by_use(selectable) if wanted.limit else selectable):
        outcome = _outcome(maker, operation, wanted, count)
        count += outcome.reason is None
        if outcome.tool is not None:
            values += size_of(outcome.tool)
            # A manual cannot hold them, so they need not stay in memory.
            if values > most:
                tools.clear()
            else:
                tools[operation.name] = outcome.tool
        outcomes[operation.name] = replace(outcome, tool=None)
    names = [operation.name for operation in selectable]
    return Imported(
        tuple(outcomes[name] for name in names if name in outcomes),
        tuple(tools[name] for name in names if name in tools),
        values > most,
        maker.variables,
        data,
        tuple(_remarks(api, wanted)),
        tuple(wanted.unmatched(selectable)),
    )


def _outcome(maker: Tools, operation: Operation, wanted: Wanted, count: int) -> OperationResult:
    reason = wanted.refusal_of(operation)
    if not reason and wanted.limit is not None and count >= wanted.limit:
        reason = f"--max {wanted.limit} was reached"
    if reason:
        return OperationResult(operation, None, Note("not-selected", reason))
    return maker.make(operation)


def release_draft(
    imported: Imported, version: str, released: str, location: str = "", kind: str = "openapi"
) -> dict[str, Json]:
    """Return the manual itself, as it is written into a release file.

    The document was read from *location* on the day *released*; an address that people can open is
    the source of the release, of this *kind*.
    """
    registry: dict[str, Json] = {"released": released}
    registry |= drafted_effects([(tool, _method(tool)) for tool in imported.tools])
    if variables := dict(_variables(imported)):
        registry["variables"] = variables
    if _PAGE.fullmatch(location):
        registry["sources"] = [_source(imported, location, released, kind)]
    return {
        "utcp_version": UTCP_VERSION,
        "manual_version": version,
        "tools": list(imported.tools),
        "x-registry": registry,
    }


def _source(imported: Imported, location: str, read: str, kind: str) -> Json:
    stated = mapping(imported.data.get("info")).get("version")
    version: dict[str, Json] = {"version": found} if (found := brief(stated, 40)) else {}
    return {"kind": kind, "url": location, **version, "date": read}


def _variables(imported: Imported) -> Iterator[tuple[str, Json]]:
    used = {
        name
        for tool in imported.tools
        for name in VARIABLE.findall(str(tool["tool_call_template"]))
    }
    named = [(name, words) for name, words in imported.variables.items() if name in used]
    for name, words in named[:_MAX_VARIABLES]:
        yield name, {"description": brief(words, 300).strip()}


def _remarks(api: Api, wanted: Wanted) -> Iterator[str]:
    for name in mapping(api.data.get("webhooks")):
        yield f"the webhook {name!r} is a call by the API, not to it"
    for path, item in mapping(api.data.get("paths")).items():
        if path.startswith("x-"):
            continue
        if not isinstance(item, dict):
            yield f"the path item {path!r} is not a mapping"
        elif "$ref" in item and not METHODS & path_item(api, item).keys():
            yield f"the operations of {path!r} are described elsewhere"
    first, *others = ("",) if wanted.server else described_servers(api)
    if others:
        shown = f"{', '.join(others[:_SHOWN])}{', …' if others[_SHOWN:] else ''}"
        yield f"other servers, {shown}: {first} is called unless --server names another"
    if not wanted.auth and (names := undemanded_schemes(api)):
        listed = ", ".join(map(repr, names))
        yield f"credentials, {listed}: no operation asks for any; if all do, name one with --auth"


def _method(tool: dict[str, Json]) -> str:
    return string(mapping(tool["tool_call_template"]).get("http_method"))


def listing_draft(imported: Imported, name: str) -> dict[str, Json]:
    """Return a draft of `manual.yaml` for *name*, from the document's `info`."""
    info = mapping(imported.data.get("info"))
    drafted: dict[str, Json] = {"title": brief(info.get("title"), 80) or name}
    words = _HEADINGS.sub("", string(info.get("description")))
    if summary := first_sentence(plain_text(words), 290):
        drafted["summary"] = summary
    links = {
        "docs": mapping(imported.data.get("externalDocs")).get("url"),
        "terms": info.get("termsOfService"),
    }
    drafted |= {key: link for key, link in links.items() if _WEB.fullmatch(string(link))}
    if licence := brief(mapping(info.get("license")).get("name"), 100):
        drafted["licence"] = licence
    return drafted


def homepage_of(imported: Imported) -> str:
    """Return the homepage of the publisher: a page that the document names, or its first host."""
    info = mapping(imported.data.get("info"))
    public = [host for host in imported.hosts if not is_loopback(host)]
    pages = (
        mapping(info.get("contact")).get("url"),
        mapping(imported.data.get("externalDocs")).get("url"),
        f"https://{public[0]}" if public else "",
    )
    return next((string(page) for page in pages if _WEB.fullmatch(string(page))), "")


def listed_hosts(imported: Imported) -> tuple[str, ...]:
    """Return the hosts of the tools that a `publisher.yaml` can list, sorted."""
    return tuple(host for host in sorted(imported.hosts) if HOST.fullmatch(host))[:_MAX_HOSTS]


def owner_of(data: Mapping[str, Json], location: str, wanted: Wanted) -> str:
    """Return the name of the publisher as the host of the first callable operation suggests it.

    "" if there is none.
    """
    api = Api(data, location)
    for operation in operations(api):
        try:
            return publisher_from(host_of(server_for(api, operation, wanted.server).url))
        except LeftOutError:
            continue
    return ""


def proposed_names(imported: Imported) -> tuple[str, str]:
    """Return names for publisher and manual, from the host and the title.

    The publisher is "" if neither gives one, the manual `main` if the title gives none.
    """
    host = imported.hosts[0] if imported.hosts else ""
    title = plain_text(string(mapping(imported.data.get("info")).get("title")))
    publisher = publisher_from(host) or name_from(title)
    short = name_from(name_from(_OF_EVERY_API.sub(" ", title)).removeprefix(f"{publisher}-"))
    # "Acme.net" is a title that says no more than the host.
    endings = f".{host}".partition(f".{publisher}.")[2].split(".")
    return publisher, short if short and short not in endings else "main"
