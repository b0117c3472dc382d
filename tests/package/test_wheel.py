"""What is in the wheel, and what whoever depends on it gets beside it."""

from __future__ import annotations

from email.parser import BytesParser
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from empty_environment import built_wheel
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

MOST_BYTES = 2_300_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    others = [name for name in names if not name.startswith(("registry/", "open_tool_registry-"))]

    assert not others
    assert not [name for name in names if "/test" in name or "conftest" in name]
    assert wheel.stat().st_size < MOST_BYTES


def test_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = (path for path in (ROOT / "registry").rglob("*") if path.is_file())
    ours = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}

    assert ours <= set(ZipFile(wheel).namelist())


def test_who_depends_on_it_gets_few_packages_and_no_exact_versions(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith("/METADATA"))
        about = BytesParser().parsebytes(archive.read(name))
    always = [each for each in about.get_all("Requires-Dist", []) if "extra ==" not in each]

    assert 0 < len(always) <= 6
    assert not [each for each in always if "==" in each]
    extras = {"build", "dask", "deploy", "mcp", "sign", "utcp"}
    assert set(about.get_all("Provides-Extra", [])) == extras
