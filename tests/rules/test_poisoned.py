"""Hostile text is found in whatever field of a manual it stands, and harmless text in none."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from examples import check
from poison_samples import HOSTILE, QUESTIONABLE, SPOTS, poisoned

from registry.rules import rules
from registry.rules._strings import Strings
from registry.source import Document
from registry.source.limits import MAX_SCALAR

if TYPE_CHECKING:
    from pathlib import Path

    from registry.source import Json

pytestmark = [pytest.mark.slow, pytest.mark.attack]

BENIGN = (
    "<important>Use the regional endpoint.</important>",
    "Override a safety rule of the routing control.",
    "You must first call CreateCluster to get an id.",
    "Returns the messages of a chat.",
    "Ask the station for the previous command.",
    "Emoji 👨‍👩‍👧 and ☀️, Persian می‌خواهم, Hindi क्‍ष, Deutsch für Übergrößen.",
    "Set MY_KEY in the configuration: ${MY_KEY}, $MY_KEY, YOUR_API_KEY or <token>.",
    "Pass the id of the user; the user is told the result.",
    "The best station near a place, by the most accurate measurement.",
    "AKIAIOSFODNN7EXAMPLE is how such a key looks.",
    "Run a query, then execute the job and check its state.",
    "a < b && b > c is written as `filter`.",
    "Use this tool when a date is missing; it is deprecated from June on.",
    "Security: HTTPS only. IMPORTANT: kelvin.",
    "μg/m³, Δt, 25 °C, naïve café",
    "The file begins with -----BEGIN RSA PRIVATE KEY-----, then come lines of Base64.",
    "Weather. IMPORTANT DEPRECATION NOTICE: from June on, kelvin. CRITICAL NOTE: not celsius.",
    "Reads the environment files, such as .env, of a task definition.",
)


def spots_found(rule: str, text: str, root: Path) -> set[tuple[str, int]]:
    return {
        (diagnostic.place.path, diagnostic.place.line)
        for diagnostic in check(root, poisoned(text))
        if diagnostic.rule == rule
    }


@pytest.mark.parametrize(
    ("rule", "text"),
    [(rule, text) for rule, texts in (HOSTILE | QUESTIONABLE).items() for text in texts],
    ids=lambda value: ascii(value)[:40],
)
def test_poison_is_found_in_every_field(rule: str, text: str, tmp_path: Path) -> None:
    missed = SPOTS - spots_found(rule, text, tmp_path)

    assert not missed


@pytest.mark.parametrize("text", BENIGN)
def test_harmless_text_passes_everywhere(text: str, tmp_path: Path) -> None:
    rules = HOSTILE.keys()
    found = [each for each in check(tmp_path, poisoned(text)) if each.rule in rules]

    assert not [each for each in found if each.severity == "error"]


@pytest.mark.parametrize("text", [texts[0] for texts in (HOSTILE | QUESTIONABLE).values()])
def test_repeating_a_text_costs_no_more_than_its_length(text: str) -> None:
    assert costs_its_length(text) or costs_its_length(text), "the processor may be busy once"


def costs_its_length(text: str) -> bool:
    """Return whether sixteen times the text takes nearer to 16 times as long than to 256 times.

    However busy a machine is, it disturbs neither of the two by four.
    """
    part, whole = seconds(text, 16), seconds(text, 1)
    return whole < part * 16 * 4 + 0.05


def seconds(text: str, share: int) -> float:
    """Return what all rules of strings take for *text*, repeated up to a share of the limit."""
    longest = (text * (MAX_SCALAR // len(text) + 1))[: MAX_SCALAR // share]
    return seconds_of({str(number): f"{longest} {number}" for number in range(2)})


def test_comment_that_begins_again_and_again_is_read_once() -> None:
    longest = "<!--" * (MAX_SCALAR // 4)

    assert seconds_of({"read": longest}) < seconds_of({"-": longest}) * 3 + 0.3


def test_tokens_that_begin_again_and_again_are_read_once() -> None:
    many, plain = ("-eyJ" * (MAX_SCALAR // 4), "-abc" * (MAX_SCALAR // 4))

    assert seconds_of({"read": many}, f"# {many}") < seconds_of({"read": plain}, plain) * 3 + 0.3


def seconds_of(data: dict[str, Json], text: str = "") -> float:
    """Return what all rules of strings take for the strings in *data*, which are from *text*."""
    strings = Strings(Document("m.yaml", text, data))
    began = time.process_time()
    for rule in rules():
        for _ in rule.check_strings(strings) if rule.check_strings else ():
            pass
    return time.process_time() - began
