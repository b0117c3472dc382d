"""Have the workers of a Dask cluster do the work of the pipeline."""

from __future__ import annotations

import hashlib
import platform
import re
import secrets
import sys
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from distributed import Client, KilledWorker

import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Result = TypeVar("_Result")

SECONDS_TO_ANSWER = 30
"""How long a scheduler may take to answer, and its first worker to come."""

_ONE_STEP = Lock()


class ClusterError(RuntimeError):
    """The cluster cannot do the work; the text says why, and what to do."""


class _Ticket(NamedTuple):
    """The properties that a worker must have in common with who hands out the work."""

    file: str
    """A file in the folder that is written to, as both must see it."""
    token: str
    program: str


class _OnWorkers(Executor):
    """Hands calls to *executor*, such that a worker first compares its *ticket*."""

    def __init__(self, executor: Executor, ticket: _Ticket) -> None:
        self._executor = executor
        self._ticket = ticket

    def submit(
        self,
        fn: Callable[..., _Result],
        /,
        *args: Any,  # noqa: ANN401 - whatever *fn* takes
        **kwargs: Any,  # noqa: ANN401 - as above
    ) -> Future[_Result]:
        """Have a worker call *fn*, and return a future of what it returns or raises."""
        return self._executor.submit(_call, self._ticket, fn, args, kwargs)


@contextmanager
def working_on(address: str, folder: Path) -> Iterator[Executor]:
    """Yield an executor whose calls are made by workers of the Dask scheduler at *address*.

    They write below *folder*, which each of them must see under the same path. A call whose worker
    dies is made again by another one. Raises ClusterError if no scheduler answers, no worker is
    there, one of them has another program or does not see the folder, or too many died; and
    OSError for a folder that cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    token = secrets.token_hex(16)
    file = folder / f".{token}.build"
    file.write_text(token, encoding="ascii")
    try:
        with _connected(address) as client:
            executor = client.get_executor(pure=False)
            yield _OnWorkers(executor, _Ticket(str(file), token, program_digest()))
    except KilledWorker as error:
        raise ClusterError(
            f"workers of {address} died again and again with the same part of the work, perhaps "
            "because memory ran out; nothing was written"
        ) from error
    except CancelledError as error:
        raise ClusterError(f"{address} no longer answers; nothing was written") from error
    finally:
        file.unlink(missing_ok=True)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at {address!r}; start one with: dask scheduler"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
        except TimeoutError as error:
            raise ClusterError(
                f"the scheduler at {address} has no workers; start some with: "
                f"dask worker {address} --nthreads 1"
            ) from error
        yield client


def _call(
    ticket: _Ticket,
    function: Callable[..., _Result],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> _Result:
    """Call *function* on a worker. Raises ClusterError if the worker is another than was meant."""
    if program_digest() != ticket.program:
        raise ClusterError(
            f"a worker on {platform.node()} has another version of the program, of Python or "
            "of a library; install the same on all machines, and start the workers again"
        )
    try:
        is_shared = Path(ticket.file).read_text(encoding="ascii") == ticket.token
    except OSError:
        is_shared = False
    if not is_shared:
        raise ClusterError(
            f"a worker on {platform.node()} does not see {Path(ticket.file).parent}; workers "
            "write the site, so all machines must share that folder under the same path"
        )
    # The steps were written for processes of their own; a worker may have several threads.
    with _ONE_STEP:
        return function(*args, **kwargs)


@cache
def program_digest() -> str:
    """Return the sha256 of all that the bytes of a site depend on beside its manuals.

    That is Python's version, the files of this program, and the versions of its own libraries.
    """
    digest = hashlib.sha256(repr((sys.version_info[:2], sorted(_libraries()))).encode())
    package = Path(registry.__file__).parent
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _libraries() -> Iterator[tuple[str, str]]:
    for each in metadata.requires("open-tool-registry") or ():
        (name,) = re.findall(r"^[\w.-]+", each)
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
