"""Make the roots that say who may sign a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tuf.api.metadata import Metadata, Root

from registry.signing._errors import UnusableTrustError
from registry.signing._expiry import ROOT_DAYS, after
from registry.signing._keys import signed, signer_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from securesystemslib.signer import CryptoSigner
    from tuf.api.metadata import Key

    from registry.signing._trust import Trust

ROOT_KEYS = 3
_ROOT_THRESHOLD = 2
"""Keys of maintainers there are, and how many of them must agree on who may sign."""

ONLINE_ROLES = ("targets", "snapshot", "timestamp")
"""The roles that the key of the publishing job fills."""


def first_root(keys: Iterable[bytes], online: bytes, now: datetime) -> bytes:
    """Return a root that the holders of *keys* guard, and under which *online* signs sites."""
    signers = [signer_of(key) for key in keys]
    root = Root(version=1, expires=after(now, ROOT_DAYS), consistent_snapshot=True)
    for signer in signers:
        root.add_key(signer.public_key, Root.type)
    root.roles[Root.type].threshold = min(_ROOT_THRESHOLD, len(signers))
    _add_online_key(root, signer_of(online).public_key)
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
        _replace_online_key(root, signer_of(online).public_key)
    signers = _signers_of(root, keys)
    if guard is not None:
        _replace_missing_key(root, signers, signer_of(guard).public_key)
    return signed(metadata, signers.values())


def _replace_online_key(root: Root, key: Key) -> None:
    for role in ONLINE_ROLES:
        for keyid in list(root.roles[role].keyids):
            root.revoke_key(keyid, role)
    _add_online_key(root, key)


def _signers_of(root: Root, keys: Iterable[bytes]) -> dict[str, CryptoSigner]:
    """Return the signers of *root* among *keys*, by the id of the key.

    Raises UnusableTrustError for fewer than must agree; a copy of a key does not count again.
    """
    role = root.roles[Root.type]
    signers = {each.public_key.keyid: each for each in map(signer_of, keys)}
    own_signers = {keyid: each for keyid, each in signers.items() if keyid in role.keyids}
    if len(own_signers) < role.threshold:
        raise UnusableTrustError(
            f"{role.threshold} of the root's own keys are needed, not {len(own_signers)}; put the "
            "root-*.pem of as many people into one folder, and name it with --keys"
        )
    return own_signers


def _replace_missing_key(root: Root, signers: Mapping[str, CryptoSigner], key: Key) -> None:
    """Put *key* in the place of the one root key that is not among *signers*.

    Raises UnusableTrustError unless exactly one is missing.
    """
    missing = [keyid for keyid in root.roles[Root.type].keyids if keyid not in signers]
    if len(missing) != 1:
        raise UnusableTrustError(
            f"{len(missing)} of the root's own keys are missing from the folder, not 1; leave "
            "out only the one that is to be replaced"
        )
    root.revoke_key(missing[0], Root.type)
    root.add_key(key, Root.type)


def _add_online_key(root: Root, key: Key) -> None:
    for role in ONLINE_ROLES:
        root.add_key(key, role)
