"""Read a published registry from Python: search it, and get tools and manuals that are verified.

    from registry.client import Catalogue

    catalogue = Catalogue.open("https://registry.example/")
    for hit in catalogue.search("convert currency", auth="none").hits:
        print(hit.card.id, hit.card.summary)

Nothing but Python is needed, nothing downloaded is ever run or unpickled, and no file is handed
out whose digest is not the one that the site's index leads to. What was read once is read from
disk from then on, also without a network.
"""

from __future__ import annotations

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
from registry.search import Answer, Card, Hit

__all__ = [
    "Answer",
    "Card",
    "Catalogue",
    "DamagedFileError",
    "Hit",
    "Manual",
    "NotFoundError",
    "OfflineWarning",
    "RegistryError",
    "Tool",
    "UnavailableError",
    "UntrustedFileError",
    "WithdrawnWarning",
]
