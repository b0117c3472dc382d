"""The door to the UTCP client: its repository and its search strategy over a registry."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from utcp.data.call_template import CallTemplate, CallTemplateSerializer
from utcp.data.tool import Tool, ToolSerializer
from utcp.data.utcp_manual import UtcpManual, UtcpManualSerializer
from utcp.interfaces.concurrent_tool_repository import ConcurrentToolRepository
from utcp.interfaces.serializer import Serializer
from utcp.interfaces.tool_search_strategy import ToolSearchStrategy
from utcp.plugins.discovery import register_tool_repository, register_tool_search_strategy

from registry.client import RegistryError
from registry.client.catalogue import REFRESH_SECONDS
from registry.client.errors import DamagedFileError
from registry.client.utcp_plugin import _manuals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client import Catalogue
    from registry.search import ToolSummary

TYPE = "open_tool_registry"
MOST_KEPT = 10_000
"""Tools that are kept in memory, each a few kilobytes of JSON."""

_ALL = 1_000_000
_LOG = logging.getLogger(__name__)
_MOST_NAMES = 5
"""Tools of one answer that are named as left out."""


class RegistryRepository(ConcurrentToolRepository):  # type: ignore[misc]
    """A repository of all http tools of a registry; a manual is downloaded when it is needed.

    Attributes:
        registry: the address of its site, or a folder with its files.
        cache: the folder for what is downloaded; by default one of the user's own.
        offline: whether the site must not be asked.
        lock: a file that `registry lock` wrote; there are the tools in it and no others.
        signed_by: a file with the site's trust root; only what its registry has signed is used.
        refresh_seconds: after which the site is asked again whether anything has changed, so that
            a tool that was withdrawn is gone from a running program.
    """

    # A misspelt key would otherwise be a protection that is not there.
    model_config = {"extra": "forbid"}  # noqa: RUF012 - pydantic reads it

    tool_repository_type: Literal["open_tool_registry"] = "open_tool_registry"
    registry: str
    cache: str | None = None
    offline: bool = False
    lock: str | None = None
    signed_by: str | None = None
    refresh_seconds: float = REFRESH_SECONDS
    _kept: dict[str, str] = {}  # noqa: RUF012 - each repository gets its own
    _revision: str = ""

    async def get_tool(self, tool_name: str) -> Tool | None:
        """Return the tool `<manual>.<tool>`, or None. Raises RegistryError."""
        revision = (await asyncio.to_thread(self._catalogue)).revision
        if revision != self._revision:
            self._kept.clear()
            self._revision = revision
        text = self._kept.pop(tool_name, "") or await asyncio.to_thread(self._text, tool_name)
        if not text:
            return None
        self._kept[tool_name] = text  # at the end: the first one was used longest ago
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        # Reading it again is faster than copying the object, and the caller may change the result.
        return _read(ToolSerializer(), json.loads(text), tool_name)

    async def get_tools(self) -> list[Tool]:
        """Return every tool: this downloads all manuals."""
        return [tool for manual in await self.get_manuals() for tool in manual.tools]

    async def get_tools_by_manual(self, manual_name: str) -> list[Tool] | None:
        """Return the tools of a manual, or None where there is no such manual."""
        manual = await self.get_manual(manual_name)
        return manual.tools if manual else None

    async def get_manual(self, manual_name: str) -> UtcpManual | None:
        """Return a manual, or None. Raises RegistryError."""
        document = await asyncio.to_thread(self._document, manual_name)
        return _read(UtcpManualSerializer(), document, manual_name) if document else None

    async def get_manuals(self) -> list[UtcpManual]:
        """Return every manual that can be read: this downloads all of them."""
        found = await asyncio.gather(*map(self._readable_manual, await self._names()))
        return [manual for manual in found if manual]

    async def _readable_manual(self, manual_name: str) -> UtcpManual | None:
        try:
            return await self.get_manual(manual_name)
        except RegistryError as error:
            _LOG.warning("%s is left out: %s", manual_name, error)
            return None

    async def get_manual_call_template(self, manual_call_template_name: str) -> CallTemplate | None:
        """Return the call template of a manual, or None where there is no such manual."""
        manual_id = (await self._names()).get(manual_call_template_name)
        return self._template(manual_id) if manual_id else None

    async def get_manual_call_templates(self) -> list[CallTemplate]:
        """Return the call template of every manual."""
        return [self._template(manual_id) for manual_id in (await self._names()).values()]

    async def save_manual(self, manual_call_template: CallTemplate, manual: UtcpManual) -> None:  # noqa: ARG002 - as the base class has it
        """Refuse: raises PermissionError."""
        raise PermissionError(f"{self.registry} can only be read: no manual is registered here")

    async def remove_manual(self, manual_name: str) -> bool:
        """Refuse: raises PermissionError."""
        raise PermissionError(f"{self.registry} can only be read: {manual_name} stays")

    async def remove_tool(self, tool_name: str) -> bool:
        """Refuse: raises PermissionError."""
        raise PermissionError(f"{self.registry} can only be read: {tool_name} stays")

    def _catalogue(self) -> Catalogue:
        return _opened(self)

    async def _names(self) -> dict[str, str]:
        return _manuals.ids_by_name((await asyncio.to_thread(self._catalogue)).manuals)

    def _template(self, manual_id: str) -> CallTemplate:
        return CallTemplateSerializer().validate_dict(_manuals.template(self.registry, manual_id))

    def _text(self, tool_name: str) -> str:
        document = self._document(tool_name.partition(".")[0]) or {"tools": ()}
        found = (tool for tool in document["tools"] if tool["name"] == tool_name)
        return next(map(json.dumps, found), "")

    def _document(self, manual_name: str) -> dict[str, Any] | None:
        catalogue = self._catalogue()
        manual_id = _manuals.ids_by_name(catalogue.manuals).get(manual_name)
        return _manuals.document(catalogue, self.registry, manual_id) if manual_id else None


class RegistrySearch(ToolSearchStrategy):  # type: ignore[misc]
    """The ranking of the registry, over a RegistryRepository or any that has tools of it.

    Attributes:
        registry: the address of its site, or a folder; by default that of the repository.
        cache: as in RegistryRepository.
        offline: as in RegistryRepository.
        lock: as in RegistryRepository.
        signed_by: as in RegistryRepository.
        refresh_seconds: as in RegistryRepository.
    """

    model_config = {"extra": "forbid"}  # noqa: RUF012 - pydantic reads it

    tool_search_strategy_type: Literal["open_tool_registry"] = "open_tool_registry"
    registry: str = ""
    cache: str | None = None
    offline: bool = False
    lock: str | None = None
    signed_by: str | None = None
    refresh_seconds: float = REFRESH_SECONDS

    async def search_tools(
        self,
        tool_repository: ConcurrentToolRepository,
        query: str,
        limit: int = 10,
        any_of_tags_required: list[str] | None = None,
    ) -> list[Tool]:
        """Return the tools in *tool_repository* for *query*, best first; 0 is no limit.

        Raises ValueError for a negative limit and where no registry is named, and RegistryError
        where the registry cannot be read.
        """
        if limit < 0:
            raise ValueError("a limit is not below 0")
        tags = ",".join(tag.replace(",", " ") for tag in any_of_tags_required or ())
        catalogue = await asyncio.to_thread(self._catalogue, tool_repository)
        prefixes = await self._prefixes(tool_repository)
        matching: list[Tool] = []
        count, most = 0, limit or _ALL
        while True:
            ask = partial(catalogue.search, query, limit=most, tag=tags)
            answer = await asyncio.to_thread(ask)
            if not count:
                _say_what_is_left_out(hit.tool for hit in answer.hits)
            hits = [hit.tool for hit in answer.hits[count:] if hit.tool.transport == _manuals.HTTP]
            tools = await asyncio.gather(
                *(_find(tool_repository, hit.id, prefixes) for hit in hits)
            )
            matching += [tool for tool in tools if tool]
            count = len(answer.hits)
            if len(matching) >= (limit or _ALL) or count == answer.total:
                return matching[: limit or None]
            # Some tools can be called by no UTCP client, so more are looked at.
            most *= 4

    def _catalogue(self, repository: ConcurrentToolRepository) -> Catalogue:
        if isinstance(repository, RegistryRepository) and not self.registry:
            return repository._catalogue()  # noqa: SLF001 - of one kin
        if not self.registry:
            raise ValueError(f"the search strategy {TYPE} needs the address of a `registry`")
        return _opened(self)

    async def _prefixes(self, repository: ConcurrentToolRepository) -> list[str]:
        """Return what may come before a tool's name in `/utcp` in *repository*."""
        if isinstance(repository, RegistryRepository):
            return []
        return [f"{each.name}." for each in await repository.get_manual_call_templates()]


