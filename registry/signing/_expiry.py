"""Until when a signature counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def after(now: datetime, days: int) -> datetime:
    """Return the whole second that is *days* later than *now*, in UTC."""
    return (now + timedelta(days=days)).astimezone(UTC).replace(microsecond=0)
