"""Colours are for terminals that show them, and for people who like them."""

from __future__ import annotations

import sys

import pytest

from registry.cli._style import styled


@pytest.mark.parametrize(
    ("environment", "is_terminal", "is_red"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours_are_shown_where_they_can_be(
    monkeypatch: pytest.MonkeyPatch,
    *,
    environment: dict[str, str],
    is_terminal: bool,
    is_red: bool,
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)

    assert ("\x1b" in styled("x", fg="red")) == is_red
