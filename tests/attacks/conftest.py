"""Everything in this folder is an attack, which `make attack` runs longer."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = {path for path in {item.path for item in items} if HERE in path.parents}
    for item in items:
        if item.path in here:
            item.add_marker(pytest.mark.attack)
