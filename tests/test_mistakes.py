"""One mistake of someone who comes from elsewhere is one problem, at its line, with what to do.

`tests/mistakes/` has a sound tree, and in `mistakes.yaml` what strangers write into it.
"""

from __future__ import annotations

import pytest
import yaml
from paths import TESTS
from problem_trees import reported

FOLDER = TESTS / "mistakes"
MANUALS = "manuals/example/"
SOUND = {
    path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.rglob("*.yaml"))
    if path.name != "mistakes.yaml"
}
MISTAKES = yaml.safe_load((FOLDER / "mistakes.yaml").read_text(encoding="utf-8"))


def test_the_tree_without_the_mistakes_is_sound() -> None:
    assert reported(SOUND) == ()


@pytest.mark.parametrize(
    "mistake", MISTAKES, ids=lambda each: f"{each['file']}: {each['with'] or 'no ' + each['write']}"
)
def test_mistake_is_one_problem_with_what_to_do(mistake: dict[str, str]) -> None:
    path = MANUALS + mistake["file"]
    before, found, after = SOUND[path].partition(mistake["write"])
    (problem,) = reported({**SOUND, path: f"{before}{mistake['with']}{after}"})

    assert found
    assert problem.place.path == path
    assert mistake["hint"] in f"{problem.hint}\n"
