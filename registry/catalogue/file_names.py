"""Read the kind of a file in `manuals/` from its name, and the name that it should have."""

from __future__ import annotations

import re

from registry.model import versions

SUFFIXES = (".yaml", ".json")
ABOUT = "publisher.yaml"
LISTING = "manual.yaml"
RELEASE = "release"

_LEFT_BEHIND = re.compile(
    r"\.DS_Store|Thumbs\.db|[Dd]esktop\.ini"  # file browsers
    r"|.*~|\..*\.sw[a-z]|\.#.*|#.*#"  # editors, while a file is open in them
)

_DISGUISED = re.compile(r".+\.(?:ya?ml|json)\.txt", re.IGNORECASE)
"""What an editor saves that hides the ends of names."""

_TEXT = re.compile(r"(manual|publisher|\d+\.\d+\.\d+.*)\.txt", re.IGNORECASE)
"""What an editor saves that knows only its own end of a name."""


def is_left_behind(name: str) -> bool:
    """Return whether file browsers and editors write a file *name* beside others, unasked."""
    return _LEFT_BEHIND.fullmatch(name) is not None


def proper_name(name: str) -> str:
    """Return *name* as this registry spells the file: `publisher.yaml` for `Publisher.yml`.

    JSON is YAML, too, so the two files with a fixed name may be renamed whatever they are in.
    """
    if _DISGUISED.fullmatch(name):
        return proper_name(name[: -len(".txt")])
    if text := _TEXT.fullmatch(name):
        return proper_name(f"{text[1]}.yaml")
    stem, _, ending = name.rpartition(".")
    if not stem or ending.lower() not in ("yaml", "yml", "json"):
        return name
    own = f"{stem.lower()}.yaml"
    if own in (ABOUT, LISTING):
        return own
    return name if ending.lower() == "json" else f"{stem}.yaml"


def kind_of(name: str) -> str:
    """Return the kind of the file *name*: `ABOUT`, `LISTING`, `RELEASE` or ""."""
    proper = proper_name(name)
    stem, dot, ending = proper.rpartition(".")
    if dot + ending in SUFFIXES and versions.parse_version(stem):
        return RELEASE
    return proper if proper in (ABOUT, LISTING) else ""


def version_like(stem: str) -> str:
    """Return the version that *stem* probably means."""
    numbers = [str(int(each)) for each in re.findall(r"[0-9]{1,9}", stem)]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"
