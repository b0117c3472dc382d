"""A publisher, and who speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Origin


REVIEWED_KEYS = ("owners", "verified")
"""Keys of `publisher.yaml` that each registry decides for itself, by its own review."""


class Author(StrEnum):
    """The author of a manual, as far as this registry knows."""

    CONTRIBUTORS = "contributors"
    PUBLISHER = "publisher"
    REGISTRY = "registry"


class Owner(NamedTuple):
    """A GitHub account that represents a publisher; *id* survives renames of *login*."""

    login: str
    id: int


class Upstream(NamedTuple):
    """Another registry that this one includes: its name here, and the URL of its site."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Publisher:
    """Someone who offers tools; without owners, the registry's maintainers wrote the manuals.

    *verified* are hosts that name the publisher, each with the date on which a maintainer checked
    it. With an *upstream*, the manuals come from there: this registry then vouches neither for
    owners nor for hosts, and has none.
    """

    name: str
    title: str
    homepage: str = ""
    summary: str = ""
    hosts: tuple[str, ...] = ()
    owners: tuple[Owner, ...] = ()
    contacts: tuple[str, ...] = ()
    verified: Mapping[str, str] = field(default_factory=dict, hash=False)
    origin: Origin | None = None
    upstream: Upstream | None = None

    @property
    def author(self) -> Author:
        """Who writes its manuals: the publisher only where accounts of theirs are named."""
        if self.upstream:
            return Author.REGISTRY
        return Author.PUBLISHER if self.owners else Author.CONTRIBUTORS

    @property
    def is_verified(self) -> bool:
        """Whether one of its hosts names this publisher and the accounts that speak for it."""
        return bool(self.verified) and not self.upstream
