"""Two manuals state the same name of an MCP server.

In the official MCP registry, a name stands for one server of one vendor. Hosts that read this
registry's own list of MCP servers find each by its name, too: a second server under it would be
taken for the first, or replace it, also where only upper and lower case differ.

Bad:

```yaml title="manuals/example/clock/1.0.0.yaml"
tools:
  - name: read_clock
    description: The time in a zone of the tz database.
    inputSchema: {type: object}
x-registry:
  server:
    transport: streamable-http
    name: io.github.acme/clock  # expect: repeated-server-name
    url: https://clock.example.com/mcp
```

```yaml title="manuals/example/time/1.0.0.yaml"
tools:
  - name: get_time
    description: What time it is somewhere in the world.
    inputSchema: {type: object}
x-registry:
  server:
    transport: streamable-http
    name: io.github.acme/Clock  # expect: repeated-server-name
    url: https://time.example.com/mcp
```

Good:

```yaml title="manuals/example/clock/1.0.0.yaml"
tools:
  - name: read_clock
    description: The time in a zone of the tz database.
    inputSchema: {type: object}
x-registry:
  server:
    transport: streamable-http
    name: io.github.acme/clock
    url: https://clock.example.com/mcp
```

```yaml title="manuals/example/time/1.0.0.yaml"
tools:
  - name: get_time
    description: What time it is somewhere in the world.
    inputSchema: {type: object}
x-registry:
  server:
    transport: streamable-http
    url: https://time.example.com/mcp
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.rules import Finding, Spot
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Manual

SEVERITY = Severity.ERROR
HINT = "remove the name, unless the server in the official MCP registry is this one"

_NAME = ("x-registry", "server", "name")


class Note(NamedTuple):
    """The name of the server of *manual* (`publisher/manual`), as its release at *path* states."""

    name: str
    manual: str
    path: str


def note_manual(manual: Manual) -> Note | None:
    """Return what the latest release of a listed manual states."""
    if manual.latest is None or not manual.is_listed:
        return None
    name = string(mapping(manual.latest.registry.get("server")).get("name"))
    return Note(name, manual.id, manual.latest.document.path) if name else None


def check_notes(notes: Sequence[Note]) -> Iterator[Finding]:
    """Find manuals whose servers have one name."""
    manuals: dict[str, list[str]] = {}
    for note in notes:
        manuals.setdefault(note.name.lower(), []).append(note.manual)
    for name, manual, path in notes:
        if others := [each for each in manuals[name.lower()] if each != manual]:
            yield Finding(Spot(path, _NAME), f"the server of {min(others)} is called {name!r}, too")
