"""A new file of a manual is outside the folder of manuals.

Only the folder of manuals is read. A manual in another folder, such as one at the top of the
repository or in `Manuals/`, is not checked and never published, and nothing else says so.

Bad:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
```

```yaml title="gazette/publisher.yaml"
name: Gazette  # expect: misplaced-manual
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

from registry.catalogue.file_names import ABOUT, LISTING, RELEASE, kind_of, proper_name
from registry.catalogue.included_registries import INCLUDED_FOLDER
from registry.catalogue.manuals_folder import FACTS
from registry.diagnostics import Place, Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes.proposal import Proposal

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "move it into the folder of manuals"

_HOMES = {
    ABOUT: "<publisher>",
    LISTING: "<publisher>/<manual>",
    RELEASE: "<publisher>/<manual>",
}


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find the first file with the name of one of a manual in each folder that is new."""
    difference = proposal.difference
    seen = {path.partition("/")[0] for path in difference.files if "/" in path}
    beside = [difference.beside(f"{each}/") for each in (INCLUDED_FOLDER, FACTS)]
    for path in difference.outside:
        top = path.partition("/")[0]
        name = path.rpartition("/")[2]
        is_new = difference.tracked[path].before is None and top not in seen
        is_ours = any(each and path.startswith(each) for each in beside)
        kind = kind_of(name)
        if kind and is_new and not is_ours:
            seen.add(top)
            home = f"{proposal.folder}/{_HOMES[kind]}/{proper_name(name)}"
            yield Finding(
                Place(path),
                f"{path!r} is not in {proposal.folder}/, the only folder that is read",
                f"move it to {home}",
            )
