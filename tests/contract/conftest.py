"""What the contract tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from contract_site import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contract_site import Site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the sample site on loopback."""
    with served(tmp_path_factory.mktemp("site")) as site:
        yield site
