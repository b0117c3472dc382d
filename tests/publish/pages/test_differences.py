"""Any two versions of a manual are compared on a page that can be linked to."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from publishing import SETTINGS
from seen import some

from registry.changes import Kind
from registry.publish import Context, artefacts, render
from registry.publish._changes import changes_between
from registry.publish.pages_differences import LONGEST, NEWEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from publishing import Published

    from registry.model import Catalogue, Manual
    from registry.source import Json

ID = "acme/tides"
FOLDER = f"manuals/{ID}/changes/"


def pages_of(catalogue: Catalogue, shell: str) -> Mapping[str, str]:
    wanted = [each for each in artefacts() if each.name == "pages_differences"]
    files = render(catalogue, Context(SETTINGS, shell), wanted)
    return {file.path: file.data.decode("utf-8") for file in files}


def manual_of(catalogue: Catalogue) -> Manual:
    return next(each for each in catalogue.manuals if each.id == ID)


@pytest.fixture(scope="module")
def pages(samples: Published, shell: str) -> Mapping[str, str]:
    return pages_of(samples.catalogue, shell)


def test_each_pair_of_versions_has_a_page(samples: Published, pages: Mapping[str, str]) -> None:
    releases = manual_of(samples.catalogue).releases
    pairs = {
        f"{FOLDER}{before.version}...{after.version}/index.html"
        for before, after in combinations(releases, 2)
    }

    assert {path for path in pages if path.startswith(FOLDER)} == {f"{FOLDER}index.html", *pairs}


def test_manual_of_one_release_has_none(samples: Published, pages: Mapping[str, str]) -> None:
    single = [each for each in samples.catalogue.manuals if len(each.releases) == 1]

    for manual in some(single):
        assert f"manuals/{manual.id}/changes/index.html" not in pages


def test_choice_links_each_pair_and_says_what_it_means(pages: Mapping[str, str]) -> None:
    choice = pages[f"{FOLDER}index.html"]

    for path in some(path for path in pages if path.startswith(FOLDER) and "..." in path):
        assert path.removesuffix("index.html") in choice
    assert "breaks calls that worked" in choice


def test_older_versions_are_named_where_a_phone_shows_no_heads(pages: Mapping[str, str]) -> None:
    assert '<td data-label="From">' in pages[f"{FOLDER}index.html"]


def test_page_says_every_change_of_its_pair(samples: Published, pages: Mapping[str, str]) -> None:
    releases = manual_of(samples.catalogue).releases
    for before, after in some(combinations(releases, 2)):
        page = pages[f"{FOLDER}{before.version}...{after.version}/index.html"]
        changed = changes_between(before, after, LONGEST)

        said = [change for _, found in changed.by_tools for change in found]
        assert page.count('<li class="change--') == len(said)
        assert {change.sentence for change in said} == {each.sentence for each in changed.changes}
        assert ("mark--breaking" in page) == (changed.kind is Kind.BREAKING)


def test_what_changes_alike_in_several_tools_is_said_once(samples: Published) -> None:
    release = manual_of(samples.catalogue).releases[0]
    tool = release.tools[0]
    first, second, other = (replace(tool, name=name) for name in ("first", "second", "other"))
    before = replace(release, tools=(first, second, other))
    text: dict[str, Json] = {"type": "string"}
    number: dict[str, Json] = {"type": "number"}
    after = replace(
        release,
        tools=(
            replace(first, outputs=text),
            replace(second, outputs=text),
            replace(other, outputs=number),
        ),
    )
    changed = changes_between(before, after, LONGEST)

    assert {tools for tools, _ in changed.by_tools} == {("first", "second"), ("other",)}


def test_values_are_shown_before_and_after(samples: Published, pages: Mapping[str, str]) -> None:
    one, two = manual_of(samples.catalogue).releases[:2]
    changed = changes_between(one, two, LONGEST)
    sides = [each for change in changed.changes if (each := changed.sides_of(change))]
    page = pages[f"{FOLDER}{one.version}...{two.version}/index.html"]

    assert page.count("<dt>Before</dt>") == len(sides)


def test_type_that_becomes_one_of_several_is_shown_before_and_after(samples: Published) -> None:
    manual = manual_of(samples.catalogue)
    before = manual.releases[0]
    tool = before.tools[0]
    types: tuple[dict[str, Json], ...] = ({"type": "string"}, {"type": ["string", "null"]})
    one, two = (replace(before, tools=(replace(tool, outputs=each),)) for each in types)
    changed = changes_between(one, two, LONGEST)

    assert [changed.sides_of(each) for each in changed.changes] == [
        ('"string"', '[{"type": "string"}, {"type": "null"}]')
    ]


def test_page_of_many_versions_stays_small(samples: Published, shell: str) -> None:
    manual = manual_of(samples.catalogue)
    first = manual.releases[0]
    releases = tuple(replace(first, version=f"1.{minor}.0") for minor in range(40))
    many = replace(manual, releases=releases)
    catalogue = replace(samples.catalogue, manuals=(many,))
    pages = pages_of(catalogue, shell)

    assert len(pages) == 1 + NEWEST * (NEWEST - 1) // 2
    assert releases[-1].version in pages[f"{FOLDER}index.html"]
    assert "<code>registry diff</code>" in pages[f"{FOLDER}index.html"]
