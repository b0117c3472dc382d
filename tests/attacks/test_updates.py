"""Whatever an update says in odd places, its review ends with a verdict."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from attack import TEXTS, mangled, seeded, seeds
from damage import paths
from paths import ROOT
from repositories import Repository

from registry import source
from registry.review import Decision, review

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

pytestmark = pytest.mark.slow

MANUALS = ROOT / "tests" / "contract" / "manuals"
OWNER = 583231
UPDATES = 20
"""How many updates of each seed are reviewed; to make the repository takes as long."""


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("merged")
    shutil.copytree(MANUALS, root / "manuals")
    for path in (root / "manuals").glob("*/publisher.yaml"):
        path.write_bytes(path.read_bytes() + f"owners: [{{login: wile, id: {OWNER}}}]\n".encode())
    Repository(root).commit()
    return root


def with_odd_key(data: Any, dice: Random) -> Any:  # noqa: ANN401 - any JSON
    """Return *data* with another key, such as a version that is none, in one of its mappings."""
    places = [data, *(_at(data, path) for path in paths(data))]
    chosen = dice.choice([each for each in places if isinstance(each, dict)])
    chosen[dice.choice([*TEXTS, "9.9.9", "1.0", "evil"])] = dice.choice([*chosen.values(), "odd"])
    return data


def _at(data: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401 - any JSON
    for step in path:
        data = data[step]
    return data


@pytest.mark.parametrize("seed", seeds(6))
def test_odd_update_gets_a_verdict(seed: int, merged: Path) -> None:
    dice = seeded("update", seed)
    files = sorted((merged / "manuals").rglob("*.yaml"))
    outcomes = []
    for path in dice.choices(files, k=UPDATES):
        before = path.read_bytes()
        document, _ = source.read_document(path.name, before)
        assert document
        changed = mangled(document.data, dice)
        if dice.random() < 0.5 and isinstance(changed, dict):
            changed = with_odd_key(changed, dice)
        is_listing = path.stem in {"manual", "publisher"}
        target = path if is_listing else path.with_name("9.0.0.yaml")
        target.write_text(json.dumps(changed), encoding="utf-8")
        try:
            outcomes.append(review(merged / "manuals", "HEAD", OWNER).verdict.outcome)
        finally:
            target.unlink()
            path.write_bytes(before)

    assert len(outcomes) == UPDATES
    assert Decision.REJECTED in outcomes
