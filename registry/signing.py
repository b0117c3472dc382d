"""Sign a built site by The Update Framework (TUF 1.0), and read signed sites.

Signatures tell a reader that a file is the registry's own (tampering), that it is not older than
what was read before (rollback), that it is of these days (freeze), and that it belongs to the
others (mix and match). The roles and how their keys are kept are told in `docs/signing.md`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from securesystemslib.exceptions import StorageError
from securesystemslib.signer import CryptoSigner
from tuf.api.exceptions import DownloadError, DownloadHTTPError, RepositoryError
from tuf.api.metadata import (
    Delegations,
    Key,
    Metadata,
    MetaFile,
    Root,
    Snapshot,
    SuccinctRoles,
    TargetFile,
    Targets,
    Timestamp,
)
from tuf.ngclient import Updater, UpdaterConfig

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

METADATA = "tuf/metadata"
"""Where the signatures lie in a site."""

KEY_VARIABLE = "REGISTRY_SIGNING_KEY"
"""The environment variable that holds the key of the publishing job, an Ed25519 key as PEM."""

ROOT_KEYS = 3
ROOT_THRESHOLD = 2
"""Keys of maintainers there are, and how many of them must agree on who may sign."""

ROOT_DAYS = 365
SIGNED_DAYS = 7
"""How long a signed site counts. A reader who comes for the first time can be shown one that is
so old; every night a new one is signed, so a week outlives a broken schedule."""

BIN_TARGETS = 1024
"""Files that are listed together: who wants one file downloads the list of as many."""

_ONLINE = ("targets", "snapshot", "timestamp")
_BINS = "bin"
_TOP_LEVEL = ("utcp", "utcp.json", "utcp-config.json", ".well-known/utcp.json")


class UnusableTrustError(ValueError):
    """Keys or a trust root cannot be used; the text says which and why."""


class UntrustedSiteError(ValueError):
    """A site is not signed as the trust root wants; the text says what is wrong."""


class UnreachableSiteError(UntrustedSiteError):
    """Nothing can be said of a site, since it does not answer."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What a registry's readers start from: every version of the root, the oldest first."""

    roots: tuple[bytes, ...]

    @classmethod
    def read(cls, folder: Path) -> Trust:
        """Return what is in *folder*: `1.root.json` and those that follow it, none left out."""
        roots: list[bytes] = []
        while (file := folder / f"{len(roots) + 1}.root.json").is_file():
            roots.append(file.read_bytes())
        return cls(tuple(roots))

    @property
    def newest(self) -> Metadata[Root]:
        """The root that counts. Raises UnusableTrustError."""
        if not self.roots:
            raise UnusableTrustError("there is no root; make one with `registry trust init`")
        return _root(self.roots[-1])


def new_key() -> bytes:
    """Return a new private key, Ed25519, as PEM."""
    return CryptoSigner.generate_ed25519().private_bytes


def first_root(keys: Iterable[bytes], online: bytes, now: datetime) -> bytes:
    """Return a root that the holders of *keys* guard, and under which *online* signs sites."""
    signers = [_signer(key) for key in keys]
    root = Root(version=1, expires=_after(now, ROOT_DAYS), consistent_snapshot=True)
    for signer in signers:
        root.add_key(signer.public_key, Root.type)
    root.roles[Root.type].threshold = min(ROOT_THRESHOLD, len(signers))
    _appoint(root, _signer(online).public_key)
    return _signed(Metadata(root), signers)


def next_root(
    trust: Trust, keys: Iterable[bytes], now: datetime, *, online: bytes | None = None
) -> bytes:
    """Return the root that follows: it counts longer, and appoints *online* if that is given.

    *keys* are those of as many holders as must agree. Raises UnusableTrustError.
    """
    metadata = trust.newest
    root = metadata.signed
    root.version += 1
    root.expires = _after(now, ROOT_DAYS)
    if online is not None:
        for role in _ONLINE:
            for keyid in list(root.roles[role].keyids):
                root.revoke_key(keyid, role)
        _appoint(root, _signer(online).public_key)
    signers = [_signer(key) for key in keys]
    known = [each for each in signers if each.public_key.keyid in root.roles[Root.type].keyids]
    if len(known) < root.roles[Root.type].threshold:
        needed = root.roles[Root.type].threshold
        raise UnusableTrustError(f"{needed} of the root's own keys are needed, not {len(known)}")
    return _signed(metadata, known)


