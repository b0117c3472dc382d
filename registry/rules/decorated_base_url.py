"""A URL has a fragment, a placeholder as a parameter name, or misplaced separators.

A fragment never reaches the server. A placeholder for the name of a query parameter lets the
caller add parameters that were never reviewed. A query begins with `?`, and `&` precedes each
further parameter: otherwise, a parameter becomes part of the path or of another value. Two slashes
in a row are left where an address that ends in one was joined to a path that begins with one; to
many servers, that is another path.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather#today  # expect: decorated-base-url
  - name: get_forecast
    description: Weather of the coming seven days at the same station.
    inputs:
      type: object
      properties:
        filter: {type: string}
      required: [filter]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/forecast?{filter}=1  # expect: decorated-base-url
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather?units=metric
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import PLACEHOLDER
from registry.rules import Finding
from registry.rules._addresses import addresses
from registry.rules._variables import query_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.rules._addresses import Address

SEVERITY = Severity.WARNING
HINT = "write the URL up to the path, and only constant parameter names"

_IN_PATH = re.compile(r"&([\w.-]+)=")
_OF_HTML = re.compile(r"&amp;([\w.-]+)=")
_STOP = re.compile(r"(?<=[\w}])[.,;]\Z")
_IN_QUERY = re.compile(r"\?([\w.-]+)=")
_TWO_SLASHES = re.compile(r"(?<!:)//")


def check_release(release: Release) -> Iterator[Finding]:
    """Find fragments, wrong separators, and placeholders in the names of query parameters."""
    for address in addresses(release):
        if address.url.fragment:
            yield Finding(
                address.place,
                f"the fragment {address.url.fragment!r} never reaches the server",
                "remove the fragment",
            )
        yield from _wrongly_separated(address)
        if stop := _STOP.search(address.url.text):
            yield Finding(
                address.place,
                f"the URL ends in {stop[0]!r}, which clients send with it",
                f"remove the `{stop[0]}` of the sentence that it was copied from",
            )
        for name, _ in query_parameters(address.url.text):
            if PLACEHOLDER.search(name):
                yield Finding(
                    address.place,
                    f"the caller chooses the name of the query parameter {name!r}",
                    "remove the parameter: clients send every other input in the query by its own "
                    "name",
                )


def _wrongly_separated(address: Address) -> Iterator[Finding]:
    if match := _IN_PATH.search(address.url.path):
        yield Finding(
            address.place,
            f"{match[0]!r} is part of the path, since the first parameter follows `?`",
            f"write `?{match[1]}=`",
        )
    if _TWO_SLASHES.search(address.url.path):
        yield Finding(
            address.place,
            "the path has two slashes in a row, which many servers take for another path",
            "write one slash",
        )
    if match := _OF_HTML.search(address.url.query):
        yield Finding(
            address.place,
            f"{match[0]!r} is how HTML writes `&`, and clients send it as it is",
            f"write `&{match[1]}=`",
        )
    # The value may be a URL, with a query of its own.
    is_url = "//" in address.url.query
    if not is_url and (match := _IN_QUERY.search(address.url.query, 1)):
        yield Finding(
            address.place,
            f"{match[0]!r} is part of the value before it, since only the first parameter follows "
            "`?`",
            f"write `&{match[1]}=`",
        )
