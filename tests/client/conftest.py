"""What the tests of the Python client share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from static_host import Host, hosting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from publishing import Published


@pytest.fixture
def host(launched: Published) -> Iterator[Host]:
    """Serve the launch catalogue from a host of its own."""
    with hosting(dict(launched.files)) as host:
        yield host


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"
