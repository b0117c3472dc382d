"""What the tests of the package share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from empty_environment import environment
from publishing import published

if TYPE_CHECKING:
    from pathlib import Path

    from empty_environment import Environment


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Make an empty environment with the wheel, and no extra."""
    return environment(tmp_path_factory)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the sample site into a folder."""
    return published().write(tmp_path_factory.mktemp("site"))
