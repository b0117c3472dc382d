"""The released language server for YAML, as editors start it: one program, many open files."""

from __future__ import annotations

import json
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, cast

from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FOLDER = ROOT / "tests" / "editor"
PROGRAM = FOLDER / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


@dataclass
class LanguageServer:
    """A running server, and the schema of each file by the end of its path."""

    process: subprocess.Popen[bytes]
    schemas: Mapping[str, str]
    _opened: int = field(default=0)

    def diagnostics(self, path: Path, text: str) -> list[tuple[int, str]]:
        """Open *text* as the file *path*; return the line, from 1, and message of each problem."""
        self._opened += 1
        uri = path.with_name(f"{self._opened}-{path.name}").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})
        found = self._until("textDocument/publishDiagnostics", uri)
        return [(each["range"]["start"]["line"] + 1, each["message"]) for each in found]

    def start(self) -> None:
        """Say who we are, as the protocol wants it before anything else."""
        capabilities = {"workspace": {"configuration": True}, "textDocument": {}}
        asked = {"processId": None, "rootUri": None, "capabilities": capabilities}
        self._send({"id": 1, "method": "initialize", "params": asked})
        while self._receive().get("id") != 1:
            pass
        self._notify("initialized", {})

    def _until(self, method: str, uri: str) -> list[dict[str, Any]]:
        while True:
            message = self._receive()
            if message.get("method") == method and message["params"]["uri"] == uri:
                return cast("list[dict[str, Any]]", message["params"]["diagnostics"])

    def _notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stdin = cast("IO[bytes]", self.process.stdin)
        stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        stdin.flush()

    def _receive(self) -> dict[str, Any]:
        """Return the next message; what the server asks of us is answered."""
        stdout = cast("IO[bytes]", self.process.stdout)
        length = 0
        while line := stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise EOFError("the language server has ended")
        message: dict[str, Any] = json.loads(stdout.read(length))
        if "method" in message and "id" in message:
            self._send({"id": message["id"], "result": self._answer(message)})
        return message

    def _answer(self, message: Mapping[str, Any]) -> list[Any] | None:
        if message["method"] != "workspace/configuration":
            return None
        yaml = {"validate": True, "schemas": self.schemas, "schemaStore": {"enable": False}}
        known = {"yaml": yaml}
        return [known.get(each.get("section")) for each in message["params"]["items"]]


@contextmanager
def language_server(schemas: Mapping[str, str]) -> Iterator[LanguageServer]:
    """Start the server with *schemas*: the URI of each, and the glob of its files."""
    command = ["node", str(PROGRAM), "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        server = LanguageServer(process, schemas)
        try:
            server.start()
            yield server
        finally:
            process.kill()
