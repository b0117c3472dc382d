"""A new version understates what changes for callers.

People upgrade to a patch version without a look, and to a major version with care. A change is
breaking if a call that worked, or a result that was understood, may not work any more: it needs a
new major version. An addition that breaks nothing needs a new minor version. Before 1.0.0, the
minor version announces breaking changes. `registry diff` lists all changes with their class.

Bad:

```yaml title="manuals/example/sample/1.0.0.yaml (merged)"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/1.0.1.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.1"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:  # expect: understated-bump
      type: object
      properties: {place: {type: string, description: A town.}}
      required: [place]
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
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/2.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "2.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties: {place: {type: string, description: A town.}}
      required: [place]
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

    from registry.changes import Change
    from registry.changes.proposal import Proposal
    from registry.diagnostics import Place
    from registry.model import Manual, Release

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "give the file the version that `registry bump` suggests"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find new releases with a smaller version step than their changes require."""
    for manual, release in proposal.new_releases:
        before = manual.predecessor_of(release.version)
        # A withdrawn version is what an understated one becomes.
        if before and release.version not in manual.yanked:
            yield from _understated(manual, before, release)


def _understated(manual: Manual, before: Release, after: Release) -> Iterator[Finding]:
    from registry import changes  # noqa: PLC0415 - only needed with git

    # A tool that could not be read may be the same as before.
    differences = tuple(
        each
        for each in changes.compare_releases(before, after)
        if after.is_whole or not each.tool or each.tool in after.tool_by_name
    )
    gravest = changes.gravest(differences)
    if gravest in (None, changes.Kind.COSMETIC):
        return
    step = changes.step_for(gravest, before.version)
    if changes.is_enough(before.version, after.version, step):
        return
    others = [each.version for each in manual.releases if each is not after]
    version = versions.next_free(before.version, step, others)
    yield Finding(
        _place(after, differences[0]),
        f"{after.version} after {before.version} understates a {gravest} change: "
        f"{_sentence(differences)}",
        f"make it {version} (the next {step} version), in the file name and inside; all changes: "
        f"`registry diff {manual.id} {before.version} {after.version}`",
        Severity.ERROR if gravest is changes.Kind.BREAKING else Severity.WARNING,
    )


def _place(release: Release, change: Change) -> Place:
    """Return the place of the change in the new file; its first line for a removal."""
    tool = release.tool_by_name.get(change.tool)
    return tool.at(*change.pointer).place if tool else release.document.place()


def _sentence(differences: tuple[Change, ...]) -> str:
    first = differences[0]
    more = sum(change.kind is first.kind for change in differences) - 1
    tool = f"{first.tool!r}: " if first.tool else ""
    return f"{tool}{first.sentence}" + (f", and {more} more" if more else "")
