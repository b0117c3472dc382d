"""Serve a folder on this machine until the user presses Ctrl-C."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from threading import Event
from typing import TYPE_CHECKING

from registry.cli._refusal import Refusal
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def serve_until_stopped(
    folder: Path,
    port: int,
    *,
    is_shared: bool = False,
    instead: Callable[[str, str], bytes | None] | None = None,
) -> Iterator[str]:
    """Yield the URL of *folder*, then wait for Ctrl-C. Raises Refusal if the port is unusable.

    Pages of other sites may read it where it *is_shared*; see `serving` for *instead*.
    """
    with ExitStack() as stack:
        try:
            shown = serving(folder, port, is_shared=is_shared, instead=instead)
            url = stack.enter_context(shown)
        except OSError as error:
            message = f"port {port} cannot be used: {error.strerror}; choose another with --port"
            raise Refusal(message) from None
        with suppress(KeyboardInterrupt):
            yield url
            Event().wait()
