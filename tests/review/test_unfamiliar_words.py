"""What an update says in other words than English and its own needs a maintainer's review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from two_releases import MANUAL, TOOL, write_two_releases

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.review import unfamiliar_words
from registry.review.diff import compare_versions

SAID = yaml.safe_load(Path(__file__).with_name("unfamiliar_words.yaml").read_text(encoding="utf-8"))
DESCRIPTION = "Current weather at the station nearest to a place."


def cases(kind: str) -> list[tuple[str, str]]:
    return [(" ".join(each["merged"]), said) for each in SAID.values() for said in each[kind]]


def unfamiliar(root: Path, merged: str, said: str) -> list[str]:
    """Return what is unfamiliar in an update of a tool, described as *merged*, by *said*."""
    before = TOOL.replace(DESCRIPTION, json.dumps(merged))
    after = before.replace("A town.", json.dumps(said))
    manuals = assemble(load_tree(write_two_releases(root, before, after)))[0].manual_by_id
    return list(unfamiliar_words.in_releases(compare_versions(manuals[MANUAL])))


@pytest.mark.parametrize(("merged", "said"), cases("unfamiliar"))
def test_unfamiliar_words_are_shown(merged: str, said: str, tmp_path: Path) -> None:
    (found,) = unfamiliar(tmp_path, merged, said)

    assert found.startswith("'get_weather' says ")
    assert found.endswith(" at inputs.properties.place.description")


@pytest.mark.parametrize(("merged", "said"), cases("familiar"))
def test_familiar_words_need_no_review(merged: str, said: str, tmp_path: Path) -> None:
    assert unfamiliar(tmp_path, merged, said) == []
