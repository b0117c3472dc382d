"""What to run next, as `new` and `import` say it, is a command that works where it is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from command_line import run
from repositories import Repository

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

DOCUMENT = {
    "openapi": "3.0.0",
    "info": {"title": "World Time", "version": "1"},
    "servers": [{"url": "https://api.acme.com"}],
    "paths": {"/time": {"get": {"operationId": "getTime", "summary": "Tell the time of a city."}}},
}
WAYS = {
    "new": ("new", "acme/world-time", "--url", "https://api.acme.com/v1/time", "--yes"),
    "import": (
        *("import", "openapi", "api.json", "--publisher", "acme", "--manual", "world-time"),
        *("--homepage", "https://acme.com/"),
    ),
}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return WAYS[request.param]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "registry")
    made.write("api.json", json.dumps(DOCUMENT))
    made.commit()
    return made


def test_check_compares_with_nothing_without_a_remote(
    repository: Repository, way: tuple[str, ...]
) -> None:
    done = run(*way, folder=repository.root)

    assert "registry check; " in done.stderr
    assert "--base" not in done.stderr


def test_check_compares_with_the_main_branch_of_the_remote(
    repository: Repository, way: tuple[str, ...], tmp_path: Path
) -> None:
    repository.git("clone", "--quiet", str(repository.root), str(tmp_path / "clone"))
    done = run(*way, folder=tmp_path / "clone")

    assert "registry check --base origin/main; " in done.stderr
    assert run("check", "--base", "origin/main", folder=tmp_path / "clone").returncode == 0


def test_preview_is_of_what_agents_get_where_there_is_no_site(
    repository: Repository, way: tuple[str, ...]
) -> None:
    """Pages need `mkdocs.yml`, which a folder of manuals outside a registry has not."""
    done = run(*way, folder=repository.root)

    assert "registry preview acme/world-time --json\n" in done.stderr
    assert run("preview", "acme/world-time", "--json", folder=repository.root).returncode == 0
