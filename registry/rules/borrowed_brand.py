"""A publisher bears the name of a well-known provider and calls other hosts.

People and agents trust a name that they know. Whoever offers tools for somebody else's service
says so in the summary, and goes by a name of their own.

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

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Catalogue, Publisher
    from registry.rules._vendors import Vendor
    from registry.source import Origin

SEVERITY = Severity.WARNING
HINT = "choose a name of your own, and say in `summary` whose service the tools are for"

_WORD = re.compile(r"[a-z0-9]+")
_CLAIMS = frozenset({"official", "verified", "authentic", "genuine"})
_COMMON = frozenset({"api", "apis", "the", "inc", "labs", "tools", "team", "dev", "hq"}) | _CLAIMS
"""Words that do not make another name of a brand."""


def check_catalogue(catalogue: Catalogue) -> Iterator[Finding]:
    """Find publishers that bear a provider's name, or call themselves the true one."""
    for publisher in catalogue.publishers:
        if publisher.origin is not None:
            yield from _brands(publisher, publisher.origin)
            yield from _claims(publisher, publisher.origin)


def _brands(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    for vendor in VENDORS:
        name = next((each for each in _names(publisher) if _bears(each, vendor)), None)
        if name is None:
            continue
        said = f"{name!r} is a name of {vendor.sites[0]}"
        for index, host in enumerate(publisher.hosts):
            if not vendor.owns_host(host):
                yield Finding(origin.at("hosts", index).place, f"{said}, and {host!r} is not")
        if not publisher.hosts:
            yield Finding(origin.at("name").place, f"{said}, none of whose hosts is listed")


def _claims(publisher: Publisher, origin: Origin) -> Iterator[Finding]:
    said = {word for name in _names(publisher) for word in _WORD.findall(name.casefold())}
    for word in sorted(_CLAIMS & said):
        yield Finding(
            origin.at("name").place,
            f"{publisher.title!r} calls itself {word!r}, which is for others to find",
            "leave the word out: the registry shows who owns a publisher",
        )


def _names(publisher: Publisher) -> tuple[str, str]:
    return publisher.name, publisher.title


def _bears(name: str, vendor: Vendor) -> bool:
    words = _WORD.findall(name.casefold())
    if vendor.is_word:
        return [word for word in words if word not in _COMMON] == [vendor.brand]
    return vendor.brand in words or vendor.brand == "".join(words)
