"""The owners of a publisher change.

Owners speak for a publisher: what they approve is published under its name. Whoever adds themselves
takes the name over, so one of the owners so far has to agree; where there is none yet, a maintainer
asks for a proof. Accounts are compared by their numeric ids (`registry check --base`).

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
from registry.rules._shown import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Place
    from registry.model import Publisher
    from registry.proposal import Proposal

SEVERITY = Severity.WARNING
HINT = "a maintainer asks for a proof that they speak for the publisher"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find publishers that were merged with other accounts among their owners."""
    for publisher in proposal.catalogue.publishers:
        path = f"{publisher.name}/publisher.yaml"
        merged = proposal.read_merged(path)
        if merged is not None and publisher.origin is not None:
            place = publisher.origin.at("owners").key_place
            yield from _changed(publisher, _owners(merged), place)


def _changed(publisher: Publisher, before: Mapping[int, str], place: Place) -> Iterator[Finding]:
    after = {owner.id: owner.login for owner in publisher.owners}
    changes = [f"{shown(login)} comes" for each, login in after.items() if each not in before]
    changes += [f"{shown(login)} goes" for each, login in before.items() if each not in after]
    if changes:
        yield Finding(
            place,
            f"the owners of {publisher.name!r} change: {', '.join(changes)}",
            f"ask for the approval of {' or '.join(map(shown, before.values()))}" if before else "",
        )


def _owners(data: bytes) -> Mapping[int, str]:
    """Return the owners that a merged `publisher.yaml` names: logins by id."""
    document, _ = source.read("publisher.yaml", data)
    listed = document.data.get("owners") if document else None
    found: dict[int, str] = {}
    for each in listed if isinstance(listed, list) else ():
        account = each.get("id") if isinstance(each, dict) else None
        if isinstance(account, int) and isinstance(each, dict):
            found[account] = str(each.get("login"))
    return found
