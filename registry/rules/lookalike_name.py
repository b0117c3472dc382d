"""A publisher is named almost like another.

People mistake one for the other, and so do agents that type a name. That is how impostors work, so
a person has to look at such a pair. Of an included publisher, the title is looked at, too.

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
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Catalogue, Publisher

SEVERITY = Severity.WARNING
HINT = (
    "choose a name that nobody confuses with the other, or tell the maintainers how the "
    "two belong together"
)

_SHORTEST = 5
"""Characters below which two honest names often differ in one letter."""

_AFFIXES = ("api", "cli", "mcp", "tool", "tools", "server", "official", "app", "hq", "dev")


def check_catalogue(catalogue: Catalogue) -> Iterator[Finding]:
    """Find publishers whose names are one slip, or one usual word, apart.

    Of our own publisher and an included one, the included one is told of; so it is where it calls
    itself like another.
    """
    by_form: dict[str, list[Publisher]] = {}
    by_title: dict[str, Publisher] = {}
    for publisher in sorted(catalogue.publishers, key=lambda each: each.upstream is not None):
        forms = set(_forms(publisher.name))
        near = {each.name for form in forms for each in by_form.get(form, ())}
        close = sorted(name for name in near if _is_close(name, publisher.name))
        for form in forms:
            by_form.setdefault(form, []).append(publisher)
        if close and publisher.origin:
            yield Finding(
                publisher.origin.at("name").place,
                f"the publisher {publisher.name!r} can be mistaken for {close[0]!r}",
            )
        same = by_title.setdefault(publisher.title.casefold(), publisher)
        if publisher.upstream and same is not publisher and not close and publisher.origin:
            yield Finding(
                publisher.origin.at("name").place,
                f"the publisher {publisher.name!r} calls itself {publisher.title!r}, as "
                f"{same.name!r} does",
            )


def _forms(name: str) -> Iterator[str]:
    """Yield the bare name, and the name without each of its letters.

    Two names that are one slip apart share at least one of these.
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
