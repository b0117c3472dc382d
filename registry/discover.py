"""Find the modules of a package: adding a rule, a protocol or an artefact is adding a file."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def names(package: ModuleType) -> tuple[str, ...]:
    """Return the names of the direct submodules of *package*, sorted, but none called `_…`."""
    found = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(name for name in found if not name.startswith("_"))


def modules(package: ModuleType) -> tuple[ModuleType, ...]:
    """Import and return the direct submodules of *package* by name, but none called `_…`."""
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names(package))
