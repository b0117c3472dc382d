"""Whatever a listing says, the review of a change says that it becomes another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from examples import PUBLISHER

from registry.catalogue.assemble import assemble
from registry.catalogue.file_schemas import file_schema
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.review.listing_changes import listing_changes
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from registry.model import Catalogue

RELEASE = {
    "utcp_version": "1.0.1",
    "tools": [
        {
            "name": "get_time",
            "description": "Tell the time.",
            "tool_call_template": {"call_template_type": "http", "url": "https://example.com/t"},
        }
    ],
}
ACTIVE = "state: deprecated, since: '2026-11-20'"

MANUAL = {
    "title": ("title: Clock\n", "title: Clocks\n"),
    "summary": ("summary: The time.\n", ""),
    "category": ("category: time\n", ""),
    "tags": ("tags: [time]\n", "tags: [clock]\n"),
    "asked": ("", "asked: {get_time: [am I late]}\n"),
    "docs": ("docs: https://example.com/a\n", "docs: https://example.com/b\n"),
    "licence": ("licence: MIT\n", ""),
    "terms": ("", "terms: https://example.com/terms\n"),
    "coverage": ("coverage: Norway\n", "coverage: Europe\n"),
    "limits": ("limits: [{requests: 5, per: second}]\n", "limits: [{requests: 1, per: hour}]\n"),
    "attribution": ("", "attribution: Time by Acme.\n"),
    "non_commercial": ("", "non_commercial: true\n"),
    "cross_origin": ("cross_origin: true\n", ""),
    "status": (
        f"status: {{{ACTIVE}, reason: It is old.}}\n",
        f"status: {{{ACTIVE}, reason: It moves.}}\n",
    ),
    "yanked": ('yanked: {"1.0.0": Wrong host.}\n', 'yanked: {"1.0.0": No host.}\n'),
}
"""By key of `manual.yaml`: what it says, and what it says then."""


def catalogue(listing: str, about: str = PUBLISHER) -> Catalogue:
    files = {"1.0.0.json": json.dumps(RELEASE), "manual.yaml": listing, "publisher.yaml": about}
    read = {name: SourceFile(name, text.encode()) for name, text in files.items()}
    releases = (("1.0.0", read["1.0.0.json"]),)
    manual = ManualFolder("clock", "clock", read["manual.yaml"] if listing else None, releases)
    folder = PublisherFolder("example", "example", read["publisher.yaml"], (manual,))
    found, problems = assemble(Tree((folder,), ()))
    assert problems == ()
    return found


def test_every_key_of_a_listing_is_tried() -> None:
    assert MANUAL.keys() == mapping(file_schema("manual").document["properties"]).keys()


@pytest.mark.parametrize("key", MANUAL)
def test_change_of_a_key_is_told_once_and_no_change_is_not(key: str) -> None:
    before, after = map(catalogue, MANUAL[key])
    told = {each.subject.partition("/get_time")[0] for each in listing_changes(before, after)}

    assert told == {"example/clock"}
    assert list(listing_changes(after, after)) == []


def test_contact_of_a_publisher_is_told() -> None:
    contacts = f"{PUBLISHER}contacts: [mailto:us@example.com]\n"
    told = [each.sentence for each in listing_changes(catalogue(""), catalogue("", contacts))]

    assert told == ["gets the contact mailto:us@example.com"]
