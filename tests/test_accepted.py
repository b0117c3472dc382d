"""Whatever stands where in a document, it is read, and whatever the check accepts is published.

No damage ends in an exception, and the checks of the clients accept what is left.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from damage import damaged, documents
from publishing import SETTINGS, publish_catalogue

from registry import rules
from registry.catalogue.assemble import assemble
from registry.catalogue.entries import entries_of
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.diagnostics import Severity
from registry.model import Catalogue
from registry.model.request import request
from registry.protocols import protocols
from registry.site import client_checks

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic

pytestmark = [pytest.mark.slow, pytest.mark.attack]

ABOUT = SourceFile("publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")


def publisher(name: str, data: Any) -> PublisherFolder:  # noqa: ANN401 - any JSON
    path = f"manuals/{name}"
    release = SourceFile(f"{path}/sample/1.0.0.json", json.dumps(data).encode())
    manual = ManualFolder("sample", f"{path}/sample", None, (("1.0.0", release),))
    return PublisherFolder(name, path, ABOUT, (manual,))


@cache
def read(protocol: str) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Read every damaged document of *protocol*, each of which has a publisher of its own."""
    every = (changed for data in documents(protocol) for changed in damaged(data))
    folders = (publisher(f"p{index}", changed) for index, changed in enumerate(every))
    return assemble(Tree(tuple(folders), ()))


def some_of(catalogue: Catalogue) -> Catalogue:
    """Return every second manual: odd values take turns, and eleven of them is an odd number."""
    manuals = catalogue.manuals[::2]
    return Catalogue(tuple(each.publisher for each in manuals), manuals)


def without(catalogue: Catalogue, refused: set[str]) -> Catalogue:
    """Return *catalogue* without the publishers that are *refused*."""
    manuals = tuple(each for each in catalogue.manuals if each.publisher.name not in refused)
    return Catalogue(tuple(each.publisher for each in manuals), manuals)


@pytest.mark.parametrize("name", protocols())
def test_no_damage_to_a_document_stops_the_registry(name: str) -> None:
    catalogue, problems = read(name)

    assert len(catalogue.manuals) > 100
    assert all(problem.message for problem in problems)
    for release in (each for manual in catalogue.manuals for each in manual.releases):
        json.dumps(dict(protocols()[release.protocol].listing(release)))
        for tool in release.tools:
            request(tool.call, {})


@pytest.mark.parametrize("name", protocols())
def test_damaged_manual_that_is_accepted_can_be_published(name: str, tmp_path: Path) -> None:
    whole, problems = read(name)
    catalogue = some_of(whole)
    refused = {
        each.place.path.split("/")[1]
        for each in (*problems, *rules.apply(catalogue))
        if each.severity is Severity.ERROR
    }
    accepted = without(catalogue, refused)

    publish_catalogue(accepted).write(tmp_path)
    client_checks.verify(tmp_path, entries_of(accepted), SETTINGS)
    assert len(accepted.manuals) > 5
