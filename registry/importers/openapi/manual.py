"""A whole manual from one OpenAPI document: tools, `x-registry`, and drafts of its neighbours."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeVar, cast

from registry.importers.folder import name_from, publisher_from
from registry.importers.openapi._api import Api, mapping, text
from registry.importers.openapi._notes import Note
from registry.importers.openapi._operations import METHODS, Operation, operations, path_item
from registry.importers.openapi._parts import size_of
from registry.importers.openapi._texts import brief, plain
from registry.importers.openapi._tools import Outcome, Tools
from registry.model import VARIABLE, first_sentence
from registry.source.limits import MAX_NODES
from registry.utcp_tools import UTCP_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.source import Json

T = TypeVar("T")

_EFFECTS = {"GET": "read", "DELETE": "destructive"}
_MAX_VARIABLES = 20
_MAX_HOSTS = 50
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
_WEB = re.compile(r"https://[A-Za-z0-9][!#-;=?-~]{0,290}")
_OF_EVERY_API = re.compile(r"\b(?:rest|api|apis|openapi|swagger|v?\d+(?:\.\d+)*)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a document.

    Attributes:
        only: tags, or names of tools, operationIds and paths, with `*` for any characters; an
            operation that none of them names is left out, unless there are none.
        limit: how many tools at most.
        server: the address that replaces the servers which the document names, or "".
    """

    only: tuple[str, ...] = ()
    limit: int | None = None
    server: str = ""

    def covers(self, operation: Operation) -> bool:
        """Tell whether one of the patterns names *operation*; without any, all are named."""
        tags = {tag.casefold() for tag in operation.tags}
        names = (operation.name, operation.id, operation.path)
        return not self.only or any(
            pattern.casefold() in tags or any(fnmatchcase(name, pattern) for name in names)
            for pattern in self.only
        )


