"""The lifetime of signatures in days, and the dates that follow from it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

SIGNED_DAYS = 7
"""How long a signed site counts. A reader who comes for the first time can be shown one that is
so old; every night a new one is signed, so a week outlives a broken schedule."""

ROOT_DAYS = 365
"""How long a root counts."""

RENEWAL_DAYS = 30
"""How long before its end operators are reminded of it: two people with keys have to meet."""


def after(now: datetime, days: int) -> datetime:
    """Return the whole second that is *days* later than *now*, in UTC."""
    return (now + timedelta(days=days)).astimezone(UTC).replace(microsecond=0)
