"""The toolkit Sky: where the sun stands, when it rises and sets, and the phase of the moon.

The sun follows the low-precision theory of Meeus, *Astronomical Algorithms*, chapters 25 and 28
(good to about a minute of time between 1900 and 2100), the moon chapter 48 (about a degree).
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, time, timedelta
from typing import Any

from registry.providers.tools import Toolkit, ToolkitTool, schema_of
from registry.providers.tools.days import DATE, MINUTE, MINUTE_FORMAT, day, minute

_EPOCH = datetime(2000, 1, 1, 12, tzinfo=UTC)
_DAYS_PER_CENTURY = 36525
_HORIZON = 90.833
"""Degrees from the zenith at sunrise: refraction lifts the disc, whose upper edge counts."""

_PHASES = (
    "new moon",
    "waxing crescent",
    "first quarter",
    "waxing gibbous",
    "full moon",
    "waning gibbous",
    "last quarter",
    "waning crescent",
)
_DEGREES_PER_DAY = 12.19
"""How far the moon moves away from the sun in a day, so how long a principal phase is named."""


def sun_times(latitude: float, longitude: float, date: str) -> dict[str, Any]:
    """Return sunrise, noon and sunset (UTC) of the solar day that *date* is at *longitude*."""
    mean_noon = datetime.combine(day(date), time(12), tzinfo=UTC)
    mean_noon -= timedelta(minutes=4 * longitude)
    noon = mean_noon - timedelta(minutes=_sun(mean_noon)[1])
    sunrise, sunset = (_crossing(latitude, noon, sign) for sign in (-1, 1))
    if sunrise and sunset:
        daylight = sunset - sunrise
    else:
        daylight = timedelta(minutes=8 * _half_day(latitude, noon))
    return {
        "sunrise": sunrise and _minute(sunrise),
        "solar_noon": _minute(noon),
        "sunset": sunset and _minute(sunset),
        "daylight_minutes": round(daylight.total_seconds() / 60),
    }


def sun_position(latitude: float, longitude: float, instant: str) -> dict[str, Any]:
    """Return the sun's altitude and azimuth at *instant*, without refraction."""
    moment = minute(instant)
    declination, equation = _sun(moment)
    solar_minutes = moment.hour * 60 + moment.minute + equation + 4 * longitude
    hour_angle = math.radians(solar_minutes / 4 - 180)
    north = math.radians(latitude)
    altitude = math.asin(
        math.sin(north) * math.sin(declination)
        + math.cos(north) * math.cos(declination) * math.cos(hour_angle)
    )
    azimuth = math.atan2(
        -math.sin(hour_angle),
        math.cos(north) * math.tan(declination) - math.sin(north) * math.cos(hour_angle),
    )
    return {
        "altitude": round(math.degrees(altitude), 2),
        "azimuth": round(math.degrees(azimuth) % 360, 2),
    }


def moon_phase(date: str) -> dict[str, Any]:
    """Return the moon's phase at noon UTC of *date*."""
    centuries = _centuries(datetime.combine(day(date), time(12), tzinfo=UTC))
    mean = 297.8501921 + 445267.1114034 * centuries
    sun = math.radians(357.5291092 + 35999.0502909 * centuries)
    moon = math.radians(134.9633964 + 477198.8675055 * centuries)
    twice = math.radians(2 * mean)
    from_sun = (
        mean
        + 6.289 * math.sin(moon)
        - 2.100 * math.sin(sun)
        + 1.274 * math.sin(twice - moon)
        + 0.658 * math.sin(twice)
        + 0.214 * math.sin(2 * moon)
        + 0.110 * math.sin(twice / 2)
    ) % 360
    return {
        "phase": _phase(from_sun),
        "illuminated": round((1 - math.cos(math.radians(from_sun))) / 2, 3),
        "degrees_from_sun": round(from_sun, 1),
    }


def _sun(moment: datetime) -> tuple[float, float]:
    """Return the sun's declination in radians and the equation of time in minutes."""
    t = _centuries(moment)
    mean = math.radians(280.46646 + t * (36000.76983 + 0.0003032 * t))
    anomaly = math.radians(357.52911 + t * (35999.05029 - 0.0001537 * t))
    eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    centre = math.radians(
        (1.914602 - t * (0.004817 + 0.000014 * t)) * math.sin(anomaly)
        + (0.019993 - 0.000101 * t) * math.sin(2 * anomaly)
        + 0.000289 * math.sin(3 * anomaly)
    )
    node = math.radians(125.04 - 1934.136 * t)
    longitude = mean + centre - math.radians(0.00569 + 0.00478 * math.sin(node))
    tilt = math.radians(23.439291 - 0.0130042 * t + 0.00256 * math.cos(node))
    y = math.tan(tilt / 2) ** 2
    equation = (
        y * math.sin(2 * mean)
        - 2 * eccentricity * math.sin(anomaly)
        + 4 * eccentricity * y * math.sin(anomaly) * math.cos(2 * mean)
        - y * y / 2 * math.sin(4 * mean)
        - 1.25 * eccentricity**2 * math.sin(2 * anomaly)
    )
    return math.asin(math.sin(tilt) * math.sin(longitude)), 4 * math.degrees(equation)


