"""Run code of Python in a copy of a process that has loaded the registry and its rules.

To load them takes several times as long as most commands that tests start many times over, and to
take them apart at the end, as Python does, longer than all other work of a copy.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import traceback
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MOST = 1 << 17
"""Bytes of an order, which is sent as a whole."""


def forked(
    code: str, *words: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run *code* as `python -c` does, with *words* in `sys.argv`; it may say little on stderr."""
    orders = _server()
    (printed, out), (told, err) = os.pipe(), os.pipe()
    order = {"code": code, "words": words, "cwd": str(cwd), "env": dict(env)}
    socket.send_fds(orders, [json.dumps(order).encode()], [out, err])
    os.close(out)
    os.close(err)
    with (
        os.fdopen(printed, encoding="utf-8", errors="replace") as stdout,
        os.fdopen(told, encoding="utf-8", errors="replace") as stderr,
    ):
        texts = stdout.read(), stderr.read()
    return subprocess.CompletedProcess(words, int(orders.recv(MOST)), *texts)


@cache
def _server() -> socket.socket:
    """Start the process that is copied, and return what takes orders; it ends when we do."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    theirs.set_inheritable(True)
    words = [sys.executable, "-B", __file__, str(theirs.fileno())]
    os.posix_spawn(sys.executable, words, os.environ)
    theirs.close()
    atexit.register(ours.close)
    return ours


def _serve(orders: socket.socket) -> None:
    """Fork for each order, and answer how the copy has ended; return in a copy only."""
    while (got := socket.recv_fds(orders, MOST, 2))[0]:
        data, (out, err), _, _ = got
        copy = os.fork()
        if not copy:
            orders.close()
            os.dup2(out, 1)
            os.dup2(err, 2)
            os.closerange(3, max(out, err) + 1)
            _run(**json.loads(data))
        os.close(out)
        os.close(err)
        orders.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]))


def _run(code: str, words: list[str], cwd: str, env: dict[str, str]) -> None:
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    sys.stdout = os.fdopen(1, "w", encoding=encoding)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding=encoding, errors="backslashreplace")
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["-c", *words]
    status: object = None
    try:
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as ended:
        status = ended.code
    except BaseException:  # noqa: BLE001 - Python would print it, too
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if not isinstance(status, int | None):
        sys.stderr.write(f"{status}\n")
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status or 0)


if __name__ == "__main__":
    sys.path.pop(0)  # this folder
    from registry import cli, pipeline, signing  # noqa: F401
    from registry.rules import rules

    rules()
    for each in pkgutil.walk_packages(cli.__path__, f"{cli.__name__}."):
        importlib.import_module(each.name)
    gc.freeze()  # else a copy would look at all of this, and have pages of its own for it
    _serve(socket.socket(fileno=int(sys.argv[1])))
