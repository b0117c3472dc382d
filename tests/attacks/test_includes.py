"""Whatever an included registry signs, what is taken of it passes the check, or nothing is."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from attack import flipped, mangled, seeds
from publishing import published
from upstreams import LATER, downstream, upstream

from registry.model.files import digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from upstreams import Downstream

pytestmark = pytest.mark.slow


def outside(mine: Downstream) -> dict[str, bytes]:
    """Return the files around what is included."""
    return {
        path.relative_to(mine.root.parent).as_posix(): path.read_bytes()
        for path in mine.root.parent.rglob("*")
        if path.is_file() and not {"included", ".cache"} & {*path.parts}
    }


def damaged(files: Mapping[str, bytes], dice: Random) -> dict[str, bytes]:
    """Return one to three of *files* that an include reads, each changed."""
    read = sorted(path for path in files if path.startswith(("v1/publishers/", "v1/sources/")))
    made = {}
    for path in dice.sample(read, dice.randint(1, 3)):
        if dice.random() < 0.2:
            made[path] = flipped(files[path], dice)
        else:
            text = json.dumps(mangled(json.loads(files[path]), dice))
            made[path] = text.encode("utf-8", "surrogatepass")
    return made


@pytest.mark.parametrize("seed", seeds(6))
def test_damaged_registry_is_taken_as_far_as_it_passes(seed: int, tmp_path: Path) -> None:
    with upstream(tmp_path / "upstream") as partner:
        mine = downstream(tmp_path / "mine")
        mine.names("partner", partner)
        partner.serve({**published().files})
        whole = mine.include()
        before, included = outside(mine), mine.ids()
        changed = damaged(published().files, Random(f"include {seed}"))
        partner.serve(redigested({**published().files, **changed}), LATER)
        done = mine.include()
        after, checked = outside(mine), mine.check()

    assert whole.exit_code == 0, whole.output
    assert len(included) > 5
    assert done.exit_code in {0, 1}, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert checked.is_publishable
    assert "harbour/tides" in mine.ids()
    assert after == before


def redigested(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return *files* with an index whose digests fit them."""
    index = json.loads(files["v1/index.json"])
    for name, listed in index["files"].items():
        if f"v1/{name}" in files:
            listed["sha256"] = digest(files[f"v1/{name}"]).sha256
    return {**files, "v1/index.json": json.dumps(index).encode()}
