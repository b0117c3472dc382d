"""Give a page of HTML the strictest content security policy under which it still works."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache

_CHARSET = '<meta charset="utf-8">'
_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
_DATA_TYPE = re.compile(r"""\btype=["']?(?:application/(?:ld\+)?json)""")


def with_policy(html: str, host: str = "") -> str:
    """Return *html* with a policy that allows its own origin and the scripts written in it.

    Its scripts may also ask *host*, if one is named.

    Raises ValueError for a page that does not declare its character set right away: what comes
    before a policy is not bound by it.
    """
    before, charset, after = html.partition(_CHARSET)
    if not charset or "<script" in before:
        raise ValueError("a page must start with its character set")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(html, host)}">'
    return f"{before}{charset}{meta}{after}"


def policy(html: str, host: str = "") -> str:
    """Return the policy for *html*; scripts in it are allowed by their hash, data is not code.

    Raises ValueError if *host* could be read as anything but the name of a host.
    """
    if host and not _HOST.fullmatch(host):
        raise ValueError(f"{host!r} is not the name of a host")
    connections = f"'self' https://{host}" if host else "'self'"
    hashes = sorted({_hash(code) for code in inline_scripts(html)})
    scripts = " ".join(["'self'", *hashes])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src {connections}; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'"
    )


def inline_scripts(html: str) -> tuple[str, ...]:
    """Return the code of every script in *html* that a browser would run without fetching it."""
    return tuple(
        match["code"]
        for match in _SCRIPT.finditer(html)
        if " src=" not in match["attributes"] and not _DATA_TYPE.search(match["attributes"])
    )


@lru_cache(maxsize=64)  # the pages of a site have the same few
def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
