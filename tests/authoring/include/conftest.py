"""What the tests of including registries share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from upstreams import downstream, upstream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from upstreams import Downstream, Upstream


@pytest.fixture
def acme(tmp_path: Path) -> Iterator[Upstream]:
    """Serve a registry with the weather of `acme`."""
    with upstream(tmp_path / "upstream") as made:
        made.offer("acme")
        made.publish()
        yield made


@pytest.fixture
def mine(tmp_path: Path, acme: Upstream, monkeypatch: pytest.MonkeyPatch) -> Downstream:
    """Make a registry of our own that names the other one, and work there."""
    made = downstream(tmp_path / "mine")
    made.names("partner", acme)
    monkeypatch.chdir(made.root)
    return made
