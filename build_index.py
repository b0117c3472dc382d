"""Check every manual and build the whole site: the same as the command `registry build`."""

from __future__ import annotations

import sys

SET_UP = """\
{} is not installed for this Python, so nothing can be built yet. Either:
  make site    sets everything up in .venv, and builds
or, without make:
  {} -m venv .venv
  {} -m pip install --require-hashes -r requirements/site.lock
and then run build_index.py with that Python.
"""


def run() -> None:
    """Build the site with the arguments of this process; exit with 2 if nothing is set up."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whatever Python there is reads this file
        sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 site")
    try:
        import registry.cli  # noqa: F401, PLC0415 - what is missing is said in plain words
    except ModuleNotFoundError as missing:
        own = r".venv\Scripts\python" if sys.platform == "win32" else ".venv/bin/python"
        sys.stderr.write(SET_UP.format(missing.name, sys.executable, own))
        sys.exit(2)
    from registry import __main__  # noqa: PLC0415 - as above

    __main__.run(["build", *sys.argv[1:]])


if __name__ == "__main__":
    run()
