"""The command line that the reference servers share: where to listen, and the key, if any."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from typing import TYPE_CHECKING

from registry.providers.web import LOOPBACK_NAMES, running

if TYPE_CHECKING:
    from registry.providers.web import Service


def parser(name: str, doc: str | None, *, port: int) -> argparse.ArgumentParser:
    """Return the options of the server *name*, whose module docstring *doc* holds the example."""
    options = argparse.ArgumentParser(prog=f"python -m registry.providers.{name}", description=doc)
    options.add_argument("--host", default="127.0.0.1", help="address to listen on")
    options.add_argument("--port", type=int, default=port, help="0 takes a free one")
    options.add_argument(
        "--key-from",
        metavar="VARIABLE",
        help="environment variable that holds the key clients must send (default: no key)",
    )
    return options


def key(options: argparse.ArgumentParser, chosen: argparse.Namespace) -> str:
    """Return the key from the environment, "" for none; leave with a usage error if it is unset.

    A server that others can reach must have one.
    """
    if chosen.key_from is None:
        if chosen.host not in LOOPBACK_NAMES:
            options.error(f"--host {chosen.host} lets others in: protect it with --key-from")
        return ""
    value = os.environ.get(chosen.key_from, "")
    if not value:
        options.error(f"--key-from: the environment variable {chosen.key_from} is not set")
    return value


def serve(service: Service, chosen: argparse.Namespace, what: str) -> int:
    """Run *service* until Ctrl-C, saying *what* is served where; return the exit status."""
    try:
        with running(service, chosen.host, chosen.port) as url:
            print(f"{url} serves {what}; Ctrl-C stops it", flush=True)  # noqa: T201 - the product
            threading.Event().wait()
    except KeyboardInterrupt:
        return 0
    except (OSError, OverflowError) as error:
        print(f"cannot listen on {chosen.host}:{chosen.port}: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0  # pragma: no cover - waiting ends by Ctrl-C only
