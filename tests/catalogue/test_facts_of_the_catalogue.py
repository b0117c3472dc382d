"""What was compared is of the release that pages show; of another one, they show nothing."""

from __future__ import annotations

import re

from paths import ROOT

from registry.model.versions import newest_in_use

RELEASE = re.compile(r'^release: "?([^"\n]+)', re.MULTILINE)


def test_all_facts_are_those_of_the_newest_release() -> None:
    behind = {}
    for file in (ROOT / "benchmarks" / "facts").glob("*/*.yaml"):
        manual = ROOT / "manuals" / file.parent.name / file.stem
        newest = newest_in_use({each.stem for each in manual.glob("[0-9]*.*")})
        if RELEASE.findall(file.read_text(encoding="utf-8")) != [newest]:
            behind[f"{file.parent.name}/{file.stem}"] = newest

    assert not behind
