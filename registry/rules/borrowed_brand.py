"""A publisher has the name of a well-known provider but calls other hosts.

People and agents trust names that they know. A publisher of tools for another company's service
needs a name of its own, and says in the summary whose service it is.

Bad:

```yaml title="manuals/google-search/publisher.yaml"
name: Google Search
homepage: https://www.example.com/
hosts:
  - api.example.com  # expect: borrowed-brand
```

```yaml title="manuals/google-search/web/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_pages
    description: Find the pages of the web that answer a question.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/pages
```

Good:

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
summary: Search in the index of Google and others, paid for by the page.
```

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_pages
    description: Find the pages of the web that answer a question.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/pages
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._vendors import VENDORS, claims, is_named_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Publisher
    from registry.source import Origin

SEVERITY = Severity.WARNING
HINT = "choose a name of your own, and say in `summary` whose service the tools are for"


def check_publisher(publisher: Publisher) -> Iterator[Finding]:
    """Find a publisher with a provider's name, or one that claims to be official."""
    if publisher.origin is not None:
        yield from _brands(publisher, publisher.origin)
        yield from _claims(publisher, publisher.origin)


def _brands(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    for vendor in VENDORS:
        name = next((each for each in _names(publisher) if is_named_after(each, vendor)), None)
        if name is None:
            continue
        said = f"{name!r} is a name of {vendor.sites[0]}"
        for index, host in enumerate(publisher.hosts):
            if not vendor.owns_host(host):
                yield Finding(origin.at("hosts", index).place, f"{said}, and {host!r} is not")
        if not publisher.hosts:
            yield Finding(origin.at("name").place, f"{said}, but none of its hosts is listed")


def _claims(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    for word in claims(*_names(publisher)):
        yield Finding(
            origin.at("name").place,
            f"{publisher.title!r} claims to be {word!r}, which only the registry can confirm",
            "remove the word: the registry shows who owns a publisher",
        )


def _names(publisher: Publisher) -> tuple[str, str]:
    return publisher.name, publisher.title
