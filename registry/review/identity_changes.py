"""Find what a pull request changes of publishers and manuals by which people know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Catalogue, Publisher


def identity_changes(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each change of who a publisher is, or of what a manual is called."""
    for before in merged.publishers:
        after = proposed.publisher_by_name.get(before.name)
        if after is None:
            yield f"{before.name!r} is removed"
        elif after.origin is None:
            yield f"the publisher.yaml of {before.name!r} can no longer be read"
        else:
            yield from _changed_identity(before, after)
    yield from _listed_as(proposed, merged)


def _listed_as(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield the merged manuals that people and agents would take for something else."""
    for before in merged.manuals:
        if after := proposed.manual_by_id.get(before.id):
            for field, old, new in (
                ("title", before.title, after.title),
                ("category", before.category, after.category),
            ):
                if old != new:
                    yield f"the {field} of {before.id} changes from {old!r} to {new!r}"


def _changed_identity(before: Publisher, after: Publisher) -> Iterator[str]:
    name = before.name
    if before.title != after.title:
        yield f"the name of {name!r} changes from {before.title!r} to {after.title!r}"
    if before.summary != after.summary:
        yield f"the summary of {name!r} changes from {before.summary!r} to {after.summary!r}"
    if before.homepage != after.homepage:
        yield f"the homepage of {name!r} changes from {before.homepage!r} to {after.homepage!r}"
    if before.verified != after.verified:
        yield f"the verified hosts of {name!r} change"
    logins = {owner.id: owner.login for owner in before.owners}
    staying = {owner.id for owner in after.owners if owner.id in logins}
    for owner in after.owners:
        if owner.id in staying and owner.login != logins[owner.id]:
            called = f"from {logins[owner.id]!r} to {owner.login!r}"
            yield f"the login of account {owner.id}, an owner of {name!r}, changes {called}"
        elif owner.id not in staying:
            yield f"account {owner.id} ({owner.login!r}) becomes an owner of {name!r}"
    yield from _unasked_hosts(before, after)
    for owner in before.owners:
        if owner.id not in staying:
            yield f"account {owner.id} ({owner.login!r}) is no longer an owner of {name!r}"


def _unasked_hosts(before: Publisher, after: Publisher) -> Iterator[str]:
    """Yield which verified hosts have only named the owners *before* those that are added."""
    if {each.id for each in after.owners} <= {each.id for each in before.owners}:
        return
    for host, day in sorted(after.verified.items()):
        if before.verified.get(host) == day:
            yield (
                f"{host!r} was verified on {day}, before there was the new owner; remove the date, "
                f"and run `{command('verify-host', after.name)}` once the host names the account"
            )


def new_hosts(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield each host that a merged publisher did not list before."""
    for after in proposed.publishers:
        if before := merged.publisher_by_name.get(after.name):
            yield from (each for each in after.hosts if each not in before.hosts)
