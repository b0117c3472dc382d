"""Sign the files of a built site."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tuf.api.metadata import (
    Delegations,
    Metadata,
    MetaFile,
    Snapshot,
    SuccinctRoles,
    TargetFile,
    Targets,
    Timestamp,
)

from registry.signing._errors import UnusableTrustError
from registry.signing._expiry import SIGNED_DAYS, after
from registry.signing._keys import signed, signer_of
from registry.signing._roots import ONLINE_ROLES
from registry.source.atomic_write import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from securesystemslib.signer import CryptoSigner

    from registry.signing._trust import Trust

METADATA = "tuf/metadata"
"""The folder of the signatures in a site."""

KEY_VARIABLE = "REGISTRY_SIGNING_KEY"
"""The environment variable that holds the key of the publishing job, an Ed25519 key as PEM."""

BIN_TARGETS = 1024
"""Files that are listed together: a reader of one file downloads the list of as many."""

_BINS = "bin"

AT_THE_TOP = ("utcp.json", "utcp-config.json", ".well-known/utcp.json")
"""The files outside of folders that programs load; `utcp` is the first of them once more."""


def sign(site: Path, trust: Trust, online: bytes, now: datetime, folders: Iterable[str]) -> int:
    """Sign every file of *site* that programs load; return how many there are.

    These are the ones in *folders* and the few at the top that agents begin with.

    Versions are the seconds since 1970, so that they grow from one signing to the next without
    anything being kept. Raises UnusableTrustError where *online* may not sign, or *trust* has
    expired or cannot be followed, and OSError, which names a file; the site is then signed as it
    was before, since the timestamp, which leads to all other signatures, is written last.
    """
    signer, root = signer_of(online), trust.followed().signed
    for role in ONLINE_ROLES:
        if signer.public_key.keyid not in root.roles[role].keyids:
            raise UnusableTrustError(
                f"the newest root does not let this key sign {role!r}; take the online.pem that "
                f"was made with it, or make another with `{trust.command('renew')} --new-online`"
            )
    if root.is_expired(now):
        raise UnusableTrustError(
            f"the newest root expired on {root.expires:%Y-%m-%d}; follow it by another with "
            f"`{trust.command('renew')}`"
        )
    folder = site / METADATA
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(trust.roots, start=1):
        write_whole(folder / f"{number}.root.json", data)
    files = {path: TargetFile.from_file(path, str(site / path)) for path in _paths(site, folders)}
    signing = _Signing(int(now.timestamp()), after(now, SIGNED_DAYS), signer)
    for name, data in signing.metadata(files):
        write_whole(folder / name, data)
    return len(files)


def _paths(site: Path, folders: Iterable[str]) -> Iterator[str]:
    for path in ("utcp", *AT_THE_TOP):
        if (site / path).is_file():
            yield path
    for folder in folders:
        for file in sorted((site / folder).rglob("*")):
            if file.is_file():
                yield file.relative_to(site).as_posix()


class _Signing:
    """One signing and its metadata: all of one *version*, until *expires*, by one *signer*."""

    def __init__(self, version: int, expires: datetime, signer: CryptoSigner) -> None:
        self._version = version
        self._expires = expires
        self._signer = signer

    def metadata(self, files: Mapping[str, TargetFile]) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the bytes of each file of metadata; the timestamp is the last."""
        meta: dict[str, MetaFile] = {}
        targets = Targets(self._version, expires=self._expires)
        if len(files) > BIN_TARGETS:
            bins = self._bins(files)
            key = self._signer.public_key
            targets.delegations = Delegations({key.keyid: key}, succinct_roles=bins.roles)
            for name, listed in bins.files.items():
                role = Targets(self._version, expires=self._expires, targets=listed)
                meta[f"{name}.json"] = MetaFile(self._version)
                yield f"{self._version}.{name}.json", self._signed(role)
        else:
            targets.targets = dict(files)
        meta["targets.json"] = MetaFile(self._version)
        yield f"{self._version}.targets.json", self._signed(targets)
        snapshot = self._signed(Snapshot(self._version, expires=self._expires, meta=meta))
        yield f"{self._version}.snapshot.json", snapshot
        listed_snapshot = MetaFile.from_data(self._version, snapshot, ["sha256"])
        timestamp = Timestamp(self._version, expires=self._expires, snapshot_meta=listed_snapshot)
        yield "timestamp.json", self._signed(timestamp)

    def _bins(self, files: Mapping[str, TargetFile]) -> _Bins:
        bits = math.ceil(math.log2(len(files) / BIN_TARGETS))
        roles = SuccinctRoles([self._signer.public_key.keyid], 1, bits, _BINS)
        targets: dict[str, dict[str, TargetFile]] = {name: {} for name in roles.get_roles()}
        for path, target in files.items():
            targets[roles.get_role_for_target(path)][path] = target
        return _Bins(roles, targets)

    def _signed(self, role: Targets | Snapshot | Timestamp) -> bytes:
        return signed(Metadata(role), [self._signer])


@dataclass(frozen=True, slots=True)
class _Bins:
    roles: SuccinctRoles
    files: dict[str, dict[str, TargetFile]]
