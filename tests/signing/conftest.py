"""A repository whose site can be signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signing_commands import FILES, run

from registry.signing import KEY_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a repository with a root, and a site; the keys lie beside the repository."""
    repository = tmp_path / "repository"
    for path in FILES:
        (repository / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / "site" / path).write_text("{}", encoding="utf-8")
    monkeypatch.chdir(repository)
    done = run("trust", "init", "--keys", "../keys")
    assert done.exit_code == 0, done.output
    monkeypatch.setenv(KEY_VARIABLE, (tmp_path / "keys" / "online.pem").read_text())
    return repository
