"""Whatever stands where in a document, a protocol ends with problems, never with an exception."""

from __future__ import annotations

import json

import pytest
from damage import damaged, documents

from registry.catalogue.assemble import assemble
from registry.catalogue.load import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.model.request import request
from registry.protocols import protocols

pytestmark = [pytest.mark.slow, pytest.mark.attack]

ABOUT = SourceFile("publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")


@pytest.mark.parametrize("name", protocols())
def test_no_damage_to_a_document_stops_the_registry(name: str) -> None:
    read = 0
    for data in documents(name):
        for changed in damaged(data):
            file = SourceFile("1.0.0.json", json.dumps(changed).encode())
            manual = ManualFolder("sample", "manuals/acme/sample", None, (("1.0.0", file),))
            publisher = PublisherFolder("acme", "manuals/acme", ABOUT, (manual,))
            catalogue, problems = assemble(Tree((publisher,), ()))
            read += 1
            assert all(problem.message for problem in problems)
            for release in catalogue.manuals[0].releases:
                protocol = protocols()[release.protocol]
                json.dumps(dict(protocol.listing(release)))
                for tool in release.tools:
                    request(tool.call, {})

    assert read > 100
