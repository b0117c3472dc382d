"""A pull request changes manuals of one publisher and something else.

A change to one publisher's manuals can be reviewed by itself, and by that publisher. Together with
code or with the manuals of others, problems are easily missed, so a maintainer must review every
part, which takes longer than two pull requests.

Bad:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
```

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://example.com/
```

```yaml title="manuals/gazette/publisher.yaml"
name: Gazette  # expect: mixed-pull-request
homepage: https://gazette.example.net/
```

Good:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
```

```yaml title="manuals/gazette/publisher.yaml"
name: Gazette
homepage: https://gazette.example.net/
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes.proposal import Proposal

SEVERITY = Severity.WARNING
HINT = "make it a separate pull request; otherwise a maintainer must review everything"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find the first file of each further publisher, and the first that belongs to none."""
    first: dict[str, str] = {}
    loose: list[str] = []
    for change in proposal.difference.inside:
        name, slash, _ = change.path.partition("/")
        if slash:
            first.setdefault(name, change.path)
        else:
            loose.append(f"{proposal.folder}/{name}")
    owner, *others = first or [""]
    for other in others:
        yield Finding(
            proposal.place(first[other]),
            f"manuals of {other!r} are changed together with those of {owner!r}",
        )
    outside = (*loose, *proposal.difference.outside)
    if first and outside:
        yield Finding(
            Place(outside[0]), f"{_named_paths(outside)} changed together with manuals of {owner!r}"
        )


def _named_paths(paths: tuple[str, ...]) -> str:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"{paths[0]!r}{more}"
