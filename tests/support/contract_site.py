"""The sample site behind a static host on loopback, and the servers that its tools call."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import jsonschema
from echo import echoing
from paths import ROOT
from publishing import SETTINGS, published

from registry.providers.opentool import DOCUMENTS, OpenToolService
from registry.providers.otc import OtcService
from registry.providers.otc_dialects import DIALECTS
from registry.providers.tools import calendar
from registry.providers.web import Credential, Reply, running
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from echo import Echo

    from registry.providers.web import ServerRequest, Service

SCHEMAS = ROOT / "tests" / "providers" / "schemas"
"""The schemas that the texts of the protocols give, fixed where they refuse every reply."""

TOKEN = "s3cret-token"
SHELF_KEY = "s3cret-shelf"

_HOSTS = re.compile(r"https://([a-z0-9.-]+\.example\.com)")


@dataclass(frozen=True)
class Site:
    """The sample site, served: hosts in it are those of local servers."""

    url: str
    folder: Path
    echo: Echo
    hosts: Mapping[str, str]

    def local(self, text: str) -> str:
        """Return *text* with the address of a local server for every host of the samples."""
        return _HOSTS.sub(
            lambda match: self.hosts.get(match[1], f"{self.echo.url}/{match[1]}"), text
        )


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Write the sample site into *folder*, and serve it with its providers and its APIs."""
    with ExitStack() as stack:
        echo = stack.enter_context(echoing())
        url = stack.enter_context(serving(folder))
        hosts = {SETTINGS.base_url.rstrip("/").removeprefix("https://"): url.rstrip("/")}
        hosts |= {name: stack.enter_context(running(each)) for name, each in providers().items()}

        site = Site(url, folder, echo, hosts)
        for path, data in published().files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            is_text = not path.endswith((".gz", ".zip"))
            target.write_bytes(site.local(data.decode()).encode() if is_text else data)
        yield site


@dataclass(frozen=True)
class Judge:
    """A provider that lets through only requests which its protocol's own schema describes."""

    service: Service
    schema: str

    def answer(self, request: ServerRequest) -> Reply:
        """Return what the provider answers; 400 for a request that the schema refuses."""
        document = json.loads((SCHEMAS / f"{self.schema}.json").read_text(encoding="utf-8"))
        wanted = jsonschema.Draft202012Validator({**document, "$ref": "#/$defs/request"})
        if not wanted.is_valid(json.loads(request.body)):
            return Reply(400, {"message": f"no request of {self.schema}"})
        return self.service.answer(request)


def providers() -> dict[str, Judge]:
    """Return the providers that the samples have tools of, by their hosts."""
    credentials = {
        "oxp-1.0": Credential(TOKEN),
        "oxp-1.0-header": Credential(TOKEN, "OXP-API-Key", scheme=""),
    }
    services = {
        name: OtcService(dialect, (calendar.TOOLKIT,), credentials.get(name))
        for name, dialect in DIALECTS.items()
    }
    bookshelf = OpenToolService(DOCUMENTS["bookshelf"](), Credential(SHELF_KEY))
    workshop = OpenToolService(DOCUMENTS["workshop"]())
    return {
        "rfc.dell.example.com": Judge(services["rfc"], "rfc"),
        "otc.dell.example.com": Judge(services["otc-1.0"], "otc-1.0"),
        "oxp.dell.example.com": Judge(services["oxp-1.0"], "oxp-1.0"),
        "header.dell.example.com": Judge(services["oxp-1.0-header"], "oxp-1.0-header"),
        "bookshelf.elm.example.com": Judge(bookshelf, "opentool"),
        "workshop.elm.example.com": Judge(workshop, "opentool"),
    }
