"""The pipeline, from `manuals/` to `site/`: every step in the order in which it runs.

1. *load*: find the files and read their bytes.
2. *read*: turn the bytes of each manual into data and its data into tools, and check them.
3. *join*: compare what was noted on all manuals.
4. *publish*: make the files of each manual, with what the join found for it.
5. *list*: make the files about the whole catalogue, out of the entries of all manuals.
6. *finish*: make the files about what was published.

Reading and publishing only depend on their arguments, which can be pickled, so any
`concurrent.futures.Executor` may run them. Between the two, a manual stays pickled (`Sealed`): this
process only uses its entry and its notes.
"""

from __future__ import annotations

from registry.pipeline._build import Built, build
from registry.pipeline._check import check, check_joined, check_proposal
from registry.pipeline._read_and_join import BATCH, Checked

__all__ = [
    "BATCH",
    "Built",
    "Checked",
    "build",
    "check",
    "check_joined",
    "check_proposal",
]
