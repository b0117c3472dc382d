"""A registry with few tools shows what it has, and no place for what it has not."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from publishing import SAMPLES, SETTINGS

from registry import pipeline
from registry.model import Catalogue
from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = (
    "pages_home",
    "pages_catalogue",
    "pages_apis",
    "pages_facets",
    "pages_publishers",
    "pages_stats",
    "utcp_config",
)
SMALL = "dell/otc"
"""A manual without category and without an example from question to answer."""


@pytest.fixture(scope="module")
def small(shell: str) -> Mapping[str, str]:
    """Return the pages of a registry that has one manual."""
    whole = pipeline.check(SAMPLES).catalogue
    manuals = tuple(manual for manual in whole.manuals if manual.id == SMALL)
    return pages_of(Catalogue(tuple(manual.publisher for manual in manuals), manuals), shell)


@pytest.fixture(scope="module")
def empty(shell: str) -> Mapping[str, str]:
    """Return the pages of a registry whose example was removed."""
    return pages_of(Catalogue((), ()), shell)


def pages_of(catalogue: Catalogue, shell: str) -> Mapping[str, str]:
    wanted = [each for each in artefacts() if each.name in NAMES]
    files = render(catalogue, Context(SETTINGS, shell), wanted)
    return {file.path: file.data.decode("utf-8") for file in files}


def test_the_start_page_has_no_drawer_without_an_example(small: Mapping[str, str]) -> None:
    assert "drawer__front" not in small["index.html"]


def test_one_thing_is_not_counted_as_several(small: Mapping[str, str]) -> None:
    assert '<meta name="description" content="1 tool of 1 API for AI agents:' in small["index.html"]
    assert '<meta name="description" content="1 tool, by protocol' in small["catalogue/index.html"]


def test_the_start_page_promises_no_page_that_is_not_there(small: Mapping[str, str]) -> None:
    assert "Measured search" not in small["index.html"]


def test_a_filter_without_values_is_hidden(small: Mapping[str, str]) -> None:
    page = small["catalogue/index.html"]

    assert 'data-facet="category" hidden>' in page
    assert 'data-facet="protocol">' in page


def test_numbers_call_no_file_empty(small: Mapping[str, str]) -> None:
    assert json.loads(small["stats/stats.json"])["downloads"]["utcp-config.json"] == 1


@pytest.mark.parametrize("path", ["manuals/", "publishers/", "tags/"])
def test_a_short_list_keeps_no_room_for_a_filter(small: Mapping[str, str], path: str) -> None:
    assert 'class="filter"' not in small[f"{path}index.html"]


def test_a_heading_without_anything_below_it_is_left_out(empty: Mapping[str, str]) -> None:
    assert not {"Newest", "By publisher", "By category"} & headings(empty["index.html"])
    assert headings(empty["stats/index.html"]) == {
        "How many tools …",
        "What agents and browsers load",
    }


def headings(page: str) -> set[str]:
    return set(re.findall(r"<h2[^>]*>([^<]+)</h2>", page))
