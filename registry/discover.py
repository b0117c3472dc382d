"""Find the modules of a package: adding a rule, a protocol or an artefact is adding a file."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def modules(package: ModuleType) -> tuple[ModuleType, ...]:
    """Import and return the direct submodules of *package* by name, but none called `_…`."""
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(
        importlib.import_module(f"{package.__name__}.{name}")
        for name in names
        if not name.startswith("_")
    )
