"""What the tests that run workflows share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from workflow_lab import lab_in

if TYPE_CHECKING:
    from pathlib import Path

    from workflow_lab import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """Return a lab with a new registry, whose branch `main` is checked out."""
    return lab_in(tmp_path)
