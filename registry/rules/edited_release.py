"""A released file is changed, renamed or deleted.

People pin versions and check digests: a request for 1.0.0 next year must return today's 1.0.0. A
fix is a new file in the same folder; a release that must not be used is listed in `manual.yaml`
under `yanked`. Files are compared with the target branch by the ids of their blobs (`registry
check --base`).

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

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"  # expect: edited-release
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather, with the chance of rain.
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

import shlex
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.model import fold_name, versions
from registry.rules import Finding
from registry.rules._quoting import and_more

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.changes.proposal import Proposal, ReleaseFile
    from registry.changes.tree_difference import FileChange

SEVERITY = Severity.ERROR
HINT = "restore the file, and put the change into the next version"

_SHORT = 12
"""Digits of a commit id that identify it and are short enough to type."""


class _Removed(NamedTuple):
    """A *release* whose file is not there.

    *twin* is a new file with its content, or None; *is_whole*: nothing of its manual is there.
    """

    release: ReleaseFile
    twin: str | None
    is_whole: bool


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find released files whose content differs from what was merged."""
    gone = {change.path for change in proposal.difference.inside if change.after is None}
    folders = {
        path.rpartition("/")[0] for path in proposal.difference.committed if path not in gone
    }
    removed = defaultdict[tuple[str, str], list[_Removed]](list)
    for change in proposal.difference.inside:
        release = proposal.merged_releases.get(change.path)
        if release is None or change.before is None:
            continue
        if change.after is None:
            each = _Removed(release, proposal.twin(change), release.manual_id not in folders)
            removed[release.manual_id, _way(each)].append(each)
        elif change.after.id != change.before.id:
            yield Finding(
                proposal.place(release.path),
                _edited(proposal, change, release),
                _hint_to_restore(proposal, change, release),
            )
    for same in removed.values():
        yield Finding(
            proposal.place(same[0].release.path),
            _removal(same),
            _hint_on_removal(proposal, same[0]),
        )


def _way(removed: _Removed) -> str:
    """Return in which way a release went, the same for all that went with it."""
    return _other_manual(removed) or ("" if removed.is_whole else removed.release.path)


def _other_manual(removed: _Removed) -> str:
    """Return the id of the other manual to which a release moved, or ""."""
    from registry.changes.proposal import release_file  # noqa: PLC0415 - only needed with git

    twin = release_file(removed.twin or "")
    return twin.manual_id if twin and twin.manual_id != removed.release.manual_id else ""


def _edited(proposal: Proposal, change: FileChange, release: ReleaseFile) -> str:
    sentence = f"{release.manual_id} {release.version} is released"
    if proposal.difference.only_ends_lines_differently(change):
        return f"{sentence}, so its lines must not end in another way"
    return f"{sentence}, so this file must not change"


def _hint_to_restore(proposal: Proposal, change: FileChange, release: ReleaseFile) -> str:
    restore = _checkout(proposal, release.path)
    if proposal.difference.only_ends_lines_differently(change):
        return f"`{restore}`, and have your editor keep line ends"
    copied = shlex.join([proposal.place(release.path).path, _next_file(proposal, release)])
    return (
        f"keep the change as the next version: `cp {copied}`, state that version in it, then "
        f"`{restore}`"
    )


def _removal(removed: Sequence[_Removed]) -> str:
    """Return what is wrong with those that are *removed* together."""
    release, twin, _ = removed[0]
    is_released = f"{release.manual_id} {release.version}{and_more(removed[1:])} is released"
    if twin:
        return f"{is_released}, so this file must not become {twin!r}"
    return f"{is_released}, so this file must not be deleted"


def _hint_on_removal(proposal: Proposal, removed: _Removed) -> str:
    release = removed.release
    restore = _checkout(proposal, release.path)
    if other := _other_manual(removed):
        return _hint_on_move(proposal, release, other)
    if removed.twin:
        return f"`{restore}`; you can add a new file next to it"
    if removed.is_whole:
        return (
            f"`{_checkout(proposal, _folder(proposal, release))}`; to end the manual, write into "
            "its manual.yaml: `status: {state: archived, reason: the reason}`"
        )
    return (
        f"`{restore}`; to withdraw it, write into manual.yaml: "
        f'`yanked: {{"{release.version}": the reason}}`'
    )


def _hint_on_move(proposal: Proposal, release: ReleaseFile, other: str) -> str:
    """Return what to do about a *release* that moved to the manual *other*."""
    folder = _folder(proposal, release)
    if fold_name(other) == fold_name(release.manual_id):
        return f"rename the folder to {proposal.place(folder).path} again"
    return (
        f"keep both: `{_checkout(proposal, folder)}`, then write into manual.yaml of "
        f"{release.manual_id}: `status: {{state: deprecated, reason: Its name changed., "
        f"replaced_by: {other}}}`"
    )


def _folder(proposal: Proposal, release: ReleaseFile) -> str:
    """Return the folder of the manual of *release*, or of its publisher, if that is gone, too."""
    about = f"{release.publisher}/publisher.yaml"
    is_gone = any(each.path == about and not each.after for each in proposal.difference.inside)
    return release.publisher if is_gone else release.manual_id


def _checkout(proposal: Proposal, path: str) -> str:
    commit, restored = proposal.difference.base[:_SHORT], proposal.place(path).path
    return f"git checkout {commit} -- {shlex.quote(restored)}"


def _next_file(proposal: Proposal, release: ReleaseFile) -> str:
    """Return the next free file name after the newest release of the same line."""
    line = versions.line_of(release.version)
    files = (*proposal.merged_releases.values(), *proposal.added.values())
    taken = (each.version for each in files if each.manual_id == release.manual_id)
    newest = versions.sorted_versions(each for each in taken if versions.line_of(each) == line)[-1]
    return f"{proposal.folder}/{release.named(versions.next_after(newest, 'patch'))}"