def _opened(model: RegistryRepository | RegistrySearch) -> Catalogue:
    place = _manuals.Place(model.registry, model.cache, model.offline, model.lock, model.signed_by)
    return _manuals.open_catalogue(place, model.refresh_seconds)


def _read(serializer: Any, data: dict[str, Any], name: str) -> Any:  # noqa: ANN401 - a serializer and what it reads
    """Return what *serializer* reads in *data*, which is called *name*. Raises DamagedFileError."""
    try:
        return serializer.validate_dict(data)
    except Exception as error:
        # UTCP raises errors of several libraries for what it cannot read.
        raise DamagedFileError(f"{name} cannot be read by UTCP: {error}") from error


def _say_what_is_left_out(tools: Iterable[ToolSummary]) -> None:
    """Log which of *tools*, the best for a question, are in no answer: UTCP clients call none."""
    left = [f"{tool.id} ({tool.transport})" for tool in tools if tool.transport != _manuals.HTTP]
    if left:
        names = ", ".join(left[:_MOST_NAMES])
        _LOG.warning("left out, as UTCP clients do not call it: %s; `registry mcp` does", names)


async def _find(
    repository: ConcurrentToolRepository, tool_id: str, prefixes: list[str]
) -> Tool | None:
    """Return the tool *tool_id*, from its own manual or from a registered `/utcp`, or None."""
    manual_id, _, name = tool_id.rpartition("/")
    manual = _manuals.utcp_name(manual_id)
    in_all = f"{manual}__{name.replace('-', '_')}"
    for candidate in (f"{manual}.{name}", *(prefix + in_all for prefix in prefixes)):
        try:
            tool = await repository.get_tool(candidate)
        except RegistryError as error:
            _LOG.warning("%s is left out: %s", tool_id, error)
            return None
        if tool:
            return tool
    return None


class _ModelSerializer(Serializer):  # type: ignore[misc]
    """Reads and writes one of the models above."""

    def __init__(self, model: type[RegistryRepository | RegistrySearch]) -> None:
        super().__init__()
        self._model = model

    def to_dict(self, obj: RegistryRepository | RegistrySearch) -> dict[str, Any]:
        fields: dict[str, Any] = obj.model_dump()
        return fields

    def validate_dict(self, obj: dict[str, Any]) -> RegistryRepository | RegistrySearch:
        return self._model.model_validate(obj)  # type: ignore[no-any-return]


def register() -> None:
    """Make both known to UTCP, unless something of their name is."""
    register_tool_repository(TYPE, _ModelSerializer(RegistryRepository))
    register_tool_search_strategy(TYPE, _ModelSerializer(RegistrySearch))
