"""Read today's date: only commands read the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone


def today() -> str:
    """Return today's date in UTC as `YYYY-MM-DD`."""
    return datetime.now(UTC).date().isoformat()


def day_begun() -> str:
    """Return the latest day that has begun somewhere on Earth, as `YYYY-MM-DD`: that of UTC+14."""
    return datetime.now(timezone(timedelta(hours=14))).date().isoformat()