def _half_day(latitude: float, moment: datetime) -> float:
    """Return the degrees of the sun's turn from noon to sunset: 0 is no rise, 180 no set."""
    north, declination = math.radians(latitude), _sun(moment)[0]
    cosine = math.cos(math.radians(_HORIZON)) / (
        math.cos(north) * math.cos(declination)
    ) - math.tan(north) * math.tan(declination)
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


def _crossing(latitude: float, noon: datetime, sign: int) -> datetime | None:
    """Return when the sun crosses the horizon before (-1) or after (1) *noon*, if it does."""
    moment = noon
    for _ in range(4):
        arc = _half_day(latitude, moment)
        if arc in {0.0, 180.0}:
            return None
        moment = noon + timedelta(minutes=sign * 4 * arc)
    return moment


def _phase(from_sun: float) -> str:
    quarter = round(from_sun / 90)
    if abs(from_sun - 90 * quarter) <= _DEGREES_PER_DAY / 2:
        return _PHASES[2 * quarter % 8]
    return _PHASES[2 * int(from_sun // 90) + 1]


def _centuries(moment: datetime) -> float:
    return (moment - _EPOCH).total_seconds() / 86400 / _DAYS_PER_CENTURY


def _minute(moment: datetime) -> str:
    """Round to the nearest minute and write as `2025-06-21T02:54Z`."""
    return f"{moment + timedelta(seconds=30):{MINUTE_FORMAT}}"


_PLACE = {
    "latitude": {
        "type": "number",
        "minimum": -90,
        "maximum": 90,
        "description": "Degrees north of the equator; south is negative.",
    },
    "longitude": {
        "type": "number",
        "minimum": -180,
        "maximum": 180,
        "description": "Degrees east of Greenwich; west is negative.",
    },
}
_WHEN = {"type": ["string", "null"]}

TOOLKIT = Toolkit(
    name="Sky",
    version="1.0.0",
    description="Sun and moon by calculation, for any place and day between 1900 and 2100.",
    tools=(
        ToolkitTool(
            name="SunTimes",
            version="1.0.0",
            description=(
                "Tell when the sun rises, culminates and sets at a place on a date, in UTC and to "
                "about a minute, and how long the day is. Beyond the polar circles sunrise and "
                "sunset are null when there is none."
            ),
            input_schema=schema_of({**_PLACE, "date": DATE}),
            output_schema=schema_of(
                {
                    "sunrise": {**_WHEN, "description": "UTC, or null if the sun does not rise."},
                    "solar_noon": {"type": "string", "description": "UTC, the sun at its highest."},
                    "sunset": {**_WHEN, "description": "UTC, or null if the sun does not set."},
                    "daylight_minutes": {"type": "integer", "description": "Length of the day."},
                }
            ),
            run=sun_times,
        ),
        ToolkitTool(
            name="SunPosition",
            version="1.0.0",
            description=(
                "Give the sun's height above the horizon and its compass direction at a place and "
                "an instant, for shadows, photographs and solar panels."
            ),
            input_schema=schema_of({**_PLACE, "instant": MINUTE}),
            output_schema=schema_of(
                {
                    "altitude": {"type": "number", "description": "Degrees, negative at night."},
                    "azimuth": {"type": "number", "description": "Degrees from north by east."},
                }
            ),
            run=sun_position,
        ),
        ToolkitTool(
            name="MoonPhase",
            version="1.0.0",
            description="Name the phase of the moon at noon UTC of a date, and how much is lit.",
            input_schema=schema_of({"date": DATE}),
            output_schema=schema_of(
                {
                    "phase": {"type": "string", "enum": list(_PHASES)},
                    "illuminated": {"type": "number", "description": "Lit share, from 0 to 1."},
                    "degrees_from_sun": {
                        "type": "number",
                        "description": "How far the moon is ahead of the sun: 180 is full moon.",
                    },
                }
            ),
            run=moon_phase,
        ),
    ),
).renewed("1.0.1")
