"""Documents of each protocol, and copies of them with one value gone or odd."""

from __future__ import annotations

import copy
from itertools import cycle
from typing import TYPE_CHECKING, Any

from paths import TESTS

from registry import source

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = TESTS / "protocols"
GONE = object()
ODD: tuple[Any, ...] = (
    *(None, GONE, True, 1.5, "", "$ref", "../a b", [], {}, [{}]),
    {"$ref": "#/schemas/X"},
)


def documents(protocol: str) -> Iterator[dict[str, Any]]:
    for path in sorted((CASES / protocol).glob("*/valid/*.*")):
        if not path.name.endswith((".tools.json", ".expect")):
            document, _ = source.read_document(path.name, path.read_bytes())
            assert document
            yield document.data


def damaged(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of *data*, in each of which one value is gone or has become an odd one."""
    odd = cycle(ODD)
    for steps in paths(data):
        changed = copy.deepcopy(data)
        owner: Any = changed
        for step in steps[:-1]:
            owner = owner[step]
        owner[steps[-1]] = next(odd)
        if owner[steps[-1]] is GONE:
            del owner[steps[-1]]
        yield changed


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, each in inner:
        yield (*before, step)
        if isinstance(each, dict | list):
            yield from paths(each, (*before, step))
