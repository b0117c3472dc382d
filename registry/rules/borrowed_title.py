"""The title of a manual is the name of a well-known provider.

In lists and answers, people and agents see the title of a manual, not its folder. A title that is
the name of another's service makes them trust the wrong people.

Bad:

```yaml title="manuals/example/sample/manual.yaml"
title: GitHub  # expect: borrowed-title
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

Good:

```yaml title="manuals/example/sample/manual.yaml"
title: Weather stations
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
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._vendors import VENDORS, claims, is_named_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual

SEVERITY = Severity.WARNING
HINT = "choose a title of your own, and say in `summary` whose service the tools are for"


def check_manual(manual: Manual) -> Iterator[Finding]:
    """Find a title that is a provider's name, or that claims to be official."""
    if manual.origin is None or not manual.title:
        return
    place = manual.origin.at("title").place
    for vendor in VENDORS:
        if is_named_after(manual.title, vendor) and not any(
            map(vendor.owns_host, manual.publisher.hosts)
        ):
            sentence = (
                f"{manual.title!r} is a name of {vendor.sites[0]}, and no host is listed of it"
            )
            yield Finding(place, sentence)
    for word in claims(manual.title):
        sentence = f"{manual.title!r} claims to be {word!r}, which only the registry can confirm"
        yield Finding(place, sentence, "remove the word: the registry shows who owns a publisher")
