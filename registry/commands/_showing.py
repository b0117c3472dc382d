"""Show a folder on this machine until the user has seen enough."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from threading import Event
from typing import TYPE_CHECKING

from registry.commands._refusal import Refusal
from registry.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def shown(folder: Path, port: int) -> Iterator[str]:
    """Yield the address at which *folder* is, and wait for Ctrl-C. Raises Refusal for the port."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(serving(folder, port))
        except OSError as error:
            told = f"port {port} cannot be used: {error.strerror}; choose another with --port"
            raise Refusal(told) from None
        with suppress(KeyboardInterrupt):
            yield url
            Event().wait()
