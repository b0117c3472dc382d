"""The door to the UTCP client: its repository and its search strategy over a registry."""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from utcp.data.call_template import CallTemplate, CallTemplateSerializer
from utcp.data.utcp_manual import UtcpManual, UtcpManualSerializer
from utcp.interfaces.concurrent_tool_repository import ConcurrentToolRepository
from utcp.interfaces.serializer import Serializer
from utcp.interfaces.tool_search_strategy import ToolSearchStrategy
from utcp.plugins.discovery import register_tool_repository, register_tool_search_strategy

from registry.client import RegistryError
from registry.utcp_plugin import _manuals

if TYPE_CHECKING:
    from collections.abc import Callable

    from utcp.data.tool import Tool

    from registry.client import Catalogue

TYPE = "open_tool_registry"
KEPT = 256
"""Manuals that are kept in memory."""

_ALL = 1_000_000
_LOG = logging.getLogger(__name__)


class RegistryRepository(ConcurrentToolRepository):  # type: ignore[misc]
    """All http tools of a registry, each manual downloaded when one of its tools is wanted.

    Attributes:
        registry: the address of its site, or a folder with its files.
        cache: the folder for what is downloaded; by default one of the user's own.
        offline: whether the site must not be asked.
    """

    tool_repository_type: Literal["open_tool_registry"] = "open_tool_registry"
    registry: str
    cache: str | None = None
    offline: bool = False
    _load: Callable[[str], UtcpManual | None]

    def model_post_init(self, context: object, /) -> None:
        """Remember manuals from now on."""
        super().model_post_init(context)
        self._load = lru_cache(maxsize=KEPT)(self._loaded)

    async def get_tool(self, tool_name: str) -> Tool | None:
        """Return the tool `<manual>.<tool>`, or None. Raises RegistryError."""
        manual = await asyncio.to_thread(self._load, tool_name.partition(".")[0])
        tools = manual.tools if manual else ()
        found = next((tool for tool in tools if tool.name == tool_name), None)
        return found.model_copy(deep=True) if found else None

    async def get_tools(self) -> list[Tool]:
        """Return every tool: this downloads all manuals."""
        return [tool for manual in await self.get_manuals() for tool in manual.tools]

    async def get_tools_by_manual(self, manual_name: str) -> list[Tool] | None:
        """Return the tools of a manual, or None where there is no such manual."""
        manual = await self.get_manual(manual_name)
        return list(manual.tools) if manual else None

    async def get_manual(self, manual_name: str) -> UtcpManual | None:
        """Return a manual, or None. Raises RegistryError."""
        manual = await asyncio.to_thread(self._load, manual_name)
        return manual.model_copy(deep=True) if manual else None

    async def get_manuals(self) -> list[UtcpManual]:
        """Return every manual: this downloads all of them."""
        found = await asyncio.gather(*map(self.get_manual, await self._names()))
        return [manual for manual in found if manual]

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
        return _manuals.open_catalogue(self.registry, self.cache, self.offline)

    async def _names(self) -> dict[str, str]:
        return await asyncio.to_thread(lambda: _manuals.ids_by_name(self._catalogue()))

    def _template(self, manual_id: str) -> CallTemplate:
        return CallTemplateSerializer().validate_dict(_manuals.template(self.registry, manual_id))

    def _loaded(self, manual_name: str) -> UtcpManual | None:
        catalogue = self._catalogue()
        manual_id = _manuals.ids_by_name(catalogue).get(manual_name)
        document = manual_id and _manuals.document(catalogue, self.registry, manual_id)
        return UtcpManualSerializer().validate_dict(document) if document else None


class RegistrySearch(ToolSearchStrategy):  # type: ignore[misc]
    """The ranking of the registry, over a RegistryRepository or any that has tools of it.

    Attributes:
        registry: the address of its site, or a folder; by default that of the repository.
        cache: as in RegistryRepository.
        offline: as in RegistryRepository.
    """

    tool_search_strategy_type: Literal["open_tool_registry"] = "open_tool_registry"
    registry: str = ""
    cache: str | None = None
    offline: bool = False

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
        # Some http tools can be called by no UTCP client, so a few more are asked for.
        answer = await asyncio.to_thread(
            catalogue.search, query, limit=2 * limit or _ALL, transport=_manuals.HTTP, tag=tags
        )
        prefixes = await self._prefixes(tool_repository)
        ids = [hit.card.id for hit in answer.hits]
        step = limit or len(ids) or 1
        found: list[Tool] = []
        for start in range(0, len(ids), step):
            batch = ids[start : start + step]
            tools = await asyncio.gather(
                *(_find(tool_repository, each, prefixes) for each in batch)
            )
            found += [tool for tool in tools if tool]
            if limit and len(found) >= limit:
                break
        return found[: limit or None]

    def _catalogue(self, repository: ConcurrentToolRepository) -> Catalogue:
        if isinstance(repository, RegistryRepository) and not self.registry:
            return repository._catalogue()  # noqa: SLF001 - of one kin
        if not self.registry:
            raise ValueError(f"the search strategy {TYPE} needs the address of a `registry`")
        return _manuals.open_catalogue(self.registry, self.cache, self.offline)

    async def _prefixes(self, repository: ConcurrentToolRepository) -> list[str]:
        """Return what may stand before a tool's name in `/utcp` in *repository*."""
        if isinstance(repository, RegistryRepository):
            return []
        return [f"{each.name}." for each in await repository.get_manual_call_templates()]


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
