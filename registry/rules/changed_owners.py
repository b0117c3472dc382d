"""The owners of a publisher change.

Owners represent a publisher: what they approve is published under its name. Anyone who adds
themselves takes over the name, so one of the current owners must agree; if there are none, a
maintainer asks for proof. Accounts are compared by their numeric ids (`registry check --base`).

Bad:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
owners:
  - {login: alice, id: 101}
```

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
owners: # expect: changed-owners
  - {login: mallory, id: 666}
```

Good:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
owners:
  - {login: alice, id: 101}
```

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
owners:
  - {login: alice-of-example, id: 101}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import source
from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._quoting import quoted
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.changes.proposal import Proposal
    from registry.diagnostics import Place
    from registry.model import Publisher

SEVERITY = Severity.WARNING
HINT = "a maintainer will ask for proof that they represent the publisher"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find publishers whose merged `publisher.yaml` names other owners."""
    for publisher in proposal.catalogue.publishers:
        merged = proposal.merged_publishers.get(publisher.name)
        if merged is not None and publisher.origin is not None:
            place = publisher.origin.at("owners").key_place
            yield from _changed(publisher, _owners(merged), place)


def _changed(publisher: Publisher, before: Mapping[int, str], place: Place) -> Iterator[Finding]:
    after = {owner.id: owner.login for owner in publisher.owners}
    changes = [f"{quoted(login)} is added" for each, login in after.items() if each not in before]
    changes += [
        f"{quoted(login)} is removed" for each, login in before.items() if each not in after
    ]
    if changes:
        yield Finding(
            place,
            f"the owners of {publisher.name!r} change: {', '.join(changes)}",
            f"ask for the approval of {' or '.join(map(quoted, before.values()))}"
            if before
            else "",
        )


def _owners(data: bytes) -> Mapping[int, str]:
    """Return the owners in a merged `publisher.yaml`: logins by id."""
    document, _ = source.read_document("publisher.yaml", data)
    listed = array(document.data.get("owners")) if document else []
    return {
        account: str(each.get("login"))
        for each in map(mapping, listed)
        if isinstance(account := each.get("id"), int)
    }
