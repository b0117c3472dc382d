"""Guesses at what a misspelt name was meant to be."""

from __future__ import annotations

import pytest

from registry.diagnostics import nearest

MANY = [f"get_thing_{number}" for number in range(2_000)]


@pytest.mark.parametrize(
    "misspelt",
    ["get_thnig_1500", "gt_thing_1500", "get_thingg_1500", "get-thimg-1500"],
)
def test_name_one_slip_away_is_found_among_thousands(misspelt: str) -> None:
    assert nearest(misspelt, MANY) == "get_thing_1500"


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("get_wheather", "get_weather"),
        ("get_waether_forcast", "get_weather_forecast"),
        ("GetWeather", "get_weather"),
        ("list", ""),
        ("urk", ""),
        ("pizza", ""),
    ],
)
def test_guess_is_what_is_nearly_the_same(misspelt: str, meant: str) -> None:
    names = ["delete_weather", "get_weather", "get_weather_forecast", "url"]
    assert nearest(misspelt, names) == meant
