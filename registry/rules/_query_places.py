"""The places of arguments in the query of a URL that documentation writes in other ways."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import nearest
from registry.rules._variables import query_parameters
from registry.web.secret_patterns.names import SECRET_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

_CERTAIN = re.compile(r"<([^<>]+)>|%\((\w+)\)s|YOUR_(\w+)|%[sd]")
"""What no API reads as it is: much of it is not allowed in a URL."""

_LIKELY = re.compile(r":([A-Za-z_]\w*)|\[(\w+)\]|%7[Bb](\w+)%7[Dd]")
"""What some APIs read, so that only the name of an input shows that it is a place."""


class QueryPlace(NamedTuple):
    """A value of the query *parameter* that is no constant, as it is *written*.

    *meant* is the input that it is for, or "".
    """

    parameter: str
    written: str
    meant: str


def query_places(tool: Tool) -> Iterator[QueryPlace]:
    """Yield the places in the query of *tool* that clients send as they are; no credentials."""
    for parameter, value in query_parameters(tool.call.url):
        certain, likely = _CERTAIN.fullmatch(value), _LIKELY.fullmatch(value)
        match = certain or likely
        if not match or SECRET_NAME.search(parameter):
            continue
        name = next(filter(None, match.groups()), "").lower()
        meant = parameter if parameter in tool.properties else nearest(name, tool.properties)
        if certain or meant:
            yield QueryPlace(parameter, f"{parameter}={value}", meant)
