"""The changes of a pull request to the listings of manuals and publishers.

Nothing of this has a version of its own, so that callers get it as soon as it is merged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.changes import Kind
from registry.model import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.model import Catalogue, Manual, Publisher

_SEEN = "which models and the search read"
_STATES = {
    State.ACTIVE: (Kind.COMPATIBLE, "is active again"),
    State.DEPRECATED: (Kind.COMPATIBLE, "becomes deprecated; it still works, and its page says so"),
    State.ARCHIVED: (Kind.BREAKING, "is archived: no longer in /utcp, still in the catalogue"),
    State.QUARANTINED: (Kind.BREAKING, "is quarantined: nothing offers its tools any more"),
}


@dataclass(frozen=True, slots=True)
class ListingChange:
    """One change: the manual or publisher that it is of, its effect on callers, and a sentence."""

    subject: str
    kind: Kind
    sentence: str


def listing_changes(merged: Catalogue, proposed: Catalogue) -> Iterator[ListingChange]:
    """Yield what differs in the listings of *proposed* from those that are *merged*.

    Only publishers that *merged* has are compared with it; of a new one, everything is new.
    """
    for publisher in proposed.publishers:
        if (before := merged.publisher_by_name.get(publisher.name)) is not None:
            yield from _of_publisher(before, publisher)
        else:
            hosts = ", ".join(publisher.hosts) or "none"
            page = publisher.homepage or "no homepage"
            yield ListingChange(
                publisher.name,
                Kind.COMPATIBLE,
                f"is a new publisher: {publisher.title!r}, {page}, hosts: {hosts}",
            )
    for manual in proposed.manuals:
        if (known := merged.manual_by_id.get(manual.id)) is not None:
            yield from _of_manual(known, manual)


def _of_publisher(before: Publisher, after: Publisher) -> Iterator[ListingChange]:
    if after.origin is None:  # its file cannot be read, which says nothing of what it will state
        return
    name = after.name
    yield from _replacement(name, "name", before.title, after.title, _SEEN)
    yield from _replacement(name, "summary", before.summary, after.summary, _SEEN)
    yield from _replacement(name, "homepage", before.homepage, after.homepage)
    yield from _members(name, "host", before.hosts, after.hosts)
    owners = ([f"{each.login} ({each.id})" for each in side.owners] for side in (before, after))
    yield from _members(name, "owner", *owners)
    yield from _members(name, "contact", before.contacts, after.contacts)


def _of_manual(before: Manual, after: Manual) -> Iterator[ListingChange]:
    name = after.id
    yield from _lifecycle(before, after)
    if all(each.is_whole for each in after.releases[-1:]):
        # What a release states is taken from its tools, too, some of which have errors otherwise.
        yield from _replacement(name, "title", before.title, after.title, _SEEN)
        yield from _replacement(name, "summary", before.summary, after.summary, _SEEN)
    yield from _replacement(name, "category", before.category, after.category)
    yield from _members(name, "tag", before.tags, after.tags)
    for tool in dict.fromkeys((*before.asked, *after.asked)):
        phrases = (map(repr, side.asked.get(tool, ())) for side in (before, after))
        yield from _members(f"{name}/{tool}", "phrase", *phrases)
    yield from _members(name, "limit", map(str, before.limits), map(str, after.limits))
    for key in ("docs", "terms", "licence", "coverage", "attribution"):
        yield from _replacement(name, key, getattr(before, key), getattr(after, key))
    for key in ("non_commercial", "cross_origin"):
        if (now := getattr(after, key)) != getattr(before, key):
            yield ListingChange(name, Kind.COMPATIBLE, f"now says `{key}: {str(now).lower()}`")


def _lifecycle(before: Manual, after: Manual) -> Iterator[ListingChange]:
    name = after.id
    for version, reason in after.yanked.items():
        if version not in before.yanked:
            said = f"{version} is withdrawn: {reason}; it stays at its address, marked"
            yield ListingChange(name, Kind.BREAKING, f"{said}, and is nobody's latest version")
        else:
            what = f"reason to withdraw {version}"
            yield from _replacement(name, what, before.yanked[version], reason)
    for version in before.yanked:
        if version not in after.yanked:
            yield ListingChange(name, Kind.COMPATIBLE, f"{version} is no longer withdrawn")
    if before.status.state != after.status.state:
        kind, sentence = _STATES[after.status.state]
        reason = f": {after.status.reason}" if after.status.reason else ""
        instead = f"; use {after.status.replaced_by}" if after.status.replaced_by else ""
        yield ListingChange(name, kind, f"{sentence}{reason}{instead}")
    else:
        for key in ("reason", "since", "replaced_by"):
            was, now = (getattr(each.status, key) for each in (before, after))
            yield from _replacement(name, f"`{key}`", was, now)


def _replacement(
    subject: str, field: str, before: str, after: str, readers: str = ""
) -> Iterator[ListingChange]:
    if before != after:
        audience = f", {readers}," if readers else ""
        sentence = f"changes its {field}{audience} from {before!r} to {after!r}"
        yield ListingChange(subject, Kind.COSMETIC, sentence)


def _members(
    subject: str, kind: str, before: Iterable[str], after: Iterable[str]
) -> Iterator[ListingChange]:
    old, new = tuple(before), tuple(after)
    for verb, members in (
        ("gets", [each for each in new if each not in old]),
        ("loses", [each for each in old if each not in new]),
    ):
        if members:
            words = f"{verb} the {kind}{'s' if len(members) > 1 else ''} {', '.join(members)}"
            yield ListingChange(subject, Kind.COMPATIBLE, words)
