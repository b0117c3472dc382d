"""Settings with which any user can run nginx, without the rights to the folders of a system."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BUFFERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""What nginx keeps in folders of its own, which it makes even where nothing is put into them."""


def nginx_of(folder: Path, server: str) -> str:
    """Return settings by which nginx keeps its files in *folder* and has one *server*.

    As root it stays root, since *folder* may be for one user.
    """
    buffers = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in _BUFFERS)
    user = "user root; " if os.geteuid() == 0 else ""
    return (
        f"{user}pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {buffers} server {{ {server} }} }}\n"
    )
