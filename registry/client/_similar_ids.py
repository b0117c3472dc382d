"""Suggest the tools that an unknown id probably means: people and models leave parts out."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from registry.client.errors import RegistryError

if TYPE_CHECKING:
    from collections.abc import Collection

    from registry.search import SearchAnswer

_MEANT = 5
"""The maximum number of ids in a hint."""


class Searched(Protocol):
    """A registry that can be searched, such as `Catalogue`."""

    def search(self, text: str, *, limit: int, only: Collection[str] | None = None) -> SearchAnswer:
        """Return the tools for *text*, best first."""
        ...


def ids_meant(
    name: str, catalogue: Searched, otherwise: str, only: Collection[str] | None = None
) -> str:
    """Return the ids of *catalogue* that end as *name* does, as a hint, or *otherwise*.

    Only letters and digits count, so that `forecast/get_forecast` and the name in UTCP,
    `open_meteo_forecast__get_forecast`, are understood, too. *only* limits it as it does a search.
    """
    letters, ids = _letters(name), list[str]()
    # It is a hint: what keeps it from being found is not what went wrong.
    with suppress(RegistryError):
        answer = catalogue.search(name.rpartition("/")[2], limit=_MEANT, only=only)
        ids = [hit.tool.id for hit in answer.hits if _letters(hit.tool.id).endswith(letters)]
    return f"did you mean {' or '.join(ids)}?" if letters and ids else otherwise


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