def sign(site: Path, trust: Trust, online: bytes, now: datetime, folders: Iterable[str]) -> int:
    """Sign every file of *site* that programs load; return how many there are.

    These are the ones in *folders* and the few at the top that agents begin with.

    Versions are the seconds since 1970, so that they grow from one signing to the next without
    anything being kept. Raises UnusableTrustError where *online* may not sign, or *trust* has
    expired.
    """
    signer, root = _signer(online), trust.newest.signed
    for role in _ONLINE:
        if signer.public_key.keyid not in root.roles[role].keyids:
            raise UnusableTrustError(f"the newest root does not let this key sign {role!r}")
    if root.is_expired(now):
        raise UnusableTrustError(
            f"the newest root expired on {root.expires:%Y-%m-%d}; follow it by another with "
            "`registry trust renew`"
        )
    folder = site / METADATA
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(trust.roots, start=1):
        (folder / f"{number}.root.json").write_bytes(data)
    files = {path: TargetFile.from_file(path, str(site / path)) for path in _paths(site, folders)}
    made = _Made(int(now.timestamp()), _after(now, SIGNED_DAYS), signer)
    for name, data in made.metadata(files):
        (folder / name).write_bytes(data)
    return len(files)


def _paths(site: Path, folders: Iterable[str]) -> Iterator[str]:
    for path in _TOP_LEVEL:
        if (site / path).is_file():
            yield path
    for folder in folders:
        for file in sorted((site / folder).rglob("*")):
            if file.is_file():
                yield file.relative_to(site).as_posix()


class _Made:
    """The metadata of one signing: all of one *version*, until *expires*, by one *signer*."""

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
        found: dict[str, dict[str, TargetFile]] = {name: {} for name in roles.get_roles()}
        for path, target in files.items():
            found[roles.get_role_for_target(path)][path] = target
        return _Bins(roles, found)

    def _signed(self, signed: Targets | Snapshot | Timestamp) -> bytes:
        return _signed(Metadata(signed), [self._signer])


@dataclass(frozen=True, slots=True)
class _Bins:
    roles: SuccinctRoles
    files: dict[str, dict[str, TargetFile]]


class SignedSite:
    """A signed site as a reader sees it who trusts *root*, a version of its root as JSON.

    The folder *kept* holds what was read before, against which nothing older is accepted.
    """

    def __init__(self, url: str, root: bytes, kept: Path) -> None:
        """*url* ends in a slash. Raises UntrustedSiteError."""
        kept.mkdir(parents=True, exist_ok=True)
        try:
            self._updater = Updater(
                metadata_dir=str(kept),
                metadata_base_url=f"{url}{METADATA}/",
                target_base_url=url,
                config=UpdaterConfig(prefix_targets_with_hash=False),
                bootstrap=root,
            )
            self._updater.refresh()
        except DownloadHTTPError as error:
            raise UntrustedSiteError(f"its signatures cannot be read: {_told(error)}") from error
        except DownloadError as error:
            raise UnreachableSiteError(_told(error)) from error
        except (RepositoryError, ValueError) as error:
            raise UntrustedSiteError(_told(error)) from error

    def file(self, path: str, into: Path) -> bytes:
        """Return the file at *path*, downloaded to *into*. Raises UntrustedSiteError."""
        try:
            target = self._updater.get_targetinfo(path)
            if target is None:
                raise UntrustedSiteError(f"{path} is not among the signed files")
            self._updater.download_target(target, filepath=str(into))
        except (DownloadError, RepositoryError) as error:
            raise UntrustedSiteError(f"{path}: {_told(error)}") from error
        return into.read_bytes()


def _told(error: Exception) -> str:
    return str(error) or type(error).__name__


def _appoint(root: Root, key: Key) -> None:
    for role in _ONLINE:
        root.add_key(key, role)


def _after(now: datetime, days: int) -> datetime:
    return (now + timedelta(days=days)).astimezone(UTC).replace(microsecond=0)


def _root(data: bytes) -> Metadata[Root]:
    try:
        return Metadata[Root].from_bytes(data)
    except (RepositoryError, ValueError) as error:
        raise UnusableTrustError(f"the root cannot be read: {_told(error)}") from error


def _signer(key: bytes) -> CryptoSigner:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        return CryptoSigner(load_pem_private_key(key, password=None))
    except (TypeError, ValueError, StorageError) as error:
        raise UnusableTrustError("a key is no Ed25519 key in the PEM format") from error


def _signed(metadata: Metadata[Any], signers: Iterable[CryptoSigner]) -> bytes:
    metadata.signatures.clear()
    for signer in signers:
        metadata.sign(signer, append=True)
    return metadata.to_bytes()
