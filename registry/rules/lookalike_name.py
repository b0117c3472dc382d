"""The name of a publisher is almost the same as another.

People confuse the two, and so do agents that type a name. Impostors rely on that, so a person must
look at such a pair. For an included publisher, the title is checked as well.

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

```yaml title="manuals/exemple/publisher.yaml"
name: Exemple  # expect: lookalike-name
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/exemple/other/1.0.0.yaml"
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

Good:

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

```yaml title="manuals/other/publisher.yaml"
name: Other
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/other/weather/1.0.0.yaml"
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
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.rules import Finding, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Publisher

SEVERITY = Severity.WARNING
HINT = (
    "choose a name that cannot be confused with the other, or explain to the maintainers how "
    "the two are related"
)

_SHORTEST = 5
"""Characters below which two honest names often differ in one letter."""

_MOST_COMPARED = 16
"""Publishers of one form that a name is compared with."""

_AFFIXES = ("api", "cli", "mcp", "tool", "tools", "server", "official", "app", "hq", "dev")


class Note(NamedTuple):
    """What a publisher is called, and the *path* of its file, "" if that cannot be read."""

    name: str
    title: str
    is_included: bool
    path: str

    @property
    def spot(self) -> Spot:
        """Where the file says how the publisher is called."""
        return Spot(self.path, ("name",))


def note_publisher(publisher: Publisher) -> Note:
    """Return what *publisher* is called."""
    path = publisher.origin.document.path if publisher.origin else ""
    return Note(publisher.name, publisher.title, publisher.upstream is not None, path)


def check_publishers(notes: Sequence[Note]) -> Iterator[Finding]:
    """Find publishers whose names differ by one typo or one common word.

    Of an own publisher and an included one, the included one is reported; also if its title is
    that of another.
    """
    by_form: dict[str, list[Note]] = {}
    by_title: dict[str, Note] = {}
    for publisher in sorted(notes, key=lambda each: each.is_included):
        forms = set(_forms(publisher.name))
        near = {each.name for form in forms for each in by_form.get(form, ())}
        close = sorted(name for name in near if _is_close(name, publisher.name))
        for form in forms:
            known = by_form.setdefault(form, [])
            # One that is close is enough to be told of, and a thousand would be compared for each.
            if len(known) < _MOST_COMPARED:
                known.append(publisher)
        if close and publisher.path:
            yield Finding(
                publisher.spot,
                f"the publisher {publisher.name!r} can be confused with {close[0]!r}",
            )
        same = by_title.setdefault(publisher.title.casefold(), publisher)
        if publisher.is_included and same is not publisher and not close and publisher.path:
            yield Finding(
                publisher.spot,
                f"the publisher {publisher.name!r} is called {publisher.title!r}, the same as "
                f"{same.name!r}",
            )


def _forms(name: str) -> Iterator[str]:
    """Yield the bare name, and the name without each of its letters.

    Two names that differ by one typo share at least one of these.
    """
    plain = _bare(name).replace("-", "")
    yield plain
    yield from (plain[:at] + plain[at + 1 :] for at in range(len(plain)))


def _bare(name: str) -> str:
    words = [word for word in name.split("-") if word not in _AFFIXES]
    return "-".join(words or [name])


def _is_close(one: str, other: str) -> bool:
    one, other = _bare(one).replace("-", ""), _bare(other).replace("-", "")
    if one == other:
        return True
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    start = len(list(same))
    rest, others = one[start:], other[start:]
    slips = (
        rest[1:] == others,  # a letter more
        rest == others[1:],  # a letter less
        rest[1:] == others[1:],  # another letter
        rest[1::-1] + rest[2:] == others,  # two letters swapped
    )
    return min(len(one), len(other)) >= _SHORTEST and any(slips)
