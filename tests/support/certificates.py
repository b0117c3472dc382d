"""Certificates of hosts, and of an authority that signs them, for an hour of tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cryptography.x509 import Certificate

HOUR = timedelta(hours=1)


def certify(hosts: Sequence[str], folder: Path) -> None:
    """Write `chain.pem` and `key.pem` for *hosts*, and `authority.pem`, of who signed them."""
    own, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = _certificate("An authority of tests", own, own, None, ())
    chain = _certificate(hosts[0], key, own, authority, hosts)
    pem = serialization.Encoding.PEM
    (folder / "chain.pem").write_bytes(chain.public_bytes(pem))
    (folder / "key.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    (folder / "authority.pem").write_bytes(authority.public_bytes(pem))


def _certificate(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    issuer: Certificate | None,
    hosts: Sequence[str],
) -> Certificate:
    """Return a certificate for *hosts*; without an *issuer*, that of an authority."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - HOUR)
        .not_valid_after(now + HOUR)
        .add_extension(x509.BasicConstraints(ca=not issuer, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
    )
    if hosts:
        names = x509.SubjectAlternativeName([x509.DNSName(each) for each in hosts])
        made = made.add_extension(names, critical=False)
    else:
        usage = x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=True,
            crl_sign=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        )
        made = made.add_extension(usage, critical=True)
    return made.sign(signer, hashes.SHA256())
