"""Whatever stands where in a document, a protocol ends with problems, never with an exception."""

from __future__ import annotations

import copy
import json
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from registry import source
from registry.assemble import assemble
from registry.load import File, ManualFolder, PublisherFolder, Tree
from registry.protocols import protocols

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "protocols"
ABOUT = File("publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")
GONE = object()
ODD: tuple[Any, ...] = (
    *(None, GONE, True, 1.5, "", "$ref", "../a b", [], {}, [{}]),
    {"$ref": "#/schemas/X"},
)


def documents(protocol: str) -> Iterator[dict[str, Any]]:
    for path in sorted((CASES / protocol).glob("*/valid/*.*")):
        if not path.name.endswith((".tools.json", ".expect")):
            document, _ = source.read(path.name, path.read_bytes())
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


@pytest.mark.parametrize("name", protocols())
def test_no_damage_to_a_document_stops_the_registry(name: str) -> None:
    read = 0
    for data in documents(name):
        for changed in damaged(data):
            file = File("1.0.0.json", json.dumps(changed).encode())
            manual = ManualFolder("sample", "manuals/acme/sample", None, (("1.0.0", file),))
            publisher = PublisherFolder("acme", "manuals/acme", ABOUT, (manual,))
            catalogue, problems = assemble(Tree((publisher,), ()))
            read += 1
            assert all(problem.message for problem in problems)
            for release in catalogue.manuals[0].releases:
                protocol = protocols()[release.protocol]
                json.dumps(dict(protocol.listing(release)))
                for tool in release.tools:
                    protocol.native_call(tool, {})

    assert read > 100
