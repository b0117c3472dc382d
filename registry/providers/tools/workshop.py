"""The OpenTool document Workshop: convert units of measure, count and compare words."""

from __future__ import annotations

import difflib
import re
import unicodedata
from fractions import Fraction
from typing import Any

from registry.providers.tools import Function, FunctionSet, ToolError, parameter

# One unit of each in the first unit of its line, exact by definition.
_SCALES: dict[str, dict[str, str]] = {
    "length": {
        "metre": "1",
        "kilometre": "1000",
        "centimetre": "0.01",
        "millimetre": "0.001",
        "inch": "0.0254",
        "foot": "0.3048",
        "yard": "0.9144",
        "mile": "1609.344",
        "nautical_mile": "1852",
    },
    "mass": {
        "kilogram": "1",
        "gram": "0.001",
        "tonne": "1000",
        "ounce": "0.028349523125",
        "pound": "0.45359237",
    },
    "volume": {
        "litre": "1",
        "millilitre": "0.001",
        "cubic_metre": "1000",
        "us_gallon": "3.785411784",
        "imperial_gallon": "4.54609",
        "us_cup": "0.2365882365",
    },
    "time": {"second": "1", "minute": "60", "hour": "3600", "day": "86400", "week": "604800"},
    "speed": {"metre_per_second": "1", "kilometre_per_hour": "5/18", "mile_per_hour": "0.44704"},
    "temperature": {"kelvin": "1", "celsius": "1", "fahrenheit": "5/9"},
}
_ZERO_POINTS = {"celsius": "273.15", "fahrenheit": "45967/180"}
"""Kelvin at the zero of the scales that do not start at absolute zero."""

_QUANTITY_OF = {unit: quantity for quantity, scale in _SCALES.items() for unit in scale}
_LONGEST_SLUG = 60


def convert_unit(value: float, from_unit: str, to_unit: str) -> float:
    """Return *value* in *to_unit*; raise ToolError when it measures something else."""
    quantity = _QUANTITY_OF[from_unit]
    if quantity != _QUANTITY_OF[to_unit]:
        raise ToolError(
            f"{from_unit} measures {quantity}, {to_unit} {_QUANTITY_OF[to_unit]}",
            f"Units of {quantity}: {', '.join(_SCALES[quantity])}",
        )
    scale = {unit: Fraction(size) for unit, size in _SCALES[quantity].items()}
    base = Fraction(str(value)) * scale[from_unit] + Fraction(_ZERO_POINTS.get(from_unit, "0"))
    try:
        return float((base - Fraction(_ZERO_POINTS.get(to_unit, "0"))) / scale[to_unit])
    except OverflowError:
        raise ToolError("The result is too large to write down") from None


def list_units(quantity: str) -> list[str]:
    """Return the units of *quantity*."""
    return list(_SCALES[quantity])


def count_words(text: str) -> dict[str, int]:
    """Return how many characters, words, sentences and lines *text* has."""
    return {
        "characters": len(text),
        "words": len(re.findall(r"\w+(?:['\u2019-]\w+)*", text)),
        "sentences": len(re.split(r"(?<=[.!?])\s+", text.strip())) if text.strip() else 0,
        "lines": len(text.splitlines()),
    }


def compare_texts(first: str, second: str) -> dict[str, Any]:
    """Return how alike two texts are in their words, and those that only one of them has."""
    before, after = (re.findall(r"\w+", text.casefold()) for text in (first, second))
    return {
        # The order of the words does not count: to find it, some texts take minutes.
        "similarity": round(difflib.SequenceMatcher(None, before, after).quick_ratio(), 3),
        "only_first": sorted(set(before) - set(after)),
        "only_second": sorted(set(after) - set(before)),
    }


def make_slug(text: str) -> str:
    """Return *text* as a name for files and addresses: ASCII letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_SLUG].rstrip("-")


_TEXT = {"type": "string"}
_WORDS = {"type": "array", "items": _TEXT}
_UNIT = {"type": "string", "enum": list(_QUANTITY_OF)}
_NUMBER = {"type": "integer"}


def workshop() -> FunctionSet:
    """Return the functions of the workshop, which remember nothing."""
    return FunctionSet(
        opentool="1.1.0",
        title="Workshop",
        version="1.0.1",
        description="Exact unit conversion and plain measures of texts, so that nobody guesses.",
        functions=(
            Function(
                name="convert_unit",
                description=(
                    "Convert a measure to another unit of the same quantity: lengths, masses, "
                    "volumes, times, speeds and temperatures."
                ),
                parameters=(
                    parameter("value", {"type": "number"}, "How many of the first unit."),
                    parameter("from_unit", _UNIT, "The unit that the value is in."),
                    parameter("to_unit", _UNIT, "The unit that you want."),
                ),
                returns={
                    "name": "value",
                    "description": "How many of the wanted unit.",
                    "schema": {"type": "number"},
                },
                run=convert_unit,
            ),
            Function(
                name="list_units",
                description="List the units of one quantity that convert_unit knows.",
                parameters=(
                    parameter(
                        "quantity", {"type": "string", "enum": list(_SCALES)}, "What is measured."
                    ),
                ),
                returns={"name": "units", "schema": _WORDS},
                run=list_units,
            ),
            Function(
                name="count_words",
                description="Count the characters, words, sentences and lines of a text.",
                parameters=(parameter("text", _TEXT, "The text to measure."),),
                returns={
                    "name": "counts",
                    "schema": {
                        "type": "object",
                        "properties": {
                            "characters": _NUMBER,
                            "words": _NUMBER,
                            "sentences": _NUMBER,
                            "lines": _NUMBER,
                        },
                        "required": ["characters", "words", "sentences", "lines"],
                    },
                },
                run=count_words,
            ),
            Function(
                name="compare_texts",
                description="Tell how alike two texts are and which words only one of them uses.",
                parameters=(
                    parameter("first", _TEXT, "One text."),
                    parameter("second", _TEXT, "The other text."),
                ),
                returns={
                    "name": "comparison",
                    "schema": {
                        "type": "object",
                        "properties": {
                            "similarity": {
                                "type": "number",
                                "description": "From 0, nothing in common, to 1, the same words.",
                            },
                            "only_first": _WORDS,
                            "only_second": _WORDS,
                        },
                        "required": ["similarity", "only_first", "only_second"],
                    },
                },
                run=compare_texts,
            ),
            Function(
                name="make_slug",
                description="Turn a title into a short name for a file or a web address.",
                parameters=(parameter("text", _TEXT, "The title."),),
                returns={"name": "slug", "schema": _TEXT},
                run=make_slug,
            ),
        ),
    )
