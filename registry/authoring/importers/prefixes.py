"""Find the prefix that clients put before names of tools, and remove it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from registry.model import TOOL_NAME, fold_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_QUALIFIED = re.compile(r"([^.:/]+)[.:/]+(?=.)")
"""What names a group of tools: no author writes these characters in a name."""

_WORD = re.compile(r"([^-._:/]+)[-_]+(?=.)")
"""The first word of a name, which may just as well be a verb."""


def without_prefixes(names: Sequence[str], owners: Iterable[str]) -> list[str]:
    """Return *names* without the name of a manual or a publisher before them.

    *owners* are the names that the source gives to itself. Removed is

    - `weather.`, if all names have it, or if it is one of *owners*;
    - `weather_`, if it is one of *owners*, most names have it, and most of these still have
      several words without it.

    A name stays as it is if it would become that of another tool, or none.
    """
    known = {folded for owner in owners if (folded := _letters(owner))}
    unqualified = _without_prefixes(_qualifiers(names, known), names)
    return _without_prefixes(_words(unqualified, known), unqualified)


def _qualifiers(names: Sequence[str], owners: Collection[str]) -> list[str]:
    found = [_QUALIFIED.match(name) for name in names]
    heads = {match[0]: match[1] for match in found if match}
    if len(heads) == 1 and all(found):
        return [*heads]
    return [prefix for prefix, head in heads.items() if _letters(head) in owners]


def _words(names: Sequence[str], owners: Collection[str]) -> list[str]:
    found = [match for name in names if (match := _WORD.match(name))]
    counted = Counter(match[0] for match in found if _letters(match[1]) in owners)
    for prefix, count in counted.most_common(1):
        rests = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
        several = sum(bool(_WORD.match(rest)) for rest in rests)
        if 2 * count > len(names) and 2 * several > count:
            return [prefix]
    return []


def _without_prefixes(prefixes: Collection[str], names: Sequence[str]) -> list[str]:
    """Return *names* without *prefixes*, but for each that another tool would have, too."""
    shorter = [_shortened(name, prefixes) for name in names]
    counted = Counter(map(fold_name, shorter))
    return [
        new if new == old or (counted[fold_name(new)] == 1 and _is_name(new)) else old
        for old, new in zip(names, shorter, strict=True)
    ]


def _shortened(name: str, prefixes: Iterable[str]) -> str:
    return name.removeprefix(next((each for each in prefixes if name.startswith(each)), ""))


def _is_name(text: str) -> bool:
    """Return whether *text* begins as the name of a tool does."""
    return TOOL_NAME.match(text[:1]) is not None


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.casefold())
