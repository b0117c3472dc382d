"""Workers of a Dask cluster build the site that one machine builds, though some of them die."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from publishing import SAMPLES
from seen import some
from sites import LINKED

from registry import pipeline
from registry.site import dask_cluster
from registry.site.dask_cluster import ClusterError, working_on
from registry.site.parallel import ALONE, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

pytestmark = [pytest.mark.slow, pytest.mark.attack]

DASK = Path(sys.executable).with_name("dask")


def free_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"tcp://127.0.0.1:{server.getsockname()[1]}"


@contextmanager
def program(*words: str, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    log = subprocess.DEVNULL
    command = [str(DASK), *words]
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **(env or {})}, stdout=log, stderr=log
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start a scheduler, which has no workers, and return its address."""
    address = free_address()
    port = address.rpartition(":")[2]
    with program("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"):
        yield address


@contextmanager
def worker(address: str, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
    with program("worker", address, *options, env=env) as process:
        yield process


def built(folder: Path, work: Work) -> dict[str, bytes]:
    site = folder / "site"
    done = pipeline.build(SAMPLES, site, ROOT / "mkdocs.yml", LINKED, work)
    assert done.written, done.checked.diagnostics
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in some(site.rglob("*"))
        if path.is_file()
    }


def test_workers_write_what_one_process_writes_though_one_is_killed_meanwhile(
    address: str, tmp_path: Path
) -> None:
    with (
        worker(address) as first,
        worker(address) as second,
        working_on(address, tmp_path / "shared") as executor,
    ):
        both = {executor.submit(os.getpid).result() for _ in range(40)}
        deadline = time.monotonic() + 60
        while len(both) < 2 and time.monotonic() < deadline:
            both |= {each.result() for each in [executor.submit(os.getpid) for _ in range(40)]}
        killed: list[str] = []

        def kill_one(what: str, done: int, _count: int) -> None:
            if what == "publishing" and done and not killed:
                first.kill()
                killed.append(what)

        by_workers = built(tmp_path / "shared", Work(lambda: executor, kill_one))

        assert both == {first.pid, second.pid}
        assert killed
        assert first.wait() < 0
        assert second.poll() is None
    assert by_workers == built(tmp_path / "alone", ALONE)
    assert [path.name for path in (tmp_path / "shared").iterdir()] == ["site"]


def test_worker_with_another_program_is_refused(address: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(ROOT / "registry", other / "registry")
    with (other / "registry" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("# another version\n")

    with (
        worker(address, env={"PYTHONPATH": str(other)}),
        working_on(address, tmp_path) as executor,
        pytest.raises(ClusterError, match="another version of the program"),
    ):
        executor.submit(os.getpid).result()


def test_worker_that_does_not_see_the_folder_is_refused(address: str, tmp_path: Path) -> None:
    with worker(address), working_on(address, tmp_path / "mine") as executor:
        (tmp_path / "mine").rename(tmp_path / "elsewhere")

        with pytest.raises(ClusterError, match=f"does not see {tmp_path}/mine"):
            executor.submit(os.getpid).result()


@pytest.mark.parametrize("has_scheduler", [True, False])
def test_cluster_that_is_not_there_ends_with_what_to_start(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_scheduler: bool
) -> None:
    monkeypatch.setattr(dask_cluster, "SECONDS_TO_ANSWER", 1)
    wanted = "start some with: dask worker" if has_scheduler else "start one with: dask scheduler"

    with (
        pytest.raises(ClusterError, match=wanted),
        working_on(address if has_scheduler else free_address(), tmp_path),
    ):
        pytest.fail("nobody is there to work")
    assert not [*tmp_path.iterdir()]
