"""What all tests share."""

from __future__ import annotations

import fcntl
import gc
import os
import re
import shlex
import shutil
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import generator
import once
import pytest
from hypothesis import settings
from paths import MANUALS
from publishing import published

from registry import search
from registry.model.wishes import phrases_of
from registry.site.mkdocs_frame import GENERATOR_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from publishing import Published

HERE = Path(__file__).parent

# A shell that starts a program in the background has it ignore Ctrl-C, and so would every program
# that tests start and end that way.
signal.signal(signal.SIGINT, signal.default_int_handler)
# With it, programs write at once what for nearly everybody waits in a buffer.
os.environ.pop("PYTHONUNBUFFERED", None)


# How long an example takes says something about the machine, not about what is tested.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

RARELY = 1_000
"""How many lesser collections of garbage come before one of everything, in place of ten.

Whole catalogues are kept for the tests to come, and to look at them again takes 0.3 s each time: a
tenth of all time before.
"""


@contextmanager
def _one_before_the_others() -> Iterator[None]:
    """Have one process collect first, and compile all tests, as otherwise each of them would."""
    with Path(__file__).open(encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)  # the others may collect at the same time
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Turn the garbage collector off for ten thousand tests, none of which is ever garbage."""
    gc.disable()
    try:
        with _one_before_the_others():
            return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(*gc.get_threshold()[:2], RARELY)


SLOW = re.compile(r"^pytestmark = .*pytest\.mark\.slow\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out unread what is marked slow as a whole: to import it takes a third of collecting."""
    is_left_out = (
        config.option.markexpr == "not slow"
        and collection_path.match("test_*.py")
        and SLOW.search(collection_path.read_text(encoding="utf-8"))
    )
    return True if is_left_out else None


LONGEST = (
    "publish/pages/test_browser.py",
    "publish/pages/test_budgets.py",
    "package/test_mcp_clients.py",
    "contract/test_function_calls.py",
    "contract/test_every_manual.py",
    "test_workflows.py",
    "client/mcp/test_mcp.py",
    "attacks/test_killed_commands.py",
    "workflows/test_own.py",
    "workflows/test_publish.py",
    "walks/test_walks.py",
    "test_hints.py",
    "test_accepted.py",
    "test_cost.py",
    "source/test_source.py",
    "test_check_of_a_part.py",
    "test_reproducible.py",
    "site/test_smoke.py",
    "publish/pages/test_hostile_text.py",
    "client/test_catalogue.py",
    "test_pipeline.py",
    "rules/test_mutants.py",
    "review/test_review.py",
)
"""Modules that take more than ten seconds of processor time, the longest ones first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: at the end, all processes then have something left to do.

    Modules that use a browser come first, so that a process starts one for all that it has of them.
    """
    places = {HERE / path: place for place, path in enumerate(LONGEST)}
    assert all(map(Path.is_file, places)), "a module of LONGEST has another name"
    visiting = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path not in visiting, places.get(item.path, len(places))))


@pytest.fixture(scope="session", autouse=True)
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have all processes of this run share what is made once; see `generator` and `once`."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    for name in ("frames", "kept"):
        (shared / name).mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(GENERATOR_VARIABLE, shlex.join([sys.executable, generator.__file__]))
        patch.setenv(generator.KEPT, str(shared / "frames"))
        patch.setenv(once.KEPT, str(shared / "kept"))
        yield


@pytest.fixture(scope="session")
def samples() -> Published:
    """Publish the manuals of every protocol and dialect."""
    return published()


@pytest.fixture(scope="session")
def launched() -> Published:
    """Publish the launch catalogue."""
    return published(MANUALS)


@pytest.fixture(scope="session")
def launched_index(launched: Published) -> search.Index:
    """Return the index that all other ways to search the launch catalogue answer like."""

    def build() -> bytes:
        return search.build(launched.catalogue, phrases_of(launched.wishes)).to_bytes()

    return search.open_index(once.once("launched-index", build))


@pytest.fixture(scope="session")
def launched_folder(launched: Published, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the launch catalogue; who changes one puts it back.

    Each file is one for all processes: to change it, remove it first.
    """

    def write() -> Path:
        return launched.write(tmp_path_factory.mktemp("launched"))

    kept = once.once("launched-folder", write)
    return shutil.copytree(kept, tmp_path_factory.mktemp("linked") / "site", copy_function=os.link)