@dataclass(frozen=True, slots=True)
class Imported:
    """What one document became.

    Attributes:
        outcomes: what became of each operation, in the document's order, without the tools.
        tools: the tools; none where they are too many for one manual.
        is_too_large: whether they are.
        variables: what the caller must bring, and what each is.
        data: the whole document.
    """

    outcomes: tuple[Outcome, ...]
    tools: tuple[dict[str, Json], ...]
    is_too_large: bool
    variables: Mapping[str, str]
    data: Mapping[str, Json]

    @property
    def made(self) -> tuple[Outcome, ...]:
        """The operations that became tools."""
        return tuple(each for each in self.outcomes if each.reason is None)

    @property
    def tags(self) -> tuple[tuple[str, int], ...]:
        """The tags of the operations that became tools, with their counts, the largest first."""
        counted = Counter(tag for outcome in self.made for tag in outcome.operation.tags)
        return tuple(counted.most_common())

    @property
    def remarks(self) -> tuple[str, ...]:
        """What in the document is no operation, though it might be looked for among them."""
        return tuple(_remarks(self.data))

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that the tools call, the most frequent first."""
        return tuple(host for host, _ in Counter(each.host for each in self.made).most_common())


def convert(
    data: Mapping[str, Json],
    location: str = "",
    wanted: Wanted = Wanted(),
    *,
    watch: Callable[[list[Operation]], Iterable[Operation]] = iter,
    most: int = MAX_NODES,
) -> Imported:
    """Return what the document *data*, read from *location*, becomes.

    *watch* passes the operations on and may show how far they are. Tools with more than *most*
    values in all are counted, but not kept.
    """
    api = Api(data, location)
    maker = Tools(api, wanted.server)
    outcomes: list[Outcome] = []
    tools: list[dict[str, Json]] = []
    values, count = 0, 0
    for operation in watch(list(operations(api))):
        outcome = _outcome(maker, operation, wanted, count)
        count += outcome.reason is None
        if outcome.tool is not None:
            values += size_of(outcome.tool)
            # What no manual can hold need not be held here either.
            if values > most:
                tools.clear()
            else:
                tools.append(outcome.tool)
        outcomes.append(replace(outcome, tool=None))
    return Imported(tuple(outcomes), tuple(tools), values > most, maker.variables, data)


def _outcome(maker: Tools, operation: Operation, wanted: Wanted, count: int) -> Outcome:
    if not wanted.covers(operation):
        return Outcome(operation, None, Note("not-selected", "no --only names it"))
    if wanted.limit is not None and count >= wanted.limit:
        return Outcome(operation, None, Note("not-selected", f"--max {wanted.limit} was reached"))
    return maker.make(operation)


def release(imported: Imported, version: str, released: str) -> dict[str, Json]:
    """Return the manual itself, as it is written into a release file."""
    registry: dict[str, Json] = {"released": released}
    effects = {text(tool["name"]): _effect(tool) for tool in imported.tools}
    kinds = set(effects.values())
    registry["effects"] = kinds.pop() if len(kinds) == 1 else cast("Json", effects)
    if variables := dict(_variables(imported)):
        registry["variables"] = variables
    return {
        "utcp_version": UTCP_VERSION,
        "manual_version": version,
        "tools": list(imported.tools),
        "x-registry": registry,
    }


def _variables(imported: Imported) -> Iterator[tuple[str, Json]]:
    used = {
        name
        for tool in imported.tools
        for name in VARIABLE.findall(str(tool["tool_call_template"]))
    }
    named = [(name, words) for name, words in imported.variables.items() if name in used]
    for name, words in named[:_MAX_VARIABLES]:
        yield name, {"description": brief(words, 300).strip()}


def _remarks(data: Mapping[str, Json]) -> Iterator[str]:
    for name in mapping(data.get("webhooks")):
        yield f"the webhook {name!r} is a call to whoever reads the document"
    api = Api(data)
    for path, item in mapping(data.get("paths")).items():
        if path.startswith("x-"):
            continue
        if not isinstance(item, dict):
            yield f"what the document says of {path!r} is no mapping"
        elif "$ref" in item and not METHODS & path_item(api, item).keys():
            yield f"the operations of {path!r} are described elsewhere"


def _effect(tool: dict[str, Json]) -> str:
    return _EFFECTS.get(text(mapping(tool["tool_call_template"]).get("http_method")), "write")


def listing(imported: Imported, name: str) -> dict[str, Json]:
    """Return a draft of the `manual.yaml` of *name*, from what the document says of itself."""
    info = mapping(imported.data.get("info"))
    drafted: dict[str, Json] = {"title": brief(info.get("title"), 80) or name}
    if summary := first_sentence(plain(text(info.get("description"))), 290):
        drafted["summary"] = summary
    links = {
        "docs": mapping(imported.data.get("externalDocs")).get("url"),
        "terms": info.get("termsOfService"),
    }
    drafted |= {key: link for key, link in links.items() if _WEB.fullmatch(text(link))}
    if licence := brief(mapping(info.get("license")).get("name"), 100):
        drafted["licence"] = licence
    return drafted


def about(imported: Imported, publisher: str) -> dict[str, Json]:
    """Return a draft of `publisher.yaml`."""
    info = mapping(imported.data.get("info"))
    pages = (
        mapping(info.get("contact")).get("url"),
        mapping(imported.data.get("externalDocs")).get("url"),
        f"https://{imported.hosts[0]}" if imported.hosts else "",
    )
    hosts: list[Json] = [host for host in sorted(imported.hosts) if _HOST.fullmatch(host)]
    homepage = next((text(page) for page in pages if _WEB.fullmatch(text(page))), "")
    return {
        "name": publisher.replace("-", " ").title(),
        "homepage": homepage,
        "hosts": hosts[:_MAX_HOSTS],
    }


def proposed_names(imported: Imported) -> tuple[str, str]:
    """Return names for publisher and manual, read off the host and the title; "" for none."""
    host = imported.hosts[0] if imported.hosts else ""
    title = plain(text(mapping(imported.data.get("info")).get("title")))
    publisher = publisher_from(host) or name_from(title)
    short = name_from(_OF_EVERY_API.sub(" ", title)) or name_from(title)
    return publisher, short.removeprefix(f"{publisher}-") or "main"
