"""A published registry, open for questions."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from registry.cache import Cache, default_folder
from registry.client._records import Manual, Tool, entry_of
from registry.client._snapshot import Snapshot
from registry.client._sources import FolderSource, Source, WebSource
from registry.client.errors import (
    NotFoundError,
    UnavailableError,
    UntrustedFileError,
    WithdrawnWarning,
    blaming,
)
from registry.fetch import is_url

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from registry.search import Answer

T = TypeVar("T")


class Catalogue:
    """A registry that is read as it was when it was opened or last refreshed.

    Where the site changes meanwhile, a question that meets the change is answered from the new
    state. Threads may share a catalogue. Every method may raise UnavailableError,
    UntrustedFileError and DamagedFileError, which are RegistryErrors.
    """

    def __init__(self, source: Source) -> None:
        """See `Catalogue.open`."""
        self._source = source
        self._snapshot = Snapshot(source)

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        cache: str | Path | None = None,
        offline: bool = False,
        signed_by: str | Path | None = None,
    ) -> Catalogue:
        """Return the registry at *place*: the address of its site, or a folder with its files.

        Addresses are https, or http on this machine. What is downloaded is kept in the folder
        *cache* (by default one of the user's own), from where it is read when the site cannot be
        asked; an OfflineWarning says so. With *offline* the site is not even asked.

        With *signed_by*, a file with the site's trust root, a site counts only as its registry has
        signed it; else UntrustedFileError is raised. This needs the extra `sign`, and an address.
        """
        address = str(place)
        if not is_url(address):
            if signed_by is not None:
                raise ValueError("a folder is not verified; open the address of its site")
            return cls(FolderSource(Path(place)))
        folder = Path(cache) if cache else default_folder()
        url, kept = address.rstrip("/") + "/", Cache(folder)
        if signed_by is None:
            return cls(WebSource(url, kept, offline=offline))
        try:
            from registry.client._signed import SignedSource  # noqa: PLC0415 - wants an extra
        except ImportError as error:
            missing = (
                "signed_by needs the extra `sign` of open-tool-registry: pip install '.[sign]'"
            )
            raise ImportError(missing, name=error.name) from error
        root = Path(signed_by).read_bytes()
        return cls(SignedSource(url, kept, root, folder / "trust", offline=offline))

    @property
    def name(self) -> str:
        """The name of the registry."""
        return self._snapshot.name

    @property
    def revision(self) -> str:
        """The digest of all that is published; the same while nothing has changed."""
        return self._snapshot.revision

    @property
    def is_offline(self) -> bool:
        """Whether answers come from the cache alone, as they were on the last visit."""
        return self._source.is_offline

    @property
    def manuals(self) -> tuple[str, ...]:
        """The ids of all manuals, quarantined ones included."""
        return self._snapshot.manuals

    def refresh(self) -> bool:
        """Look at the site anew, and tell whether anything has changed."""
        before, self._snapshot = self._snapshot, Snapshot(self._source)
        if before.revision != self._snapshot.revision:
            return True
        self._snapshot = before
        return False

    def search(  # noqa: PLR0913 - one for each facet
        self,
        text: str,
        *,
        limit: int = 10,
        publisher: str | None = None,
        protocol: str | None = None,
        transport: str | None = None,
        auth: str | None = None,
        effect: str | None = None,
        tag: str | None = None,
    ) -> Answer:
        """Return the tools for *text*, best first, in the order of `registry search`.

        *text* is a task in plain words, with `"phrases"` and filters such as `protocol:utcp` if
        you like; no text is an error. The other arguments are such filters, too: each takes one
        value or several with commas between them, of which one must hold.
        """
        narrowed = {
            "publisher": publisher,
            "protocol": protocol,
            "transport": transport,
            "auth": auth,
            "effect": effect,
            "tag": tag,
        }

        def ask(snapshot: Snapshot) -> Answer:
            with blaming("search"):
                return snapshot.shards.query(text, limit=limit, **narrowed)

        return self._answer(ask)

    def tool(self, tool_id: str) -> Tool:
        """Return the tool *tool_id*, `publisher/manual/tool`, of the latest version.

        Raises NotFoundError where there is none.
        """
        manual_id, _, name = tool_id.rpartition("/")

        def read(snapshot: Snapshot) -> Tool:
            with blaming(f"tools/{tool_id}.json"):
                return snapshot.tool(manual_id, _entry(snapshot, manual_id, "latest"), name)

        return self._answer(read)

    def manual(self, manual_id: str, version: str = "latest") -> Manual:
        """Return the manual *manual_id*, `publisher/manual`.

        *version* is `x.y.z`, `x` for `x.0.0`, or `latest`, which is neither withdrawn nor a
        prerelease. Raises NotFoundError where there is none.
        """

        def read(snapshot: Snapshot) -> Manual:
            with blaming(f"manuals/{manual_id}/index.json"):
                entry = _entry(snapshot, manual_id, version)
                return Manual.of(snapshot.manual(manual_id), entry)

        return self._answer(read)

    def utcp_manual(self, manual_id: str, version: str = "latest") -> dict[str, Any]:
        """Return the http tools of a manual as the UTCP 1.x document that was published.

        A withdrawn version comes with a WithdrawnWarning. Raises NotFoundError where there is no
        such version, or nothing in it that is called over http.
        """

        def read(snapshot: Snapshot) -> dict[str, Any]:
            with blaming(f"manuals/{manual_id}"):
                entry = _entry(snapshot, manual_id, version)
                if why := entry.get("yanked"):
                    message = f"{manual_id} {entry['version']} was withdrawn: {why}"
                    warnings.warn(WithdrawnWarning(message), stacklevel=4)
                return snapshot.utcp_manual(manual_id, entry)

        return self._answer(read)

    def _answer(self, read: Callable[[Snapshot], T]) -> T:
        """Return what *read* finds, in the new state where the site has changed meanwhile."""
        try:
            return read(self._snapshot)
        except (UnavailableError, UntrustedFileError):
            if not self.refresh():
                raise
        return read(self._snapshot)


def _entry(snapshot: Snapshot, manual_id: str, version: str) -> Mapping[str, Any]:
    index = snapshot.manual(manual_id)
    entry = entry_of(index, version)
    if entry is None:
        status = index["status"]
        why = f": it is {status['state']}" if status["state"] != "active" else ""
        raise NotFoundError(f"{manual_id} has no version {version!r}{why}")
    return entry
