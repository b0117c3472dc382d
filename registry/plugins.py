"""Find the modules of a package, so that a new file adds a rule, a protocol or an artefact."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def names(package: ModuleType) -> tuple[str, ...]:
    """Return the names of the direct submodules of *package*, sorted, except those called `_…`."""
    found = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(name for name in found if not name.startswith("_"))


def modules(package: ModuleType) -> tuple[ModuleType, ...]:
    """Return the direct submodules of *package* by name, imported, except those called `_…`."""
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names(package))
