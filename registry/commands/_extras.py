"""What the project's extras ask for, where a command needs one that is not installed."""

from __future__ import annotations

import sys
from importlib import metadata

_PACKAGE = "open-tool-registry"


def install_command(extra: str) -> str:
    """Return the command that installs what the *extra* asks for beside this program."""
    stated = (each.partition(";") for each in metadata.requires(_PACKAGE) or ())
    wanted = (
        f'"{name.strip()}"' for name, _, condition in stated if f'"{extra}"' in _plain(condition)
    )
    return f"{sys.executable} -m pip install {' '.join(wanted)}"


def _plain(condition: str) -> str:
    return condition.replace("'", '"')
