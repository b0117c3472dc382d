"""A pull request changes manuals and something else.

A change to one publisher's manuals can be judged by itself, and by that publisher. Together with
code, or with the manuals of others, it is easily waved through; so a maintainer looks at each part,
which takes longer than two pull requests would.

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

    from registry.proposal import Proposal

SEVERITY = Severity.WARNING
HINT = "make a pull request of it by itself; otherwise a maintainer looks at the whole"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find the first file of each publisher after the first, and the first that is no manual's."""
    first: dict[str, str] = {}
    for change in proposal.difference.inside:
        first.setdefault(change.path.partition("/")[0], change.path)
    owner, *others = first or [""]
    for other in others:
        yield Finding(
            proposal.place(first[other]),
            f"manuals of {other!r} are changed together with those of {owner!r}",
        )
    outside = proposal.difference.outside
    if first and outside:
        yield Finding(
            Place(outside[0]),
            f"{_named(outside)} outside {proposal.folder}/ changed together with manuals",
        )


def _named(paths: tuple[str, ...]) -> str:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"{paths[0]!r}{more}"
