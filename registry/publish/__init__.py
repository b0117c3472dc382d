"""What is published, one artefact a module; adding a published file is adding a module here.

An artefact is a module with `render(publication)`, which yields the `File`s it consists of. It
reads the catalogue and nothing else: no disk, no clock, no network, so that the same tree always
gives the same bytes. An artefact that looks at `publication.written`, the digests of files, says
by `STAGE` after which others it comes (see `Stage`).

Artefacts that make a file for every tool take their tools from `publication.share_of` and say
`IS_SHARED = True`: several processes then make a share of the files each. One that takes long and
cannot be shared says `IS_LONG = True`, and is begun first. `ASKS` names functions of a tool, each
`once_for_each`, whose answers other artefacts want, too: the processes share that work beforehand.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from registry import utcp_tools
from registry.discover import modules
from registry.model import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    from registry.model import Catalogue
    from registry.rules import Rule
    from registry.source import Json


T = TypeVar("T")

_ARCHIVED = "its manual is archived, so nobody looks after it any more"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the site: its *path* below the root, with `/`, and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Digest:
    """What is known of a written file: sha256 (64 hexadecimal digits) and size in bytes."""

    sha256: str
    size: int


class Stage(IntEnum):
    """What an artefact needs to have been written before it."""

    DATA = 0
    """Nothing: it is made of the catalogue alone."""

    PAGES = 1
    """The data, to which its pages link."""

    LISTS = 2
    """Everything else: it lists what there is."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs the registry decides, read from `mkdocs.yml`.

    Attributes:
        name: the name of the registry.
        base_url: where the site is served, with a slash at the end.
        repository: the address of the repository with `manuals/`, or "".
        utcp_budget: bytes up to which `/utcp` holds the tools of the whole catalogue.
    """

    name: str
    base_url: str
    repository: str = ""
    utcp_budget: int = 2 * 1024 * 1024


@dataclass
class Publication:
    """Everything an artefact may look at.

    Attributes:
        catalogue: what is published.
        settings: what whoever runs the registry decided.
        rules: every rule, for its documentation.
        shell: the HTML of the theme's empty page, into which catalogue pages are placed.
        findings: how often each rule was broken, by its id.
        written: the digests of the files written so far, by path.
        share: which part of the shared artefacts this process makes, and of how many.
    """

    catalogue: Catalogue
    settings: Settings
    rules: tuple[Rule, ...] = ()
    shell: str = ""
    findings: Mapping[str, int] = field(default_factory=dict)
    written: dict[str, Digest] = field(default_factory=dict)
    share: tuple[int, int] = (0, 1)

    def share_of(self, items: Iterable[T]) -> Iterator[T]:
        """Return those of *items* whose files this process makes: all, where it is alone.

        They are neighbours, since pages of one manual have much in common.
        """
        index, count = self.share
        everything = tuple(items)
        start, end = (len(everything) * number // count for number in (index, index + 1))
        return iter(everything[start:end])

    @cached_property
    def obstacles(self) -> Mapping[str, tuple[str, ...]]:
        """Why each tool of the catalogue, by id, is not in `/utcp`; () for those that are."""
        archived = {
            manual.id for manual in self.catalogue.listed if manual.status.state is State.ARCHIVED
        }
        return {
            tool.id: (*([_ARCHIVED] if tool.manual_id in archived else []), *found)
            for tool in self.catalogue.tools
            for found in [utcp_tools.obstacles(tool)]
        }


def render(publication: Publication) -> Iterator[File]:
    """Yield every file of every artefact, stage by stage.

    The caller must enter each file into `publication.written` before it asks for the next.
    Raises ValueError when two artefacts claim the same path, or one path is a folder of another.
    """
    claimed: dict[str, str] = {}
    for artefact in artefacts():
        for file in artefact.render(publication):
            if file.path in claimed:
                message = f"{file.path} is made by {claimed[file.path]} and {artefact.__name__}"
                raise ValueError(message)
            claimed[file.path] = artefact.__name__
            yield file


def artefacts() -> tuple[ModuleType, ...]:
    """Return the modules that make what is published, in the order of their stages."""
    return tuple(sorted(modules(sys.modules[__name__]), key=stage_of))


def stage_of(artefact: ModuleType) -> Stage:
    """Return after which other artefacts *artefact* comes."""
    stage: Stage = getattr(artefact, "STAGE", Stage.DATA)
    return stage


def digest(data: bytes) -> Digest:
    """Return the digest of *data*."""
    return Digest(hashlib.sha256(data).hexdigest(), len(data))


def to_json(value: Json | Mapping[str, Json]) -> bytes:
    """Return *value* as compact JSON in UTF-8, keys in the order given, one newline at the end.

    Raises ValueError for NaN and infinity, which the readers of `manuals/` never let through.
    """
    return _encode(value).encode("utf-8") + b"\n"


_encode = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
).encode
