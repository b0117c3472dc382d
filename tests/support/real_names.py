"""The sample site and all that its tools call, under their own https names, for clients to call.

It runs in a network of its own (see `namespace`): every name leads to one address of the internet
there, and a server has port 443. It reads what to do from standard input:

    {"site": folder, "hosts": [name], "home": folder, "runs": [{"command", "folder", "input",
                                                                "environment"}]}

`site` is what was published for the first of the hosts. The certificate is signed by `AUTHORITY`,
which is written to `home`. Commands run one after another. It prints what each has printed, and
asked of all hosts but the first: `[{"code", "printed", "errors", "seen": [{"method", "host",
"path", "query", "headers", "body"}]}]`.
"""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from certificates import certify
from contract_site import providers
from echo import Seen, answer_to
from loopback import Handler, Server

from registry.providers.web import ServerRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from registry.providers.web import Service

ADDRESS = "45.45.45.45"
"""An address of the internet, since no client may call a tool on the caller's own machine."""

PORT = 443
SECONDS = 60
AUTHORITY = "authority.pem"


def main() -> None:
    """Serve all hosts, run every command, and print the result of each."""
    wanted = json.load(sys.stdin)
    home, hosts = Path(wanted["home"]), wanted["hosts"]
    _name(hosts, home)
    certify(hosts, home)
    seen: list[Seen] = []
    with _serving(home, partial(_Handler, {hosts[0]: Path(wanted["site"])}, providers(), seen)):
        report = [_done(each, home, seen) for each in wanted["runs"]]
    json.dump(report, sys.stdout)


@contextmanager
def _serving(home: Path, handler: Callable[..., Handler]) -> Iterator[None]:
    """Have *handler* answer over https, with the certificate in the folder *home*."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(home / "chain.pem", home / "key.pem")
    with Server((ADDRESS, PORT), handler) as server:
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield
        server.shutdown()


def _done(wanted: Mapping[str, Any], home: Path, seen: list[Seen]) -> dict[str, Any]:
    """Run a command with nothing of this environment but where programs are."""
    seen.clear()
    done = subprocess.run(
        wanted["command"],
        cwd=wanted["folder"],
        input=wanted.get("input", ""),
        env={"PATH": os.environ["PATH"], "HOME": str(home), **wanted["environment"]},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    asked = [asdict(each) for each in seen]
    return {
        "code": done.returncode,
        "printed": done.stdout,
        "errors": done.stderr,
        "seen": asked,
    }


def _name(hosts: Sequence[str], folder: Path) -> None:
    """Give this network its one address, and the *hosts* their names there."""
    for words in (("address", "add", f"{ADDRESS}/32", "dev", "lo"), ("link", "set", "lo", "up")):
        subprocess.run(["ip", *words], check=True)
    for name, text in (
        ("hosts", "".join(f"{ADDRESS} {each}\n" for each in hosts)),
        ("nsswitch.conf", "hosts: files\n"),
    ):
        made = folder / name
        made.write_text(text, encoding="utf-8")
        if Path("/etc", name).exists():
            subprocess.run(["mount", "--bind", str(made), f"/etc/{name}"], check=True)


class _Handler(Handler):
    """Answers for the host that a request names: a site, a provider, or the echo of all others."""

    timeout = 30

    def __init__(
        self,
        sites: Mapping[str, Path],
        services: Mapping[str, Service],
        seen: list[Seen],
        *args: Any,  # noqa: ANN401 - the server's
    ) -> None:
        self._sites, self._services, self._seen = sites, services, seen
        super().__init__(*args)

    def respond(self) -> None:
        host, url = self.headers["Host"], urlsplit(self.path)
        if host in self._sites:
            self._give(self._sites[host] / url.path.lstrip("/"))
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = dict(self._lowered())
        query = parse_qs(url.query, keep_blank_values=True)
        request = Seen(self.command, host, url.path, query, headers, body.decode())
        self._seen.append(request)
        if host in self._services:
            asked = ServerRequest(self.command, url.path, headers, body)
            reply = self._services[host].answer(asked)
            status, content = reply.status, reply.content
        else:
            status, content = answer_to(request)
        self.send(status, json.dumps(content).encode(), {"Content-Type": "application/json"})

    def _give(self, file: Path) -> None:
        is_packed = file.suffix in (".gz", ".zip")
        kind = {} if is_packed else {"Content-Type": "application/json"}
        there = file.is_file()
        self.send(200 if there else 404, file.read_bytes() if there else b"", kind)

    def _lowered(self) -> Iterator[tuple[str, str]]:
        return ((name.lower(), value) for name, value in self.headers.items())


if __name__ == "__main__":
    main()
