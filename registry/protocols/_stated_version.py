"""Compare the version of a protocol that a document states with those that are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity
from registry.protocols import X_REGISTRY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from registry.protocols import Dialect
    from registry.source import Document

_MAJOR = re.compile(r"(\d+)(?:\.|\Z)")


def check_stated_version(
    document: Document, key: str, majors: Collection[str], read_as: Dialect
) -> Iterator[Diagnostic]:
    """Yield a warning if the version at *key* of *document* is of none of the *majors*.

    Documents are recognised by their form, so one of a later version may be read as *read_as* and
    mean something else. Who names the dialect in `x-registry` knows.
    """
    stated = document.get((key,))
    found = _MAJOR.match(stated) if isinstance(stated, str) else None
    if not found or found[1] in majors or document.get((X_REGISTRY, "dialect")):
        return
    yield Diagnostic(
        document.place((key,)),
        "unread-version",
        f"{stated!r} is not a version that is read ({', '.join(f'{each}.x' for each in majors)}): "
        f"the document is read as {read_as.name}",
        f'state the version that it follows, or add `dialect: "{read_as.id}"` to `x-registry`',
        Severity.WARNING,
    )
