"""The toolkit Geo: distances, directions and destinations on a spherical earth."""

from __future__ import annotations

import math
from typing import Any

from registry.providers.tools import Toolkit, ToolkitTool, schema_of

EARTH_RADIUS = 6371.0088
"""Kilometres: the mean radius of the earth (IUGG). A sphere is within 0.6 % of the ellipsoid."""


def distance(
    from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float
) -> dict[str, Any]:
    """Return the length of the great circle between two places and the direction to set off."""
    start, end = math.radians(from_latitude), math.radians(to_latitude)
    east = math.radians(to_longitude - from_longitude)
    half_chord = (
        math.sin((end - start) / 2) ** 2 + math.cos(start) * math.cos(end) * math.sin(east / 2) ** 2
    )
    # Rounding may carry antipodes just past 1, where the arc sine ends.
    kilometres = 2 * EARTH_RADIUS * math.asin(math.sqrt(min(1.0, half_chord)))
    bearing = math.atan2(
        math.sin(east) * math.cos(end),
        math.cos(start) * math.sin(end) - math.sin(start) * math.cos(end) * math.cos(east),
    )
    return {
        "kilometres": round(kilometres, 3),
        "bearing": round(math.degrees(bearing) % 360, 4) % 360,
    }


def kilometres_between(
    from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float
) -> float:
    """Return only the kilometres, as version 0.9.0 of Distance did."""
    result = distance(from_latitude, from_longitude, to_latitude, to_longitude)
    return float(result["kilometres"])


def destination(
    latitude: float, longitude: float, bearing: float, kilometres: float
) -> dict[str, Any]:
    """Return where one arrives who sets off on *bearing* and keeps to the great circle."""
    start, course, arc = math.radians(latitude), math.radians(bearing), kilometres / EARTH_RADIUS
    end = math.asin(
        math.sin(start) * math.cos(arc) + math.cos(start) * math.sin(arc) * math.cos(course)
    )
    east = math.atan2(
        math.sin(course) * math.sin(arc) * math.cos(start),
        math.cos(arc) - math.sin(start) * math.sin(end),
    )
    return {
        "latitude": round(math.degrees(end), 5),
        "longitude": round((longitude + math.degrees(east) + 180) % 360 - 180, 5),
    }


def midpoint(
    from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float
) -> dict[str, Any]:
    """Return the place halfway along the great circle."""
    way = distance(from_latitude, from_longitude, to_latitude, to_longitude)
    return destination(from_latitude, from_longitude, way["bearing"], way["kilometres"] / 2)


def _latitude(description: str) -> dict[str, Any]:
    return {"type": "number", "minimum": -90, "maximum": 90, "description": description}


def _longitude(description: str) -> dict[str, Any]:
    return {"type": "number", "minimum": -180, "maximum": 180, "description": description}


_PLACE = {
    "latitude": _latitude("Degrees north of the equator; south is negative."),
    "longitude": _longitude("Degrees east of Greenwich; west is negative."),
}
_TWO_PLACES = {
    "from_latitude": _latitude("Where the way begins: degrees north, south is negative."),
    "from_longitude": _longitude("Where the way begins: degrees east, west is negative."),
    "to_latitude": _latitude("Where the way ends: degrees north, south is negative."),
    "to_longitude": _longitude("Where the way ends: degrees east, west is negative."),
}
_BEARING = {
    "type": "number",
    "minimum": 0,
    "maximum": 360,
    "description": "Direction at the start, in degrees from north by east.",
}

TOOLKIT = Toolkit(
    name="Geo",
    version="1.0.0",
    description="Great-circle geometry between places given by their coordinates.",
    tools=(
        ToolkitTool(
            name="Distance",
            version="0.9.0",
            description="Measure the great-circle distance between two places in kilometres.",
            input_schema=schema_of(_TWO_PLACES),
            output_schema={"type": "number", "description": "Kilometres."},
            run=kilometres_between,
        ),
        ToolkitTool(
            name="Distance",
            version="1.0.0",
            description=(
                "Measure the great-circle distance between two places, as the crow flies, and the "
                "compass direction from the first towards the second."
            ),
            input_schema=schema_of(_TWO_PLACES),
            output_schema=schema_of(
                {
                    "kilometres": {"type": "number", "description": "Length of the way."},
                    "bearing": _BEARING,
                }
            ),
            run=distance,
        ),
        ToolkitTool(
            name="Destination",
            version="1.0.0",
            description="Find where one arrives after a distance in a direction from a place.",
            input_schema=schema_of(
                {
                    **_PLACE,
                    "bearing": _BEARING,
                    "kilometres": {
                        "type": "number",
                        "minimum": 0,
                        "maximum": 20015,
                        "description": "Length of the way, at most half around the earth.",
                    },
                }
            ),
            output_schema=schema_of(_PLACE),
            run=destination,
        ),
        ToolkitTool(
            name="Midpoint",
            version="1.0.0",
            description="Find the place halfway between two places along the great circle.",
            input_schema=schema_of(_TWO_PLACES),
            output_schema=schema_of(_PLACE),
            run=midpoint,
        ),
    ),
).renewed("1.0.1")
