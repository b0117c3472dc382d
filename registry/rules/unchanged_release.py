"""A new release says the same as the one before it.

People who pinned the older version compare the two, and find nothing. Apart from its version and
its date, a copy that `registry bump` wrote is the old file until it is edited.

Bad:

```yaml title="manuals/example/sample/1.0.0.yaml (merged)"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/1.1.0.yaml"
utcp_version: "1.0.1"  # expect: unchanged-release
manual_version: "1.1.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml title="manuals/example/sample/1.0.0.yaml (merged)"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/1.0.1.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.1"
tools:
  - name: get_weather
    description: Current weather, with the chance of rain.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import versions
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes.proposal import Proposal
    from registry.model import Release
    from registry.source import Json

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "make the change that it is for, or remove the file"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find new releases that only differ in their version and date from the one before them."""
    for manual, release in proposal.new_releases:
        # The final release may be what its prerelease was.
        older = versions.before(release.version, tuple(manual.release_by_version))
        if older and _content(release) == _content(manual.release_by_version[older]):
            yield Finding(
                release.document.place(),
                f"{release.version} says the same as {older}",
                f"make the change that it is for, or remove {release.version}",
            )


def _content(release: Release) -> Json:
    """Return what *release* says, without its date and wherever it states its version."""
    registry = {key: each for key, each in release.registry.items() if key != "released"}
    return [_unversioned(dict(release.source), release.version), registry]


def _unversioned(value: Json, version: str) -> Json:
    if isinstance(value, dict):
        return {
            key: each.removesuffix(version)
            if key in _STATES_VERSION and isinstance(each, str)
            else _unversioned(each, version)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_unversioned(each, version) for each in value]
    return value


_STATES_VERSION = frozenset(("id", "manual_version", "version"))
"""Keys with the version of the release, or that end with it; protocols have versions, too."""
