"""The small catalogue below `manuals/`, and its index."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from registry import search
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree

if TYPE_CHECKING:
    from registry.model import Catalogue

MANUALS = Path(__file__).parent / "manuals"


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    tree = load_tree(MANUALS)
    catalogue, problems = assemble(tree)

    assert not problems + tree.problems
    return catalogue


@pytest.fixture(scope="session")
def index(catalogue: Catalogue) -> search.Index:
    return search.build(catalogue)


@pytest.fixture
def index_file(index: search.Index, tmp_path: Path) -> Path:
    path = tmp_path / "whoosh.zip"
    path.write_bytes(index.to_bytes())
    return path
