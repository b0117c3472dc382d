"""The documents of a provider that a release is based on."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class SourceKind(StrEnum):
    """The kind of a document, which decides whether programs can compare a manual with it."""

    OPENAPI = "openapi"
    API_BLUEPRINT = "api-blueprint"
    TEXT = "text"
    CODE = "code"

    @property
    def is_compared(self) -> bool:
        """Whether programs compare manuals with documents of this kind."""
        return self in (SourceKind.OPENAPI, SourceKind.API_BLUEPRINT)


class Source(NamedTuple):
    """A document in a repository, in a package, or at a URL.

    Attributes:
        kind: what it is.
        repository, package, url: where it is; two of them are "".
        path: the file or folder in the repository or package.
        commit, version: the version of it that was read, or "".
        date: the date on which it was read (`YYYY-MM-DD`).
        tools: the names of the tools that it describes, () for all.
        covers: what it says about them, "" for everything.
    """

    kind: SourceKind
    date: str
    repository: str = ""
    package: str = ""
    url: str = ""
    path: str = ""
    commit: str = ""
    version: str = ""
    tools: tuple[str, ...] = ()
    covers: str = ""

    def describes(self, tool: str) -> bool:
        """Return whether it describes the tool called *tool*."""
        return not self.tools or tool in self.tools

    @property
    def name(self) -> str:
        """Its location on one line: `https://github.com/acme/api openapi.yaml`."""
        return " ".join(filter(None, (self.repository, self.package, self.url, self.path)))

    @property
    def state(self) -> str:
        """The version of it that was read: `1a2b3c4d5e`, `1.2.0`, or ""."""
        return self.commit[:10] or self.version
