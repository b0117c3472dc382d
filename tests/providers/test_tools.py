"""What the reference servers compute, against facts from almanacs and standards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import jsonschema
import pytest
from seen import some

from registry.providers import arguments
from registry.providers.opentool import DOCUMENTS
from registry.providers.otc import TOOLKITS
from registry.providers.tools import (
    ToolError,
    ToolkitTool,
    calendar,
    checkdigits,
    geo,
    sky,
    workshop,
)

TOOLS = [tool for toolkit in TOOLKITS.values() for tool in toolkit.tools]
OSLO, ROME = (59.9139, 10.7522), (41.9028, 12.4964)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: f"{tool.name}@{tool.version}")
def test_schemas_are_valid_and_every_parameter_is_described(tool: ToolkitTool) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        jsonschema.Draft202012Validator.check_schema(schema)
    described = tool.input_schema["properties"].values()

    assert all(parameter.get("description") for parameter in described)


@pytest.mark.parametrize(
    ("place", "date", "sunrise", "sunset"),
    [
        ((59.91, 10.75), "2025-06-21", "2025-06-21T01:54Z", "2025-06-21T20:44Z"),  # Oslo
        ((51.51, -0.13), "2024-12-21", "2024-12-21T08:04Z", "2024-12-21T15:54Z"),  # London
        ((-33.87, 151.21), "2025-01-01", "2024-12-31T18:48Z", "2025-01-01T09:09Z"),  # Sydney
        ((78.22, 15.65), "2025-06-21", None, None),  # Longyearbyen, midnight sun
        ((78.22, 15.65), "2025-12-21", None, None),  # and polar night
    ],
)
def test_sunrise_and_sunset_are_those_of_the_almanac_to_a_minute(
    place: tuple[float, float], date: str, sunrise: str | None, sunset: str | None
) -> None:
    times = sky.sun_times(*place, date)

    for computed, expected in ((times["sunrise"], sunrise), (times["sunset"], sunset)):
        assert (computed is None) == (expected is None)
        if expected:
            off = datetime.fromisoformat(computed) - datetime.fromisoformat(expected)
            assert abs(off) <= timedelta(minutes=1)


def test_day_beyond_the_polar_circle_lasts_all_day_or_not_at_all() -> None:
    days = [
        sky.sun_times(78.22, 15.65, date)["daylight_minutes"]
        for date in ("2025-06-21", "2025-12-21")
    ]

    assert days == [24 * 60, 0]


def test_sun_stands_over_the_equator_at_the_equinox() -> None:
    position = sky.sun_position(90, 0, "2025-03-20T09:01Z")

    assert abs(position["altitude"]) < 0.02


@pytest.mark.parametrize(
    ("date", "phase"),
    [
        ("2025-10-07", "full moon"),
        ("2025-10-04", "waxing gibbous"),
        ("2025-10-10", "waning gibbous"),
        ("2025-11-20", "new moon"),
        ("2025-11-28", "first quarter"),
        ("2025-11-24", "waxing crescent"),
        ("2025-12-11", "last quarter"),
        ("2025-12-15", "waning crescent"),
    ],
)
def test_moon_has_the_phase_of_the_almanac(date: str, phase: str) -> None:
    assert sky.moon_phase(date)["phase"] == phase


def test_moon_is_lit_as_meeus_computes_it() -> None:
    # Astronomical Algorithms, example 48.a: 0.68 at 0h on this day; twelve hours later it is more.
    assert sky.moon_phase("1992-04-11")["illuminated"] < 0.68
    assert sky.moon_phase("1992-04-12")["illuminated"] > 0.68


@pytest.mark.parametrize("date", ["2025-02-29", "1899-12-31", "2101-01-01"])
def test_day_that_does_not_exist_or_is_out_of_reach_is_refused(date: str) -> None:
    with pytest.raises(ToolError):
        sky.moon_phase(date)


def test_great_circle_is_as_long_as_the_sphere_says() -> None:
    quarter = geo.EARTH_RADIUS * 3.141592653589793 / 2

    assert geo.distance(0, 0, 90, 0) == {"kilometres": round(quarter, 3), "bearing": 0.0}
    assert geo.distance(0, 0, 0, 180)["kilometres"] == round(2 * quarter, 3)
    assert geo.distance(*OSLO, *OSLO)["kilometres"] == 0


def test_destination_undoes_distance() -> None:
    way = geo.distance(*OSLO, *ROME)
    arrival = geo.destination(*OSLO, **way)

    assert arrival["latitude"] == pytest.approx(ROME[0], abs=0.001)
    assert arrival["longitude"] == pytest.approx(ROME[1], abs=0.001)


def test_destination_crosses_the_date_line() -> None:
    assert geo.destination(0, 179, 90, 222.39)["longitude"] == pytest.approx(-179, abs=0.001)


def test_midpoint_is_equally_far_from_both_ends() -> None:
    middle = geo.midpoint(*OSLO, *ROME)
    halves = [geo.distance(*end, **to(middle))["kilometres"] for end in (OSLO, ROME)]

    assert halves[0] == pytest.approx(halves[1], abs=1)


def to(place: dict[str, float]) -> dict[str, float]:
    return {"to_latitude": place["latitude"], "to_longitude": place["longitude"]}


@pytest.mark.parametrize(
    ("year", "easter"),
    [
        (1818, "1818-03-22"),
        (1943, "1943-04-25"),
        (1954, "1954-04-18"),
        (1981, "1981-04-19"),
        (2000, "2000-04-23"),
        (2025, "2025-04-20"),
        (2049, "2049-04-18"),
    ],
)
def test_easter_is_right_in_the_years_that_catch_simple_rules(year: int, easter: str) -> None:
    assert calendar.feasts(year)["easter"] == easter


def test_weekday_comes_with_its_iso_week() -> None:
    expected = {"weekday": "Friday", "iso_week": "2020-W53", "day_of_year": 1}

    assert calendar.weekday("2021-01-01") == expected


@pytest.mark.parametrize(
    ("start", "end", "days", "workdays"),
    [
        ("2025-01-31", "2025-03-01", 29, 21),
        ("2025-03-01", "2025-01-31", -29, -21),
        ("2025-11-22", "2025-11-24", 2, 0),
        ("2025-11-24", "2025-11-24", 0, 0),
        ("2025-11-21", "2025-11-25", 4, 2),
    ],
)
def test_days_between_counts_the_first_and_not_the_last(
    start: str, end: str, days: int, workdays: int
) -> None:
    assert calendar.days_between(start, end) == {"days": days, "workdays": workdays}


@pytest.mark.parametrize(
    ("isbn", "isbn_13"),
    [
        ("978-0-306-40615-7", "9780306406157"),
        ("0-306-40615-2", "9780306406157"),
        ("0-8044-2957-X", "9780804429573"),
        ("978-0-306-40615-8", None),
        ("0-306-40615-3", None),
        ("977-0-306-40615-0", None),
        ("0-306-4061-2", None),
    ],
)
def test_isbn_is_checked_and_written_with_13_digits(isbn: str, isbn_13: str | None) -> None:
    assert checkdigits.check_isbn(isbn) == {"valid": bool(isbn_13), "isbn_13": isbn_13}


def test_iban_is_checked_and_printed_in_groups() -> None:
    printed = "GB82 WEST 1234 5698 7654 32"

    assert checkdigits.check_iban("gb82west12345698765432") == {"valid": True, "printed": printed}
    assert checkdigits.check_iban("GB28WEST12345698765432") == {"valid": False, "printed": None}


def test_luhn_digit_is_checked_and_named() -> None:
    assert checkdigits.check_luhn("7992 7398 713") == {"valid": True, "expected_digit": "3"}
    assert checkdigits.check_luhn("7992 7398 710") == {"valid": False, "expected_digit": "3"}


@pytest.mark.parametrize(
    ("value", "from_unit", "to_unit", "expected"),
    [
        (100, "celsius", "fahrenheit", 212.0),
        (-40, "fahrenheit", "celsius", -40.0),
        (0, "kelvin", "celsius", -273.15),
        (26.2, "mile", "kilometre", 42.1648128),
        (90, "kilometre_per_hour", "metre_per_second", 25.0),
        (1, "imperial_gallon", "litre", 4.54609),
        (0.1, "metre", "millimetre", 100.0),
    ],
)
def test_conversion_is_exact(value: float, from_unit: str, to_unit: str, expected: float) -> None:
    assert workshop.convert_unit(value, from_unit, to_unit) == expected


def test_conversion_between_different_quantities_is_refused_with_the_units_that_fit() -> None:
    with pytest.raises(ToolError) as caught:
        workshop.convert_unit(1, "metre", "gram")

    assert "mile" in caught.value.hint


def test_words_are_counted_as_people_count_them() -> None:
    counts = workshop.count_words("It's a well-known 3.5 m thing. Yes?\nYes!")

    assert counts == {"characters": 40, "words": 9, "sentences": 3, "lines": 2}


def test_texts_are_compared_word_by_word() -> None:
    assert workshop.compare_texts("The cat sat", "a cat sat") == {
        "similarity": 0.667,
        "only_first": ["the"],
        "only_second": ["a"],
    }


def test_long_texts_of_few_words_are_compared_at_once() -> None:
    compared = workshop.compare_texts("a b " * 100_000, "b a " * 100_000)

    assert compared == {"similarity": 1, "only_first": [], "only_second": []}


def test_slug_is_plain_ascii() -> None:
    assert workshop.make_slug("  Čeština: über--uns! ") == "cestina-uber-uns"


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        ({"type": "string", "minLength": 2}, "ab", "a"),
        ({"type": "string", "maxLength": 2}, "ab", "abc"),
        ({"type": "string", "pattern": "^[a-z]$"}, "a", "a\n"),
        ({"type": "string", "enum": ["a"]}, "a", "b"),
        ({"type": "integer"}, 1, 1.5),
        ({"type": "integer"}, 1, True),
        ({"type": "number", "minimum": 0}, 0, -1),
        ({"type": "number", "maximum": 0}, 0, 1),
        ({"type": "boolean"}, False, 0),
        ({"type": "array", "items": {"type": "string"}}, ["a", "b"], ["a", 1]),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 1}, ["a"], ["a", "b"]),
    ],
)
def test_argument_is_checked_as_json_schema_would(
    schema: dict[str, Any], right: object, wrong: object
) -> None:
    whole = {"properties": {"x": schema}}

    assert not arguments.problems(whole, {"x": right})
    assert arguments.problems(whole, {"x": wrong}).keys() == {"x"}


def test_every_function_describes_itself_and_its_parameters() -> None:
    functions = some(function for make in DOCUMENTS.values() for function in make().functions)
    parameters = some(each for function in functions for each in function.parameters)

    assert all(function.description for function in functions)
    assert all(each["description"] for each in parameters)
