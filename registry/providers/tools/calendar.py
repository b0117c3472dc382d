"""The toolkit Calendar: weekdays, spans between dates and the moveable feasts."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from registry.providers.tools import Toolkit, ToolkitTool, schema_of
from registry.providers.tools.days import DATE, GREGORIAN, day

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WORKDAYS = 5
_FEASTS = {"ash_wednesday": -46, "good_friday": -2, "easter": 0, "ascension": 39, "pentecost": 49}
"""Days from Easter Sunday."""


def weekday(date: str) -> dict[str, Any]:
    """Return the weekday of *date*, its ISO 8601 week and its number in the year."""
    chosen = day(date, GREGORIAN)
    week_year, week, number = chosen.isocalendar()
    return {
        "weekday": _WEEKDAYS[number - 1],
        "iso_week": f"{week_year}-W{week:02}",
        "day_of_year": chosen.timetuple().tm_yday,
    }


def days_between(start: str, end: str) -> dict[str, Any]:
    """Return the number of days, and of Mondays to Fridays, in [*start*, *end*)."""
    first, last = day(start, GREGORIAN), day(end, GREGORIAN)
    weeks, rest = divmod(abs((last - first).days), 7)
    monday_based = min(first, last).weekday()
    workdays = weeks * _WORKDAYS + sum((monday_based + n) % 7 < _WORKDAYS for n in range(rest))
    return {"days": (last - first).days, "workdays": workdays if last >= first else -workdays}


def feasts(year: int) -> dict[str, str]:
    """Return the feasts of western churches that move with Easter in *year*."""
    easter = _easter_sunday(year)
    return {name: str(easter + timedelta(days=offset)) for name, offset in _FEASTS.items()}


def _easter_sunday(year: int) -> date:
    """Return Easter Sunday by Gauss's rule in the form that Lichtenberg gave it."""
    century = year // 100
    moon_shift = 15 + (3 * century + 3) // 4 - (8 * century + 13) // 25
    sun_shift = 2 - (3 * century + 3) // 4
    golden = year % 19
    moon = (19 * golden + moon_shift) % 30
    correction = (moon + golden // 11) // 29
    full_moon = 21 + moon - correction
    first_sunday = 7 - (year + year // 4 + sun_shift) % 7
    day_of_march = full_moon + 7 - (full_moon - first_sunday) % 7
    return date(year, 3, 1) + timedelta(days=day_of_march - 1)


_FEAST = {"type": "string", "description": "A date such as 2025-04-20."}

TOOLKIT = Toolkit(
    name="Calendar",
    version="1.0.0",
    description="The Gregorian calendar from 1583 to 9999.",
    tools=(
        ToolkitTool(
            name="Weekday",
            version="1.0.0",
            description="Tell on which weekday a date falls, its ISO week and its day of the year.",
            input_schema=schema_of({"date": DATE}),
            output_schema=schema_of(
                {
                    "weekday": {"type": "string", "enum": list(_WEEKDAYS)},
                    "iso_week": {"type": "string", "description": "A week such as 2025-W03."},
                    "day_of_year": {"type": "integer", "description": "From 1 to 366."},
                }
            ),
            run=weekday,
        ),
        ToolkitTool(
            name="DaysBetween",
            version="1.0.0",
            description=(
                "Count the days and the days from Monday to Friday between two dates; the first "
                "date counts, the last does not. Public holidays are not known."
            ),
            input_schema=schema_of(
                {
                    "start": {**DATE, "description": "The first day, such as 2025-01-31."},
                    "end": {**DATE, "description": "The day after the last one counted."},
                }
            ),
            output_schema=schema_of(
                {
                    "days": {"type": "integer", "description": "Negative if end is before start."},
                    "workdays": {
                        "type": "integer",
                        "description": "Mondays to Fridays among them.",
                    },
                }
            ),
            run=days_between,
        ),
        ToolkitTool(
            name="Feasts",
            version="1.0.0",
            description="Give the dates of Easter and of the western feasts that move with it.",
            input_schema=schema_of(
                {
                    "year": {
                        "type": "integer",
                        "minimum": GREGORIAN[0],
                        "maximum": GREGORIAN[-1],
                        "description": "A year of the Gregorian calendar.",
                    }
                }
            ),
            output_schema=schema_of(dict.fromkeys(_FEASTS, _FEAST)),
            run=feasts,
        ),
    ),
).renewed("1.0.1")
