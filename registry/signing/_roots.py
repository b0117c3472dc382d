"""Who may sign a site: the roots that readers start from and follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tuf.api.exceptions import RepositoryError
from tuf.api.metadata import Key, Metadata, Root

from registry.signing._errors import UnusableTrustError, error_text
from registry.signing._expiry import ROOT_DAYS, after
from registry.signing._keys import signed, signer_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

ROOT_KEYS = 3
ROOT_THRESHOLD = 2
"""Keys of maintainers there are, and how many of them must agree on who may sign."""

ONLINE_ROLES = ("targets", "snapshot", "timestamp")
"""The roles that the key of the publishing job fills."""


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
        return root_of(self.roots[-1])

    def followed(self) -> Metadata[Root]:
        """Return the root that counts, to which readers walk from the first one.

        Raises UnusableTrustError where they cannot: each must be signed as the one before it says,
        and as it says itself.
        """
        newest = self.newest
        roots = [root_of(data) for data in self.roots]
        for number, root in enumerate(roots, start=1):
            for signer in roots[max(0, number - 2) : number]:
                _check_step(signer.signed, root, number)
        return newest


def first_root(keys: Iterable[bytes], online: bytes, now: datetime) -> bytes:
    """Return a root that the holders of *keys* guard, and under which *online* signs sites."""
    signers = [signer_of(key) for key in keys]
    root = Root(version=1, expires=after(now, ROOT_DAYS), consistent_snapshot=True)
    for signer in signers:
        root.add_key(signer.public_key, Root.type)
    root.roles[Root.type].threshold = min(ROOT_THRESHOLD, len(signers))
    _appoint(root, signer_of(online).public_key)
    return signed(Metadata(root), signers)


def next_root(
    trust: Trust,
    keys: Iterable[bytes],
    now: datetime,
    *,
    online: bytes | None = None,
    guard: bytes | None = None,
) -> bytes:
    """Return the root that follows: it counts longer, and appoints *online* if that is given.

    *keys* are those of as many holders as must agree; *guard* takes the place of the one root key
    that is not among them. Raises UnusableTrustError.
    """
    metadata = trust.followed()
    root = metadata.signed
    root.version += 1
    root.expires = after(now, ROOT_DAYS)
    if online is not None:
        for role in ONLINE_ROLES:
            for keyid in list(root.roles[role].keyids):
                root.revoke_key(keyid, role)
        _appoint(root, signer_of(online).public_key)
    signers = [signer_of(key) for key in keys]
    # A copy of a key signs nothing that the key has not signed.
    known = {
        each.public_key.keyid: each
        for each in signers
        if each.public_key.keyid in root.roles[Root.type].keyids
    }
    if len(known) < root.roles[Root.type].threshold:
        needed = root.roles[Root.type].threshold
        raise UnusableTrustError(f"{needed} of the root's own keys are needed, not {len(known)}")
    if guard is not None:
        missing = [each for each in root.roles[Root.type].keyids if each not in known]
        if len(missing) != 1:
            raise UnusableTrustError(
                f"{len(missing)} of the root's own keys are not there; leave out only the one that "
                "is to be replaced"
            )
        root.revoke_key(missing[0], Root.type)
        root.add_key(signer_of(guard).public_key, Root.type)
    return signed(metadata, known.values())


def _appoint(root: Root, key: Key) -> None:
    for role in ONLINE_ROLES:
        root.add_key(key, role)


def _check_step(signer: Root, root: Metadata[Root], number: int) -> None:
    """Raise UnusableTrustError unless *root* is root *number*, signed as *signer* wants."""
    if root.signed.version != number:
        raise UnusableTrustError(f"{number}.root.json is version {root.signed.version} of the root")
    try:
        signer.verify_delegate(Root.type, root.signed_bytes, root.signatures)
    except RepositoryError as error:
        raise UnusableTrustError(
            f"no reader would follow {number}.root.json: {error_text(error)} of version "
            f"{signer.version}; if it is not published yet, remove it and make it again with "
            "`registry trust renew`"
        ) from error


def root_of(data: bytes) -> Metadata[Root]:
    """Return the root that *data* is. Raises UnusableTrustError."""
    try:
        metadata = Metadata[Root].from_bytes(data)
    except (RepositoryError, ValueError) as error:
        raise UnusableTrustError(f"the root cannot be read: {error_text(error)}") from error
    if not isinstance(metadata.signed, Root):
        raise UnusableTrustError(f"there is a {metadata.signed.type} in the place of the root")
    return metadata
