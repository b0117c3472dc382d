"""Weather and time for agents. More words than a summary needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

if TYPE_CHECKING:
    from nowhere import Secret


class Unit(Enum):
    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


@dataclass
class Place:
    """A place on earth.

    Attributes:
        latitude: Degrees to the north.
        longitude: Degrees to the east.
    """

    latitude: float
    longitude: float
    label: str = "here"
    near: list[Place] = field(default_factory=list)


class Report(TypedDict):
    temperature: float
    wind: NotRequired[float]


def get_weather(
    place: Place,
    unit: Unit = Unit.CELSIUS,
    days: Annotated[int, "How many days, today among them."] = 3,
    kind: Literal["short", "long"] | None = None,
) -> Report:
    """Tell the weather at a place
    for a few days.

    It is never wrong.

    Args:
        place: Where to look.
        unit (Unit): In what to tell temperatures,
            and nothing else.
        kind: How much to tell.

    Returns:
        Report: What the weather will be.

    Raises:
        ValueError: Never.
    """
    raise NotImplementedError


async def get_time(zone: str, cities: list[str] | None = None, **more: int) -> str:
    """Tell the time of day in a zone.

    Parameters
    ----------
    zone : str
        Name of the zone.
    cities : list of str, optional
        Only in these.

    Returns
    -------
    str
        The time, as ISO 8601.
    """
    raise NotImplementedError


def add_days(day: str, count: int | str, request: object = object()) -> tuple[int, int, int]:
    """Add days to a date of the calendar.

    :param day: The day,
        as ISO 8601.
    :param count: How many.
    :returns: Year, month and day.
    """
    raise NotImplementedError


def look_up(key: Secret, options: dict[str, bool] = {}) -> None:
    """Look something up by its key and tell nothing."""


def _hidden() -> None:
    """Not for others."""
