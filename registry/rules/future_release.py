"""A release says that it was released on a day that has not come yet.

It would lead the lists of what is new until that day, before releases that are newer. A day has
come as soon as it has begun anywhere on Earth. Only `registry check` and `registry review` know
which day it is: a build writes the same bytes on any day.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  released: "2099-01-01"  # expect: future-release
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  released: "2026-11-20"
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual
    from registry.rules import Dated

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the day on which you propose it; later changes are versions of their own"


class Note(NamedTuple):
    """The file of the release that clients get, and the day that it states."""

    path: str
    released: str


def note_manual(manual: Manual) -> Note | None:
    """Return the date of the latest release, None where there is none."""
    newest = manual.latest
    return Note(newest.document.path, newest.released) if newest and newest.released else None


def check_dated(dated: Dated) -> Iterator[Finding]:
    """Find dates after the day of the check."""
    notes: list[Note] = [*dated.notes]
    for path, released in notes:
        if released > dated.day:
            spot = Spot(path, (X_REGISTRY, "released"))
            yield Finding(spot, f"the release is dated {released!r}, which has not come yet")
