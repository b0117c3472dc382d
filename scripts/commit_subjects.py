"""Check the subjects of commits: at most 72 characters, with the part of the project first.

Reads one subject a line from standard input or, as a hook `commit-msg` does, from the file with the
message of one commit. Exits with 1 if one is to be changed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST = 72
_SUBJECT = re.compile(r"[\w./ -]+(?:, [\w./ -]+)*: \S|Revert |Merge |fixup! |squash! ")


def faults(subjects: Iterable[str]) -> Iterator[str]:
    """Yield a message for each of *subjects* that is to be changed."""
    for subject in subjects:
        if len(subject) > MOST:
            yield f"{subject!r} has {len(subject)} characters: shorten it to {MOST}"
        elif not _SUBJECT.match(subject):
            yield f"{subject!r} does not say the part first, as in 'rules: flag plain-http URLs'"


def main() -> None:
    """Check the first line of the file that is named, or else every line of standard input."""
    if sys.argv[1:]:
        subjects = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[:1]
    else:
        subjects = sys.stdin.read().splitlines()
    found = list(faults(subjects))
    print("\n".join(found) or f"{len(subjects)} subjects are fine")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
