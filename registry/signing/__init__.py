"""Sign a built site by The Update Framework (TUF 1.0), and read signed sites.

Signatures tell a reader that a file is the registry's own (tampering), that it is not older than
what was read before (rollback), that it is of these days (freeze), and that it belongs to the
others (mix and match). The roles and how their keys are kept are described in `docs/signing.md`.
"""

from __future__ import annotations

from registry.signing._errors import UnreachableSiteError, UntrustedSiteError, UnusableTrustError
from registry.signing._expiry import RENEWAL_DAYS, ROOT_DAYS, SIGNED_DAYS
from registry.signing._keys import new_key
from registry.signing._read_signed_site import LOADED_FIRST, SignedSite, place_of
from registry.signing._roots import (
    ROOT_KEYS,
    first_root,
    next_root,
)
from registry.signing._sign_site import BIN_TARGETS, KEY_VARIABLE, METADATA, sign
from registry.signing._trust import Trust, root_of

__all__ = [
    "BIN_TARGETS",
    "KEY_VARIABLE",
    "LOADED_FIRST",
    "METADATA",
    "RENEWAL_DAYS",
    "ROOT_DAYS",
    "ROOT_KEYS",
    "SIGNED_DAYS",
    "SignedSite",
    "Trust",
    "UnreachableSiteError",
    "UntrustedSiteError",
    "UnusableTrustError",
    "first_root",
    "new_key",
    "next_root",
    "place_of",
    "root_of",
    "sign",
]
