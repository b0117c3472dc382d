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
    from registry.rules._vendors import Vendor
    from registry.source import Origin

SEVERITY = Severity.WARNING
HINT = "choose a name of your own, and say in `summary` whose service the tools are for"


def check_publisher(publisher: Publisher) -> Iterator[Finding]:
    """Find a publisher with a provider's name, or one that claims to be official."""
    if publisher.origin is not None:
        yield from _brands(publisher, publisher.origin)
        yield from _claims(publisher, publisher.origin)


def _brands(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    owners = [each for each in VENDORS if _name_after(each, publisher)]
    if owners and not publisher.hosts:
        claim = f"{_name_after(owners[0], publisher)!r} is a name of {owners[0].sites[0]}"
        yield Finding(
            origin.at("name").place,
            f"{claim}, but none of its hosts is listed",
            f"add the hosts that the tools call to `hosts`; if none is theirs, {HINT}",
        )
    for index, host in enumerate(publisher.hosts):
        # One message for each host: a publisher may have the names of several brands of a vendor.
        if wronged := next((each for each in owners if not each.owns_host(host)), None):
            claim = f"{_name_after(wronged, publisher)!r} is a name of {wronged.sites[0]}"
            yield Finding(origin.at("hosts", index).place, f"{claim}, and {host!r} is not")


def _name_after(vendor: Vendor, publisher: Publisher) -> str:
    """Return the name of *publisher* that people would take for that of *vendor*, or ""."""
    return next((each for each in _names(publisher) if is_named_after(each, vendor)), "")


def _claims(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    for word in claims(*_names(publisher)):
        yield Finding(
            origin.at("name").place,
            f"{publisher.title!r} claims to be {word!r}, which only the registry can confirm",
            "remove the word: the registry shows who owns a publisher",
        )


def _names(publisher: Publisher) -> tuple[str, str]:
    return publisher.name, publisher.title
