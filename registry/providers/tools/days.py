"""Dates and instants as the tools take them: their schemas, and reading them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from registry.providers.tools import ToolError

DATE = {
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "description": "A day of the Gregorian calendar such as 2025-06-21.",
}
MINUTE = {
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z$",
    "description": "A minute in UTC such as 2025-06-21T09:30Z.",
}
MINUTE_FORMAT = "%Y-%m-%dT%H:%MZ"

ASTRONOMY = range(1900, 2101)
"""The years for which the astronomical formulas keep their promised precision."""

GREGORIAN = range(1583, 10_000)
"""The whole years of the Gregorian calendar that can be written with four digits."""


def day(text: str, years: range = ASTRONOMY) -> date:
    """Return the day that *text* names; raise ToolError if there is none within *years*."""
    return minute(f"{text}T00:00Z", years).date()


def minute(text: str, years: range = ASTRONOMY) -> datetime:
    """Return the instant that *text* names; raise ToolError if there is none within *years*."""
    try:
        moment = datetime.strptime(text, MINUTE_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        raise ToolError(
            f"There is no {text.removesuffix('T00:00Z')}", "Check month and day"
        ) from None
    if moment.year not in years:
        raise ToolError(
            f"The year {moment.year} is out of reach", f"Years: {years[0]} to {years[-1]}"
        )
    return moment
