"""The names that publishers and manuals can have: they are folders, addresses and identities."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Place
from registry.model import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME_LENGTHS = range(2, 41)
"""Characters of a publisher's or a manual's name."""

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "index", "latest", "search"}
    | {"assets", "sitemap", "robots", "utcp", "tuf", "api", "static", "javascripts"}
    | {"stylesheets", "well-known", "feeds", "badges"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(10)}
)
"""Names that are devices on some systems, or paths of the published site."""


def is_well_formed(name: str) -> bool:
    """Return whether *name* has the form of a name, which may be reserved all the same."""
    return NAME.fullmatch(name) is not None and len(name) in NAME_LENGTHS


def is_free_name(name: str) -> bool:
    """Return whether a publisher or a manual can be called *name*."""
    return is_well_formed(name) and name not in RESERVED


def name_from(words: str) -> str:
    """Return *words* turned into a name that a publisher or manual can have; "" if impossible."""
    # `é` is `e` and an accent, and `Acme's` is of Acme.
    plain = re.sub(r"[\u0300-\u036f]|['\u2019]s?\b", "", unicodedata.normalize("NFKD", words))
    folded = re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")
    folded = re.sub(r"^[0-9-]+", "", folded)
    if len(folded) > NAME_LENGTHS[-1]:
        folded = folded[: NAME_LENGTHS[-1] + 1].rpartition("-")[0] or folded[: NAME_LENGTHS[-1]]
    return folded if is_free_name(folded) else ""


def publisher_from(host: str) -> str:
    """Return a publisher's name made from *host*: `acme` for `api.acme.com`; "" if impossible."""
    labels = [label for label in host.split(".")[:-1] if label not in ("api", "www", "co", "com")]
    return name_from(labels[-1]) if labels else ""


def name_problems(name: str, path: str, kind: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with *name*, of a publisher or manual as *kind* says, at *path*."""
    if not is_well_formed(name):
        better = name_from(name)
        yield Diagnostic(
            Place(path),
            "malformed-name",
            f"{name!r} is not a valid name for a {kind}",
            "start with a letter, then use lower-case letters, digits and single hyphens, 2 to "
            "40 in all" + (f", for example {better!r}" if better else ""),
        )
    elif name in RESERVED:
        yield Diagnostic(
            Place(path),
            "reserved-name",
            f"{name!r} is a reserved name, so a {kind} cannot have it",
            f"use a longer one, such as '{name}-tools'",
        )
