"""The environment variables that a program started by a call inherits."""

from __future__ import annotations

import os

_OF_THE_USER = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "USER")

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
_OF_THE_NETWORK = (*_PROXIES, *(name.lower() for name in _PROXIES), *_CERTIFICATES)


def of_the_user() -> dict[str, str]:
    """Return the variables that any program needs: paths of programs and files, and the locale."""
    return _set_variables(_OF_THE_USER)


def of_the_network() -> dict[str, str]:
    """Return the variables for reaching the internet: proxies and certificates.

    Without these, `uvx` and `npx` download no server where a company has a proxy of its own.
    """
    return _set_variables(_OF_THE_NETWORK)


def _set_variables(names: tuple[str, ...]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if name in os.environ}
