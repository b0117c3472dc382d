"""Two publishers list the same host.

A host belongs to one publisher, and its pages show the tools that call it. A publisher that lists
the host of another one offers that one's API a second time, and seems to be its owner. The one
whose homepage is on the same site is not reported.

Bad:

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/example/sample/1.0.0.yaml"
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

```yaml title="manuals/clouds/publisher.yaml"
name: Clouds
homepage: https://www.example.org/
hosts: [api.example.org, api.example.com]  # expect: repeated-host
```

Good:

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/example/sample/1.0.0.yaml"
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

```yaml title="manuals/clouds/publisher.yaml"
name: Clouds
homepage: https://www.example.org/
hosts: [api.example.org]
```
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.rules import Finding, Spot
from registry.rules._quoting import quoted
from registry.web.hosts import host_of, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Publisher

SEVERITY = Severity.WARNING
HINT = (
    "leave the host to the publisher that it belongs to, and add the tools to a manual of that "
    "publisher; if both own it, explain this to the maintainers"
)


class Note(NamedTuple):
    """The *hosts* that the publisher *name* lists in the file at *path*, and its own *site*."""

    name: str
    hosts: tuple[str, ...]
    path: str
    site: str


def note_publisher(publisher: Publisher) -> Note | None:
    """Return the hosts of *publisher*; None if they are from another registry, or unknown."""
    if publisher.origin is None or publisher.upstream is not None:
        return None
    site = site_of(host_of(publisher.homepage))
    return Note(publisher.name, publisher.hosts, publisher.origin.document.path, site)


def check_publishers(notes: Sequence[Note]) -> Iterator[Finding]:
    """Find hosts that several publishers list, in the files of all but the likely owner.

    That is the one whose own site the host is on, or else the first.
    """
    listed: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        for host in dict.fromkeys(note.hosts):
            listed[host].append(note)
    for host, several in listed.items():
        owner, *others = sorted(several, key=lambda each: each.site != site_of(host))
        for note in others:
            yield Finding(
                Spot(note.path, ("hosts", note.hosts.index(host))),
                f"{note.name!r} lists the host {quoted(host)}, which {owner.name!r} lists, too",
            )
