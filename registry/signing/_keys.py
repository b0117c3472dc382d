"""Private keys, and what they put their names to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.serialization import load_pem_private_key
from securesystemslib.signer import CryptoSigner

from registry.signing._errors import UnusableTrustError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tuf.api.metadata import Metadata


def new_key() -> bytes:
    """Return a new private key, Ed25519, as PEM."""
    return CryptoSigner.generate_ed25519().private_bytes


def signer_of(key: bytes) -> CryptoSigner:
    """Return what signs with *key*, a private key as PEM. Raises UnusableTrustError."""
    try:
        return CryptoSigner(load_pem_private_key(key, password=None))
    except (TypeError, ValueError) as error:
        raise UnusableTrustError(
            "a key is not an Ed25519 key in the PEM format: the text of a .pem file, not its path"
        ) from error


def signed(metadata: Metadata[Any], signers: Iterable[CryptoSigner]) -> bytes:
    """Return *metadata* as JSON, signed by *signers* and by nobody else."""
    metadata.signatures.clear()
    for signer in signers:
        metadata.sign(signer, append=True)
    return metadata.to_bytes()
