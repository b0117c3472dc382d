"""The sample site behind a static host on loopback, and the servers that its tools call."""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echo import echoing
from publishing import SETTINGS, published

from registry.providers.opentool import DOCUMENTS, OpenToolService
from registry.providers.otc import OtcService
from registry.providers.otc_dialects import DIALECTS
from registry.providers.tools import calendar
from registry.providers.web import Credential, running
from registry.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from echo import Echo

TOKEN = "s3cret-token"
SHELF_KEY = "s3cret-shelf"

_HOSTS = re.compile(rb"https://([a-z0-9.-]+\.example\.com)")


@dataclass(frozen=True)
class Site:
    """The sample site, served: hosts in it are those of local servers."""

    url: str
    folder: Path
    echo: Echo


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Write the sample site into *folder*, and serve it with its providers and its APIs."""
    with ExitStack() as stack:
        echo = stack.enter_context(echoing())
        url = stack.enter_context(serving(folder))
        hosts = {SETTINGS.base_url.rstrip("/").removeprefix("https://"): url.rstrip("/")}
        hosts |= {name: stack.enter_context(running(each)) for name, each in _providers().items()}

        def local(match: re.Match[bytes]) -> bytes:
            host = match[1].decode()
            return hosts.get(host, f"{echo.url}/{host}").encode()

        for path, data in published().files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data if path.endswith((".gz", ".zip")) else _HOSTS.sub(local, data))
        yield Site(url, folder, echo)


def _providers() -> dict[str, OtcService | OpenToolService]:
    bearer = Credential(TOKEN)
    return {
        "rfc.dell.example.com": OtcService(DIALECTS["rfc"], (calendar.TOOLKIT,)),
        "otc.dell.example.com": OtcService(DIALECTS["otc-1.0"], (calendar.TOOLKIT,)),
        "oxp.dell.example.com": OtcService(DIALECTS["oxp-1.0"], (calendar.TOOLKIT,), bearer),
        "header.dell.example.com": OtcService(
            DIALECTS["oxp-1.0-header"], (calendar.TOOLKIT,), Credential(TOKEN, "OXP-API-Key", "")
        ),
        "bookshelf.elm.example.com": OpenToolService(
            DOCUMENTS["bookshelf"](), Credential(SHELF_KEY)
        ),
        "workshop.elm.example.com": OpenToolService(DOCUMENTS["workshop"]()),
    }
