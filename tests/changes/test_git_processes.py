"""However large the registry, comparing it with a commit starts a handful of git processes."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from upstreams import LATER, downstream, publisher, release, upstream

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

MOST = 6
SIZES = (3, 20)

LOGGING = """\
#!/bin/sh
printf '%s\\n' "$*" >> '{log}'
exec '{git}' "$@"
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a git first that writes a line for each time it is started; return where it does."""
    real = shutil.which("git")
    folder, log = tmp_path / "bin", tmp_path / "started"
    folder.mkdir()
    (folder / "git").write_text(LOGGING.format(log=log, git=real), encoding="utf-8")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


@pytest.fixture(scope="module", params=SIZES)
def proposed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the manuals of a registry in which something of every kind differs from `main`.

    It has so many publishers of its own and includes another registry with as many.
    """
    folder = tmp_path_factory.mktemp("registry")
    names = [f"company{number:02}" for number in range(request.param)]
    mine = downstream(folder / "mine")
    with upstream(folder / "theirs") as theirs:
        mine.names("theirs", theirs)
        for name in names:
            mine.repository.write(f"manuals/{name}/publisher.yaml", publisher(name))
            mine.repository.write(f"manuals/{name}/weather/1.0.0.yaml", release(name))
            theirs.offer(f"{name}-abroad")
        theirs.publish()
        assert mine.include().exit_code == 0
        mine.repository.write("rules.yaml", "{}\n")
        mine.repository.commit()
        for name in names[::2]:
            mine.repository.write(f"manuals/{name}/publisher.yaml", f"{publisher(name)}# new\n")
            mine.repository.write(
                f"manuals/{name}/weather/1.0.1.yaml", release(name, version="1.0.1")
            )
            theirs.write(
                f"{name}-abroad/weather/1.0.1.yaml", release(f"{name}-abroad", version="1.0.1")
            )
        theirs.publish(LATER)
        assert mine.include().exit_code == 0
    assert mine.path("theirs", "company00-abroad/weather/1.0.1.json").is_file()
    return mine.manuals


@pytest.mark.parametrize(
    "command",
    [("check", "--base", "main"), ("review", "--base", "main", "--author", "7")],
    ids=" ".join,
)
def test_git_is_asked_a_few_times_whatever_the_size(
    proposed: Path, log: Path, command: tuple[str, ...]
) -> None:
    answer = CliRunner().invoke(main, (*command, "--json", "--manuals", str(proposed)))
    started = log.read_text(encoding="utf-8").splitlines()

    assert answer.exit_code in (0, 1), answer.output
    assert answer.output.startswith("{")
    assert 0 < len(started) <= MOST, started
