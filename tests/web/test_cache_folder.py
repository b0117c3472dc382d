"""What only saves time is kept where the user has a place for it, and else nowhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from strangers import give_away

from registry.web.cache_folder import default_folder
from registry.web.download_cache import Cache
from registry.web.fetch import Fetched

SHA256 = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"  # of b"x"


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the user be one without a home, as a number in a container that names nobody."""

    def none(_: type[Path]) -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", classmethod(none))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("homeless")
def test_user_without_a_home_keeps_nothing() -> None:
    cache = Cache(default_folder())
    cache.keep(b"x")

    assert cache.file(SHA256) is None


@pytest.mark.usefixtures("homeless")
def test_user_without_a_home_may_name_a_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    cache = Cache(default_folder())
    cache.keep(b"x")

    assert cache.file(SHA256) == b"x"


@pytest.mark.parametrize("stated", ["", "cache", "./cache", "~/.cache"])
def test_relative_path_in_the_environment_is_ignored(
    stated: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", classmethod(lambda _: tmp_path))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    usual = default_folder()
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, stated)

    assert default_folder() == usual
    assert tmp_path in usual.parents


@pytest.mark.usefixtures("homeless")
def test_home_that_is_relative_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = default_folder()
    monkeypatch.setattr(Path, "home", classmethod(lambda _: Path("home")))

    assert default_folder() == nowhere


SITE = "https://registry.example/v1/index.json"


def test_what_another_user_left_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in `/tmp`, where anyone can be first to make a folder of a known name."""
    cache = Cache(tmp_path)
    cache.keep_root(SITE, Fetched(b"x", "etag"))
    assert cache.root(SITE) is not None
    for each in tmp_path.iterdir():
        give_away(each, monkeypatch)

    assert cache.root(SITE) is None
    assert cache.file(SHA256) is None


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes among its files")
def test_pipe_in_the_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / SHA256)

    assert Cache(tmp_path).file(SHA256) is None
