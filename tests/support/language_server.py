"""The released language server for YAML, as editors start it: one program, many open files."""

from __future__ import annotations

import json
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, cast

from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

FOLDER = ROOT / "tests" / "editor"
PROGRAM = FOLDER / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


@dataclass
class LanguageServer:
    """A running server, and the schema of each file by the end of its path."""

    process: subprocess.Popen[bytes]
    schemas: Mapping[str, str]
    _opened: int = field(default=0)

    def diagnostics(self, files: Iterable[tuple[Path, str]]) -> list[set[int]]:
        """Open *files*, each a path and its text; return the lines, from 1, of their problems.

        The server waits for a moment whether someone goes on typing, in all of them at once.
        """
        opened = [self._open(path, text) for path, text in files]
        told: dict[str, set[int]] = {}
        while not told.keys() >= {*opened}:
            message = self._receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                found = message["params"]["diagnostics"]
                lines = {each["range"]["start"]["line"] + 1 for each in found}
                told[message["params"]["uri"]] = lines
        return [told[uri] for uri in opened]

    def _open(self, path: Path, text: str) -> str:
        self._opened += 1
        uri = path.with_name(f"{self._opened}-{path.name}").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def start(self) -> None:
        """Say who we are, as the protocol wants it before anything else."""
        capabilities = {"workspace": {"configuration": True}, "textDocument": {}}
        asked = {"processId": None, "rootUri": None, "capabilities": capabilities}
        self._send({"id": 1, "method": "initialize", "params": asked})
        while self._receive().get("id") != 1:
            pass
        self._notify("initialized", {})

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
