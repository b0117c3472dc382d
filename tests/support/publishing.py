"""Publish a small tree of manuals in memory: everything but the pages for people."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from once import once
from paths import TESTS

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.wishes import read_wishes
from registry.diagnostics import has_errors
from registry.publish import Context, artefacts, render
from registry.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from registry.model import Catalogue
    from registry.model.wishes import Wishes

SAMPLES = TESTS / "contract" / "manuals"
"""Manuals of every protocol and dialect, in every state that a manual can be in."""

SETTINGS = Settings("Sample Registry", "https://registry.example.com/")


class Read(NamedTuple):
    """What a tree of manuals says, and what people ask for that none of its tools does."""

    catalogue: Catalogue
    wishes: tuple[Wishes, ...]


@dataclass(frozen=True)
class Published:
    """What a tree of manuals became: its catalogue, and its files by path."""

    catalogue: Catalogue
    settings: Settings
    files: Mapping[str, bytes]
    wishes: tuple[Wishes, ...] = ()

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
def read(manuals: Path = SAMPLES) -> Read:
    """Read the folder *manuals*, each of which can be read, once in a run of tests.

    Nothing is published, and no rule is asked.
    """
    return once(f"read-{_name(manuals)}", partial(_read, manuals))


def _read(manuals: Path) -> Read:
    catalogue, problems = assemble(load_tree(manuals))
    assert not has_errors(problems), "\n".join(f"{each.place} {each.message}" for each in problems)
    return Read(catalogue, read_wishes(manuals)[0])


@cache
def published(manuals: Path = SAMPLES, utcp_budget: int = SETTINGS.utcp_budget) -> Published:
    """Publish the folder *manuals*, each of which can be read; once in a run of tests.

    No rule is asked: those take longer than everything else, and `sites` builds with them.
    """
    return once(
        f"published-{_name(manuals)}-{utcp_budget}", partial(_publish, manuals, utcp_budget)
    )


def _name(manuals: Path) -> str:
    return hashlib.sha256(f"{manuals}".encode()).hexdigest()[:16]


def _publish(manuals: Path, utcp_budget: int) -> Published:
    catalogue, wishes = read(manuals)
    settings = SETTINGS._replace(utcp_budget=utcp_budget)
    return publish_catalogue(catalogue, settings, wishes)


def publish_catalogue(
    catalogue: Catalogue, settings: Settings = SETTINGS, wishes: tuple[Wishes, ...] = ()
) -> Published:
    """Publish *catalogue*."""
    data = [each for each in artefacts() if not each.is_page]
    context = Context(settings, wishes=wishes)
    files = {file.path: file.data for file in render(catalogue, context, data)}
    return Published(catalogue, settings, files, wishes)
