"""The environment of the released UTCP client, with this package installed beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from once import KEPT, once
from paths import ROOT
from released_clients import ENVIRONMENTS, ask


def installed() -> Path:
    """Return a folder with the package, and none of what it depends on, installed once in a run."""
    return once("package", _install)


def _install() -> Path:
    folder = Path(mkdtemp(dir=os.environ[KEPT]))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--target", str(folder), str(ROOT)]
    subprocess.run([*command, *options], check=True, capture_output=True)
    return folder


def run(script: str, argument: object, plugins: Path, cache: Path) -> Any:  # noqa: ANN401 - any JSON
    """Return what *script* prints; *argument* is JSON, *cache* the user's folder for caches."""
    ask("python", {}, plugins)  # skips where it is not installed
    done = subprocess.run(
        [str(ENVIRONMENTS / "utcp" / "bin" / "python"), "-c", script, json.dumps(argument)],
        env={"PYTHONPATH": str(plugins), "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)
