"""Read URLs: the host, the site it belongs to, and whether it is this machine in disguise."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LOOPBACK_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")

_NUMERIC = re.compile(r"[0-9a-fx.]+")
"""IPv4 as resolvers read it: `127.1`, `2130706433`, `0177.0.0.1`, `0x7f000001`."""

_FOR_EXAMPLES = re.compile(r"(?:.+\.)?example(?:\.com|\.net|\.org)?")
"""Names that nobody can register (RFC 2606)."""

_UNFILLED_EXAMPLE = re.compile(r"(?:.+\.)?example|(?:[^.]+\.)?example\.(?:com|net|org)")

_CUSTOMER_PLACEHOLDER = re.compile(
    r"(?:example|your-?(?:account|company|domain|instance|name|org|organi[sz]ation|project|shop"
    r"|site|store|sub-?domain|team|tenant|workspace))\..+\..+"
)
"""Names that documentation has in the place of each customer's own."""

_INTERNAL_SUFFIXES = (
    *(".localhost", ".local", ".localdomain", ".internal", ".intranet", ".private", ".corp"),
    *(".home", ".lan", ".home.arpa", ".test", ".invalid", ".onion", ".alt"),
    *(".nip.io", ".sslip.io", ".xip.io", ".localtest.me", ".lvh.me"),
)
"""Names with a meaning only inside one network, or that resolve to the address they contain."""

_SECOND_LEVELS = frozenset(("ac", "co", "com", "edu", "gov", "gob", "net", "ne", "or", "org"))
"""Labels below which countries register names, as in `example.co.uk`."""

_SHARED = (
    *("amazonaws.com", "appspot.com", "azure-api.net", "azurestaticapps.net", "azurewebsites.net"),
    *("blogspot.com", "cloudapp.net", "cloudfront.net", "cloudfunctions.net", "core.windows.net"),
    *("deno.dev", "elasticbeanstalk.com", "eu.org", "firebaseapp.com", "fly.dev", "gitbook.io"),
    *("github.io", "githubusercontent.com", "gitlab.io", "herokuapp.com", "hf.space"),
    *("myshopify.com", "netlify.app", "ngrok-free.app", "ngrok.io", "notion.site", "on.aws"),
    *("onrender.com", "pages.dev", "r2.dev", "readthedocs.io", "repl.co", "replit.app", "run.app"),
    *("streamlit.app", "supabase.co", "trycloudflare.com", "up.railway.app", "vercel.app"),
    *("web.app", "webflow.io", "workers.dev"),
)
"""Sites below which anyone gets a name. All are in the private part of publicsuffix.org, or names
below them are."""

_AUTHORITY = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://([^/?#\\]*)")

_USER = re.compile(r"^(\s*[A-Za-z][A-Za-z0-9+.-]*:/*)[^/?#]*@")


def authority(url: str) -> str:
    """Return the part between `//` and the path of *url*, placeholders included, or ""."""
    match = _AUTHORITY.match(url)
    return match.group(1) if match else ""


@lru_cache(maxsize=2**14)
def host_of(url: str) -> str:
    """Return the host of *url* in lower case, without brackets, port and user; "" for none."""
    try:
        return (urlsplit(url.strip()).hostname or "").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=2**12)
def is_loopback(host: str) -> bool:
    """Return whether a resolver takes *host* for the machine that asks, however it is spelt."""
    name = _as_resolved(host)
    if name in _LOOPBACK_NAMES or name.endswith(".localhost"):
        return True
    address = ip_address(host)
    if address is None:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or mapped.is_unspecified


def is_for_examples(host: str) -> bool:
    """Return whether *host* is reserved for examples, such as `api.example.com`: nobody answers."""
    return bool(_FOR_EXAMPLES.fullmatch(host.rstrip(".")))


def is_unfilled_example(host: str) -> bool:
    """Return whether *host* is for examples, and the real one was to be written in its place.

    These are all hosts below `.example`, and `api.example.com`. `api.acme.example.com` is one on
    purpose, such as that of `registry init`.
    """
    return bool(_UNFILLED_EXAMPLE.fullmatch(host.rstrip(".")))


def is_customer_placeholder(host: str) -> bool:
    """Return whether *host* has a placeholder for a customer, such as `your-domain.acme.com`."""
    return bool(_CUSTOMER_PLACEHOLDER.fullmatch(host))


def is_internal_name(host: str) -> bool:
    """Return whether the lower-case *host* is a name that public servers do not have."""
    return f".{host.rstrip('.')}".endswith(_INTERNAL_SUFFIXES)


def site_of(host: str) -> str:
    """Return the registered domain of *host*: `example.com`, `example.co.uk`.

    Where anyone gets a name, as on `github.io`, each host is a site of its own. A guess without the
    list of public suffixes, good enough to compare two hosts.
    """
    if is_within(host, _SHARED):
        return host
    labels = host.split(".")
    is_divided = len(labels[-1]) == 2 and labels[-2:-1] and labels[-2] in _SECOND_LEVELS  # noqa: PLR2004
    return ".".join(labels[-3 if is_divided else -2 :])


def is_within(host: str, sites: Iterable[str]) -> bool:
    """Return whether *host* is one of *sites*, or below one."""
    return f".{host}".endswith(tuple(f".{site}" for site in sites))


def is_listed(host: str, listed: Collection[str]) -> bool:
    """Return whether *host* is one of the *listed* hosts of a publisher, or below one.

    What is below a site where anyone gets a name is not theirs, even if they list the whole site.
    """
    return host in listed or is_within(host, (each for each in listed if not _is_shared(each)))


def _is_shared(site: str) -> bool:
    """Return whether anyone gets names below *site*, as below `vercel.app` and `co.uk`."""
    is_ending = not is_within(site, _SHARED) and site_of(f"www.{site}") != site_of(site)
    return site in _SHARED or is_ending


def _as_resolved(host: str) -> str:
    """Return *host* as resolvers read it: `①` is a digit to them, and `。` a dot."""
    plain = unicodedata.normalize("NFKC", host).replace("\N{IDEOGRAPHIC FULL STOP}", ".")
    return plain.lower().strip("[]").rstrip(".")


def without_user(url: str) -> str:
    """Return *url* without the user and the password that may come before its host."""
    return _USER.sub(r"\1", url, count=1)


def is_link_local(address: str) -> bool:
    """Return whether *address* is link-local, such as that of a cloud's metadata server."""
    return any(each.is_link_local for each in _addresses_meant(address))


def is_public(address: str) -> bool:
    """Return whether the IP *address* is public, also one that is embedded in another."""
    return all(
        each.is_global and not each.is_multicast and not any(each in net for net in _INWARDS)
        for each in _addresses_meant(address)
    )


_INWARDS = tuple(
    map(ipaddress.ip_network, ("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "fec0::/10"))
)
"""Networks that stand for IPv4 or are a site's own, and public to some releases of Python."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def _addresses_meant(text: str) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Return the address in *text*, and those of IPv4 that it stands for."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    found = [each for each in inner if each]
    # A mapped address is the other one; the rest are addresses of their own, too.
    return [*found] if address.ipv4_mapped else [address, *found]


def ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that *host* is in any spelling, or None where it is a name."""
    name = _as_resolved(host).partition("%")[0]
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        pass
    if not _NUMERIC.fullmatch(name):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(name))
    except OSError:
        return None
