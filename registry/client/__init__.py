"""Read a published registry from Python: search it, and get tools and manuals that are verified.

    from registry.client import Catalogue

    catalogue = Catalogue.open("https://registry.example/")
    for hit in catalogue.search("convert currency", auth="none").hits:
        print(hit.tool.id, hit.tool.summary)

Nothing but Python is needed, nothing downloaded is ever run or unpickled, and no file is handed
out whose digest is not the one that the site's index leads to. What was read once is read from
disk from then on, also without a network.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.client._records import Manual, Tool
    from registry.client.catalogue import Catalogue
    from registry.client.errors import (
        DamagedFileError,
        NotFoundError,
        OfflineWarning,
        RegistryError,
        UnavailableError,
        UntrustedFileError,
        WithdrawnWarning,
    )
    from registry.client.lock import LockedError, LockFileError
    from registry.search import SearchAnswer, SearchHit, ToolSummary

__all__ = [
    "Catalogue",
    "DamagedFileError",
    "LockFileError",
    "LockedError",
    "Manual",
    "NotFoundError",
    "OfflineWarning",
    "RegistryError",
    "SearchAnswer",
    "SearchHit",
    "Tool",
    "ToolSummary",
    "UnavailableError",
    "UntrustedFileError",
    "WithdrawnWarning",
]

_MODULES = {
    "SearchAnswer": "registry.search",
    "ToolSummary": "registry.search",
    "SearchHit": "registry.search",
    "Catalogue": "registry.client.catalogue",
    "LockFileError": "registry.client.lock",
    "LockedError": "registry.client.lock",
    "Manual": "registry.client._records",
    "Tool": "registry.client._records",
}
"""Where a name is defined, if not in `errors`."""


def __getattr__(name: str) -> object:
    # The UTCP plugin lives in this package: what imports it must not import, or break with, more.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES.get(name, "registry.client.errors")), name)


def __dir__() -> list[str]:
    # Shells complete these names, and `help` describes them.
    return __all__
