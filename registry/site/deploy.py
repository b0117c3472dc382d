"""Bring a built site to where it is served, so that no reader is led to a file that is not there.

Where a folder cannot be swapped, as in an object store, the order decides: new files before any
that may name them, files with digests of others last, and nothing is removed before that.
"""

from __future__ import annotations

import hashlib
import json
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from registry.site.object_stores import Store

DEPLOYED = ".registry-deployed.json"
"""The file in a store that says what was deployed there: sha256 by path, "" if it is not known."""

_SIGNED = "tuf/metadata/timestamp.json"
"""The file that every signed site has, and no other."""

_LAST = (
    "v1/search/digests.json",
    "v1/search/index.json",
    "v1/index.json",
    "tuf/metadata/targets.json",
    "tuf/metadata/snapshot.json",
    _SIGNED,
)
"""The last of all, in this order: each has digests of files before it."""

AT_ONCE = 500
"""Files that are handed to a store in one call."""

Batch = tuple[str, ...]
"""Paths of files that are written in one call, in any order."""


class UnsignedSiteError(RuntimeError):
    """A site without signatures would replace one that has them."""


class ChangedSiteError(RuntimeError):
    """A site was built again while it was deployed, so the store may hold files of both."""


class Order(NamedTuple):
    """The files of a site, as paths: those that go *first*, and those that go *last*, in order.

    The *last* ones are what readers begin with, and what has digests of other files.
    """

    first: tuple[str, ...]
    last: tuple[str, ...]


class Deployed(NamedTuple):
    """The numbers of files that were written and removed, and of those that were the same."""

    written: int
    removed: int
    unchanged: int


def order_of(paths: Iterable[str]) -> Order:
    """Return the order in which files at *paths* of a site are brought to where it is served."""
    ordered = sorted(paths, key=_rank_of)
    groups = {
        key: tuple(group) for key, group in groupby(ordered, key=lambda path: _rank_of(path)[0])
    }
    return Order(groups.pop(0, ()), tuple(path for group in groups.values() for path in group))


def _rank_of(path: str) -> tuple[int, str]:
    """Return 0 for what goes first, a higher number for what is begun with, and the path."""
    if path in _LAST:
        return 2 + _LAST.index(path), path
    is_begun_with = "/" not in path or path.startswith((".well-known/", "tuf/"))
    return int(is_begun_with), path


def files_of(site: Path) -> tuple[str, ...]:
    """Return the paths of all files below the folder *site*, sorted."""
    return tuple(
        sorted(each.relative_to(site).as_posix() for each in site.rglob("*") if each.is_file())
    )


def deploy(site: Path, store: Store, shown: Callable[[list[Batch]], Iterable[Batch]]) -> Deployed:
    """Make *store* hold the files of the folder *site*, and say how many were written.

    Only what differs from the last deployment is written, and only what earlier ones wrote is
    removed, also after one that was interrupted. *shown* yields the batches that it is given, as
    they are to be written. Raises StoreError, UnsignedSiteError before anything is written, and
    ChangedSiteError before anything is removed.
    """
    digests = {path: _digest(site / path) for path in files_of(site)}
    if _SIGNED not in digests and store.read(_SIGNED) is not None:
        raise UnsignedSiteError(
            f"{site}/ is not signed, and the site at {store.name} is: readers who trust its root "
            "would refuse the new one"
        )
    before = _deployed_in(store)
    changed = [path for path, digest in digests.items() if before.get(path) != digest]
    gone = sorted(before.keys() - digests.keys())
    # From here on, what the store holds of these is only known again when all is done.
    _write_deployed(store, {**before, **dict.fromkeys([*changed, *gone], "")})
    first, last = order_of(changed)
    new = [path for path in first if path not in before]
    known = [path for path in first if path in before]
    for batch in shown([*_batches(new), *_batches(known), *_batches(last, 1)]):
        store.write({path: site / path for path in batch})
    if any(_digest(site / path) != digests[path] for path in changed):
        raise ChangedSiteError(f"{site}/ was built again meanwhile")
    store.remove(gone)
    _write_deployed(store, digests)
    return Deployed(len(changed), len(gone), len(digests) - len(changed))


def _batches(paths: Sequence[str], most: int = AT_ONCE) -> Iterator[Batch]:
    for start in range(0, len(paths), most):
        yield tuple(paths[start : start + most])


def _digest(path: Path) -> str:
    """Return the sha256 of the file at *path*. Raises ChangedSiteError if it is gone."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise ChangedSiteError(f"{path} was removed meanwhile") from None


def _write_deployed(store: Store, digests: dict[str, str]) -> None:
    store.write_bytes(DEPLOYED, json.dumps(digests, indent=0, sort_keys=True).encode())


def _deployed_in(store: Store) -> dict[str, str]:
    """Return sha256 by path of what the last deployment left in *store*; {} where none is known."""
    try:
        digests = json.loads(store.read(DEPLOYED) or b"{}")
    except ValueError:
        return {}
    return digests if isinstance(digests, dict) and all(map(_is_plain, digests)) else {}


def _is_plain(path: str) -> bool:
    return all(part not in {"", ".", ".."} for part in path.split("/"))
