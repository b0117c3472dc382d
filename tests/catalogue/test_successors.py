"""No manual sends its users to one that does harm, or that has nothing for them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from broken import FOLDER

from registry import pipeline

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = "manuals/example/sample", "manuals/example/other"


@pytest.mark.parametrize(
    "unfit",
    [
        "status: {state: quarantined, reason: It leaks keys.}",
        'yanked: {"1.0.0": It called the wrong host.}',
    ],
)
def test_unfit_successor_is_reported_where_it_is_named(unfit: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "_base", tmp_path, dirs_exist_ok=True)
    shutil.copytree(tmp_path / OLD, tmp_path / NEW)
    moved = "state: deprecated, reason: Its name changed., replaced_by: example/other"
    (tmp_path / OLD / "manual.yaml").write_text(f"title: Old\nstatus: {{{moved}}}\n")
    listing = tmp_path / NEW / "manual.yaml"
    listing.write_text("title: New\n")
    before = pipeline.check(tmp_path / "manuals").diagnostics
    listing.write_text(f"title: New\n{unfit}\n")
    after = pipeline.check(tmp_path / "manuals").diagnostics
    places = [(each.rule, str(each.severity), each.place.path) for each in after]

    assert "unknown-manual" not in {each.rule for each in before}
    assert ("unknown-manual", "warning", f"{OLD}/manual.yaml") in places
