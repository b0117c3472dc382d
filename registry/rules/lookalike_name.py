"""The name of a publisher is almost the same as another.

People confuse the two, and so do agents that type a name. Impostors rely on that, so a person must
look at such a pair. Two publishers must not have the same `name` in publisher.yaml, either.

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
    """Find publishers whose names differ by one typo or one common word, or with the same title.

    If one of two is this registry's own and the other is included, the included one is reported.
    """
    by_form: dict[str, list[tuple[str, str]]] = {}
    by_title: dict[str, Note] = {}
    for publisher in sorted(notes, key=lambda each: each.is_included):
        plain = _plain(publisher.name)
        # Two names that differ by one slip share the name or what is left of it without a letter.
        forms = {plain, *(plain[:at] + plain[at + 1 :] for at in range(len(plain)))}
        near = sorted({each for form in forms for each in by_form.get(form, ())})
        close = next((name for name, other in near if _is_close(other, plain)), None)
        for form in forms:
            compared = by_form.setdefault(form, [])
            # One close name is enough for a report, and a thousand would be compared with each.
            if len(compared) < _MOST_COMPARED:
                compared.append((publisher.name, plain))
        if close and publisher.path:
            yield Finding(
                publisher.spot,
                f"the publisher {publisher.name!r} can be confused with {close!r}",
            )
        same = by_title.setdefault(_without_details(publisher.title), publisher)
        if same is not publisher and not close and publisher.path:
            yield Finding(
                publisher.spot,
                f"the publisher {publisher.name!r} is called {publisher.title!r}, the same as "
                f"{same.name!r}",
            )


def _without_details(title: str) -> str:
    """Return *title* without what people hardly see: capitals, spaces and punctuation."""
    return "".join(filter(str.isalnum, title.casefold())) or title


def _plain(name: str) -> str:
    """Return *name* in one piece, without words that many names have."""
    words = [word for word in name.split("-") if word not in _AFFIXES]
    return "".join(words) or name.replace("-", "")


def _is_close(first: str, second: str) -> bool:
    """Return whether two plain names are the same, or differ by one slip and are not short."""
    if first == second:
        return True
    if min(len(first), len(second)) < _SHORTEST:
        return False
    pairs = enumerate(zip(first, second, strict=False))
    start = next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))
    first_end, second_end = first[start:], second[start:]
    return (
        first_end[1:] == second_end  # a letter more
        or first_end == second_end[1:]  # a letter less
        or first_end[1:] == second_end[1:]  # another letter
        or first_end[1::-1] + first_end[2:] == second_end  # two letters swapped
    )
