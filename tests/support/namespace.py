"""Run a program in a network of its own, in which a host has any name and any address."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest

_WAYS = (("--net", "--mount"), ("--user", "--map-root-user", "--net", "--mount"))
"""Options of `unshare`: those for root, and those for users, whom not every kernel lets do it."""


def inside() -> tuple[str, ...]:
    """Return the words before a command that runs it there, as root; skip where nothing can.

    With `REGISTRY_REQUIRE_CLIENTS=1`, as in CI, that is a failure.
    """
    words, reason = _way()
    if reason:
        message = f"NO NETWORK OF ITS OWN FOR A PROGRAM: {reason}"
        if os.environ.get("REGISTRY_REQUIRE_CLIENTS") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return words


@cache
def _way() -> tuple[tuple[str, ...], str]:
    """Return the words of the first way that works; else why none does."""
    missing = [each for each in ("unshare", "ip", "mount") if not shutil.which(each)]
    if missing:
        return (), f"there is no {' and no '.join(missing)}"
    tried = [("unshare", *options) for options in _WAYS]
    # A machine may keep its users from namespaces, and let them be root without a password.
    tried += (
        [("sudo", "--non-interactive", *words) for words in tried] if shutil.which("sudo") else []
    )
    reasons = []
    for words in tried:
        done = subprocess.run(
            [*words, "ip", "link", "set", "lo", "up"], capture_output=True, text=True, check=False
        )
        if not done.returncode:
            return words, ""
        reasons.append(f"{' '.join(words)}: {done.stderr.strip()}")
    return (), "; ".join(reasons)
