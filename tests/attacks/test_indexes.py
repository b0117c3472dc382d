"""An index of which any byte was changed is refused or answers; nothing else happens."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from attack import flipped, seeds
from doctored import SEGMENT, TOC, TRACE, unzipped, zipped
from publishing import published
from seen import some

from registry import search
from registry.search import UnusableIndexError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@cache
def honest() -> bytes:
    return search.build(published().catalogue).to_bytes()


@pytest.mark.parametrize("part", [TOC, SEGMENT, "about.json", "the archive"])
def test_flipped_index_is_refused_or_answers(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in some(seeds(6)):
        dice, files = Random(f"{part} {seed}"), unzipped(honest())
        if part in files:
            data = zipped({**files, part: flipped(files[part], dice)})
        else:
            data = flipped(honest(), dice)
        with suppress(UnusableIndexError):
            index = search.open_index(data)
            index.query("weekday of a date", limit=10)
            index.query("tides news", protocol="utcp")

        assert not (tmp_path / TRACE).exists()
