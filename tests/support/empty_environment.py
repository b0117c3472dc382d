"""The built wheel in environments that hold nothing else but what it asks for."""

from __future__ import annotations

import ensurepip
import fcntl
import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paths import ROOT
from released_clients import ENVIRONMENTS, need

if TYPE_CHECKING:
    import pytest

WHEELS = ENVIRONMENTS / "wheels"
_TIMEOUT = 240


@dataclass(frozen=True)
class Environment:
    """An environment, and the wheel that was installed into it."""

    folder: Path
    wheel: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")

    def run(self, *command: str, cwd: Path | None = None, **variables: str) -> Run:
        """Run a program of the environment, which sees none of this one's variables."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.folder / "bin" / command[0], *command[1:]],
            cwd=cwd or home,
            env={"PATH": "/usr/bin:/bin", "HOME": str(home), **variables},
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class Run:
    """What a program has said, and how it ended."""

    code: int
    out: str
    err: str


def built_wheel(folder: Path) -> Path:
    """Build the wheel of this project into *folder*."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=_TIMEOUT)
    return next(folder.glob("*.whl"))


def environment(factory: pytest.TempPathFactory, extras: str = "") -> Environment:
    """Return an environment with the wheel and its *extras*, such as `[mcp]`; one for all workers.

    The test is skipped where `make clients` has not fetched what the wheel asks for.
    """
    need("package", is_there=any(WHEELS.glob(".installed-*")))
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = base / f"environment{extras.strip('[]')}"
    with (base / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            wheel = built_wheel(folder / "wheel")
            venv.create(folder)
            offline = ["--offline", "--no-index", "--find-links", str(WHEELS)]
            options = [*offline, "--cache-dir", str(base / "uv"), "--quiet"]
            python = ["--python", str(folder / "bin" / "python")]
            command = [sys.executable, "-m", "uv", "pip", "install", *python, *options]
            # Only what runs is compiled, then. pip is there where it is told to add an extra.
            wanted = [f"{wheel}{extras}", *([] if extras else [_bundled_pip()])]
            subprocess.run([*command, *wanted], check=True, timeout=_TIMEOUT)
            (folder / "done").touch()
    return Environment(folder, next((folder / "wheel").glob("*.whl")))


def _bundled_pip() -> str:
    """Return the wheel of pip that comes with Python, which takes long to install by itself.

    Distributions such as Debian keep it in a folder of their own, which the variable names.
    """
    own = Path(ensurepip.__file__).parent / "_bundled"
    folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or own
    return str(next(Path(folder).glob("pip-*.whl")))
