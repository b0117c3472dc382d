"""Compare two releases of a manual: what changes for callers, and how much that matters.

A change is `breaking` if a call that worked may now fail, or a result may no longer be understood;
`compatible` if there is something new to use; `cosmetic` if only words differ. Compatible inputs
may accept more and compatible outputs may promise more, never the other way round.
"""

from __future__ import annotations

from registry.changes._compare import Change, compare_releases, compare_tools, gravest
from registry.changes._renaming import renamed
from registry.changes._tool_difference import Kind
from registry.changes._version_steps import Step, is_enough, step_for

__all__ = [
    "Change",
    "Kind",
    "Step",
    "compare_releases",
    "compare_tools",
    "gravest",
    "is_enough",
    "renamed",
    "step_for",
]
