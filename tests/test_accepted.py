"""Whatever the check lets through can be published, and the gate of the clients opens for it."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from damage import damaged, documents
from publishing import SETTINGS, publish_catalogue

from registry import rules
from registry.catalogue.assemble import assemble
from registry.catalogue.entries import entries_of
from registry.catalogue.load import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.diagnostics import Severity
from registry.protocols import protocols
from registry.site import client_gate

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.attack]

ABOUT = SourceFile("publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")


def tree(manuals: dict[str, Any]) -> Tree:
    """Return a tree in which each of *manuals* has a publisher of its own."""
    return Tree(tuple(_publisher(name, data) for name, data in manuals.items()), ())


def _publisher(name: str, data: Any) -> PublisherFolder:  # noqa: ANN401 - any JSON
    path = f"manuals/{name}"
    release = SourceFile(f"{path}/sample/1.0.0.json", json.dumps(data).encode())
    manual = ManualFolder("sample", f"{path}/sample", None, (("1.0.0", release),))
    return PublisherFolder(name, path, ABOUT, (manual,))


def accepted(manuals: dict[str, Any]) -> dict[str, Any]:
    """Return those of *manuals* in which no problem is an error."""
    catalogue, problems = assemble(tree(manuals))
    refused = {
        each.place.path.split("/")[1]
        for each in (*problems, *rules.apply(catalogue))
        if each.severity is Severity.ERROR
    }
    return {name: data for name, data in manuals.items() if name not in refused}


@pytest.mark.parametrize("name", protocols())
def test_damaged_manual_that_is_accepted_can_be_published(name: str, tmp_path: Path) -> None:
    # Every second will do: the odd values take turns, and eleven is an odd number, too.
    changed = islice((each for data in documents(name) for each in damaged(data)), 0, None, 2)
    manuals = accepted({f"p{index}": data for index, data in enumerate(changed)})
    catalogue, _ = assemble(tree(manuals))

    publish_catalogue(catalogue).write(tmp_path)
    client_gate.verify(tmp_path, entries_of(catalogue), SETTINGS)
    assert len(manuals) > 5
