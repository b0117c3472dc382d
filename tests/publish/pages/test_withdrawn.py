"""Whichever releases are withdrawn, the site is built."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from publishing import SAMPLES, SETTINGS

from registry import pipeline
from registry.model import Catalogue
from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from registry.model import Manual

pytestmark = pytest.mark.slow

MANUAL = "acme/tides"
VERSIONS = ("1.0.0", "1.1.0", "1.2.0", "2.0.0-rc.1")
SETS = [each for size in range(5) for each in combinations(VERSIONS, size)]


@pytest.fixture(scope="module")
def manual() -> Manual:
    """Return a manual of which each version but the first has changed a tool."""
    return pipeline.check(SAMPLES).catalogue.manual_by_id[MANUAL]


@pytest.mark.parametrize("withdrawn", SETS, ids="+".join)
def test_every_page_and_file_is_made(
    manual: Manual, withdrawn: tuple[str, ...], shell: str
) -> None:
    assert tuple(manual.release_by_version) == VERSIONS
    changed = replace(manual, yanked=dict.fromkeys(withdrawn, "It was wrong."))
    catalogue = Catalogue((manual.publisher,), (changed,))

    paths = {each.path for each in render(catalogue, Context(SETTINGS, shell), artefacts())}

    tools = changed.latest.tools if changed.latest else ()
    assert {f"tools/{each.id}/index.html" for each in tools} <= paths
    assert f"v1/manuals/{MANUAL}/index.json" in paths
