"""Say why there is no secure connection (TLS) to a host, and what to do."""

from __future__ import annotations

import os

_VARIABLE = "SSL_CERT_FILE"

_OF_TIME = (9, 10)
"""What OpenSSL calls a certificate that is not valid yet, and one that has expired."""

_OF_AUTHORITY = (18, 19, 20, 21)
"""What it calls one that nobody signed whom this machine trusts."""


def tls_fault(error: BaseException) -> str:
    """Return the TLS fault that caused *error*, in words, or "".

    What Python says of it names lines of its source, or is only "No such file or directory".
    """
    named = os.environ.get(_VARIABLE)
    cause: BaseException | None = error
    while cause is not None:
        if said := str(getattr(cause, "verify_message", "")):
            hint = _hint(int(getattr(cause, "verify_code", 0)))
            return f"its certificate is not trusted: {said.rstrip('.')}{hint}"
        if getattr(cause, "reason", "") == "WRONG_VERSION_NUMBER":
            return "it does not speak TLS, as https:// needs"
        is_no_file = isinstance(cause, FileNotFoundError | IsADirectoryError)
        if named and (is_no_file or "NO_CERTIFICATE" in str(cause)):
            return f"the file {named!r}, which {_VARIABLE} names, holds no certificates"
        cause = cause.__cause__ or cause.__context__
    return ""


def _hint(code: int) -> str:
    if code in _OF_TIME:
        return "; if others can reach it, look at the clock of this machine"
    if code in _OF_AUTHORITY:
        return f"; if you know who signed it, {_VARIABLE} may name a file with their certificate"
    return ""
