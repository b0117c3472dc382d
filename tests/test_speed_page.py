"""The page *How fast it is* says what was measured last, beside others, with its spread."""

from __future__ import annotations

import json
import re

import pytest
from speed_page import GROUPS, KEPT, PAGE, page, shown

WRITTEN = page()
LAST = json.loads(max(KEPT.glob("*.json")).read_text(encoding="utf-8"))


def test_page_is_what_was_measured() -> None:
    assert PAGE.read_text(encoding="utf-8") == WRITTEN, "run `make generated`"


def test_every_group_has_a_peer_or_is_only_ours() -> None:
    ours = {row["group"] for row in LAST["rows"] if row["is_ours"]}
    others = {row["group"] for row in LAST["rows"] if not row["is_ours"]}

    assert ours == set(GROUPS)
    assert others == set(GROUPS) - {"command"}


@pytest.mark.parametrize("row", LAST["rows"], ids=lambda row: f"{row['name']}, {row['tools']}")
def test_row_is_in_a_table_with_its_middle_and_spread(row: dict[str, object]) -> None:
    seconds = row["seconds"]
    assert isinstance(seconds, list)
    spread = f"({shown(min(seconds))} to {shown(max(seconds))})"

    assert re.search(
        rf"\| \**{re.escape(str(row['name']))}\** \| .* {re.escape(spread)} \|", WRITTEN
    )


def test_every_picture_says_what_it_shows() -> None:
    pictures = re.findall(r"<svg.*?</svg>", WRITTEN, re.DOTALL)

    assert pictures
    assert all(
        re.match(r'<svg [^>]*role="img" aria-label="[^"]+ among ', each) for each in pictures
    )


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.00012, "0.1 ms"), (0.05, "50.0 ms"), (0.5, "0.50 s"), (63.4, "63 s")]
)
def test_seconds_are_written_with_as_many_digits_as_mean_something(
    seconds: float, text: str
) -> None:
    assert shown(seconds) == text
