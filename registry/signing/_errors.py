"""The errors of signing a site, and of trusting one."""

from __future__ import annotations


class UnusableTrustError(ValueError):
    """Keys or a trust root cannot be used; the text says which and why."""


class UntrustedSiteError(ValueError):
    """A site is not signed as the trust root wants; the text says what is wrong."""


class UnreachableSiteError(UntrustedSiteError):
    """Nothing can be said of a site, since it does not answer."""


def error_text(error: Exception) -> str:
    """Return what *error* says, or else what it is."""
    return str(error) or type(error).__name__
