"""Publish a small tree of manuals in memory: everything but the pages for people."""

from __future__ import annotations

import importlib
import json
import pkgutil
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry import pipeline, publish
from registry.publish import Publication, Settings, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue
    from registry.publish import File

ROOT = Path(__file__).parent.parent
SAMPLES = Path(__file__).parent / "contract" / "manuals"
"""Manuals of every protocol and dialect, in every state that a manual can be in."""

SETTINGS = Settings("Sample Registry", "https://registry.example.com/")


@dataclass(frozen=True)
class Published:
    """What a tree of manuals became: its catalogue and its files by path."""

    catalogue: Catalogue
    settings: Settings
    files: Mapping[str, bytes]

    def json(self, path: str) -> Any:  # noqa: ANN401 - any JSON
        """Return the JSON of the file at *path*."""
        return json.loads(self.files[path])

    def write(self, folder: Path) -> Path:
        """Write every file below *folder* and return it."""
        for path, data in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        return folder


@cache
def published(manuals: Path = SAMPLES, utcp_budget: int = SETTINGS.utcp_budget) -> Published:
    """Publish the folder *manuals*, in which no problem may be an error."""
    checked = pipeline.check(manuals)
    problems = "\n".join(f"{each.place} {each.message}" for each in checked.diagnostics)
    assert checked.is_publishable, problems
    return publish_catalogue(checked.catalogue, replace(SETTINGS, utcp_budget=utcp_budget))


def publish_catalogue(catalogue: Catalogue, settings: Settings = SETTINGS) -> Published:
    """Publish *catalogue*."""
    files = {file.path: file.data for file in _render(Publication(catalogue, settings))}
    return Published(catalogue, settings, files)


def _render(publication: Publication) -> Iterator[File]:
    names = [info.name for info in pkgutil.iter_modules(publish.__path__)]
    wanted = [name for name in names if not name.startswith(("_", "pages"))]
    modules = [importlib.import_module(f"registry.publish.{name}") for name in sorted(wanted)]
    for module in sorted(modules, key=publish.stage_of):
        for file in module.render(publication):
            publication.written[file.path] = digest(file.data)
            yield file
