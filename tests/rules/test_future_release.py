"""Dates are compared with a day that is handed in, and a build has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from command_line import run
from examples import RELEASE, Example, lay_out
from paths import ROOT
from repositories import Repository
from sites import LINKED

from registry import pipeline
from registry.catalogue.scope import Scope
from registry.review import review

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic

MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  released: "2099-01-01"
  sources:
    - {kind: text, url: "https://www.example.com/docs", date: "2026-11-19"}
"""


def laid_out(root: Path) -> Path:
    lay_out(root, Example({RELEASE: MANUAL}))
    return root / "manuals"


def dated(found: tuple[Diagnostic, ...]) -> list[tuple[str, int]]:
    """Return where dates lie in the future."""
    return [(each.place.path, each.place.line) for each in found if each.rule == "future-release"]


def test_a_date_is_compared_with_the_day_that_is_handed_in(tmp_path: Path) -> None:
    manuals = laid_out(tmp_path)

    assert dated(pipeline.check(manuals, day="2098-12-31").diagnostics) == [(RELEASE, 11)]
    assert dated(pipeline.check(manuals, day="2099-01-01").diagnostics) == []
    assert dated(pipeline.check(manuals).diagnostics) == []


def test_a_check_of_one_file_finds_what_a_check_of_all_files_finds(tmp_path: Path) -> None:
    manuals = laid_out(tmp_path)
    scope = Scope((RELEASE,))

    assert dated(pipeline.check(manuals, scope=scope, day="2026-11-22").diagnostics) == [
        (RELEASE, 11)
    ]
    # The second check reads what the first one kept.
    elsewhere = Scope(("manuals/example/publisher.yaml",))
    assert dated(pipeline.check(manuals, scope=elsewhere, day="2026-11-22").diagnostics) == []
    assert dated(pipeline.check(manuals, scope=scope, day="2100-01-01").diagnostics) == []


@pytest.mark.slow
def test_a_build_is_the_same_on_any_day(tmp_path: Path) -> None:
    built = pipeline.build(laid_out(tmp_path), tmp_path / "site", ROOT / "mkdocs.yml", LINKED)

    assert built.written
    assert dated(built.checked.diagnostics) == []


@pytest.mark.slow
def test_the_command_asks_for_the_day(tmp_path: Path) -> None:
    laid_out(tmp_path)
    done = run("check", folder=tmp_path)

    assert done.returncode == 0
    assert f"{RELEASE}:11:" in done.stdout
    assert "dated '2099-01-01', which has not come yet" in done.stdout


@pytest.mark.slow
def test_a_review_compares_with_the_day_where_the_registry_wants_an_error(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("rules.yaml", "levels: {future-release: error}\n")
    base = repository.commit()
    manuals = laid_out(tmp_path)

    def is_refused(day: str) -> bool:
        reasons = review(manuals, base, 7, day=day).verdict.reasons
        return "errors" in {reason.id for reason in reasons}

    assert is_refused("2026-11-22")
    assert not is_refused("2099-01-01")
