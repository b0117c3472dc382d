"""Build a request from what the Markdown page of a tool says, and from nothing else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Mapping

_LINE = re.compile(r"^([A-Z]+) `+ ?(\S+?) ?`+$", re.MULTILINE)
_HEADER = re.compile(r"^Header `(.+?): (.+)`$", re.MULTILINE)
_AROUND = re.compile(r"^JSON body around the arguments: `+ ?(.*?) ?`+$", re.MULTILINE)
_KIND = re.compile(r"^Content-Type `(.+)`$", re.MULTILINE)
_PLACE = re.compile(r"^- `+ ?(.+?) ?`+ \(([^;)]+)[;)]", re.MULTILINE)


class PageRequest(NamedTuple):
    """The request of a call, without its keys."""

    method: str
    url: str
    headers: dict[str, str]
    body: Any


def request_on(page: str, arguments: Mapping[str, Any]) -> PageRequest:
    """Return the call with *arguments* that *page* describes.

    Raises ValueError for an argument or a request that is not on it.
    """
    part = page.partition("\n## Request\n")[2].partition("\n## Reply\n")[0]
    line = _LINE.search(part)
    if line is None:
        raise ValueError(page)
    headers = dict(_HEADER.findall(part))
    around, kind = _AROUND.search(part), _KIND.search(part)
    body = json.loads(around[1]) if around else None
    places = dict(_PLACE.findall(part))
    url = line[2]
    query: list[tuple[str, str]] = []
    for name in sorted(arguments, key=[*places].index):
        value, place = arguments[name], places[name]
        if place == "in path":
            url = url.replace(f"{{{name}}}", quote(_text(value), safe=""))
        elif place.startswith("in query"):
            query += [(name, _text(each)) for each in _several(value)]
        elif place == "as header":
            headers[name] = _text(value)
        elif place == "is the whole body":
            body = value
        else:
            _put(body, place.removeprefix("in body below ").split("."), name, value)
    if body is not None:
        headers.setdefault("Content-Type", kind[1] if kind else "application/json")
    joint = "&" if "?" in url else "?"
    return PageRequest(line[1], f"{url}{joint}{urlencode(query)}" if query else url, headers, body)


def _put(body: Any, path: list[str], name: str, value: Any) -> None:  # noqa: ANN401 - any JSON
    for step in path:
        body = body[step]
    body[name] = value


def _several(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON
    return value if isinstance(value, list) else [value]


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
