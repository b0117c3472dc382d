"""Show a built site on this machine, answering as a plain static host would."""

from __future__ import annotations

import gzip
import hashlib
import re
import sys
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote

from registry.web.content_types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOST = "127.0.0.1"

MISSING = "404.html"
"""The page that is sent where there is none."""

_COMPRESSED = (".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".xml")
"""What a host sends compressed to those who take it."""

_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
"""In `Accept-Encoding`; a weight of 0 refuses it (RFC 9110, section 12.4.2)."""

_NAMES = (HOST, "localhost")


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = TYPES
    protocol_version = "HTTP/1.1"
    origins = "*"
    """Pages of which sites may read the files; "" for only those served here."""

    def parse_request(self) -> bool:
        """Read the request; refuse one for another host, and a path that is none."""
        if not super().parse_request():
            return False
        if self.request_version < self.protocol_version:
            # An older client that wants the connection kept would wait for a promise.
            self.close_connection = True
        # A page elsewhere whose name suddenly means this machine would read as one from here.
        if self.headers.get("host", HOST).partition(":")[0].lower() not in _NAMES:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return False
        path = self.path.partition("?")[0]
        if "\0" in unquote(path) or "\\" in path or not self._is_inside():
            self.send_error(HTTPStatus.NOT_FOUND)
            return False
        return True

    def replacement(self, path: str) -> bytes | None:  # noqa: ARG002 - for those who have one
        """Return what is sent in place of the file at *path*, None for the file itself."""
        return None

    def _is_inside(self) -> bool:
        """Return whether what is asked for is in the folder, also where links lead."""
        with suppress(OSError, RuntimeError):
            return self._file().resolve().is_relative_to(Path(self.directory).resolve())
        return False

    def _file(self) -> Path:
        """Return what is asked for; of a folder, that is its index."""
        path = Path(self.translate_path(self.path))
        return path / "index.html" if self._asks_for_folder() else path

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        body = b"not found\n"
        with suppress(OSError):
            page = self.replacement(MISSING)
            body = (Path(self.directory) / MISSING).read_bytes() if page is None else page
        self.send_response(code)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        if self.origins:
            self.send_header("Access-Control-Allow-Origin", self.origins)
        # What is shown must never be stale.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Answer as static hosts do: text is compressed, and what the client has is not sent."""
        file = self._file()
        try:
            if not file.is_file():
                return super().send_head()
            inside = file.resolve().relative_to(Path(self.directory).resolve())
            body = self.replacement(inside.as_posix())
            body = file.read_bytes() if body is None else body
        except OSError:
            # Its name is too long, or a build has just put another site in this one's place.
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        is_compressed = file.suffix in _COMPRESSED and self._takes_gzip()
        if is_compressed:
            body = gzip.compress(body, compresslevel=6, mtime=0)
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        known = self.headers.get("If-None-Match", "")
        is_known = known.strip() == "*" or etag in known
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        self.send_header("ETag", etag)
        if file.suffix in _COMPRESSED:
            self.send_header("Vary", "Accept-Encoding")
        if not is_known:
            self.send_header("Content-Type", self.guess_type(str(file)))
            self.send_header("Content-Length", str(len(body)))
            if is_compressed:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return None if is_known else BytesIO(body)

    def _asks_for_folder(self) -> bool:
        return self.path.partition("?")[0].endswith("/")

    def _takes_gzip(self) -> bool:
        return bool(_TAKES_GZIP.search(self.headers.get("Accept-Encoding", "")))

    def list_directory(self, path: object) -> None:  # noqa: ARG002 - as the base class has it
        """Answer as a static host does: a folder without `index.html` is not there."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class
        """Say nothing: what is asked for is seen in the browser."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    """A client that registers many manuals opens many connections at once."""

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - whatever they are
        """Say nothing of readers who have gone away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(
    folder: Path,
    port: int = 0,
    *,
    is_shared: bool = True,
    instead: Callable[[str, str], bytes | None] | None = None,
) -> Iterator[str]:
    """Serve *folder* on loopback while the context lasts; yield its address, ending in a slash.

    With *port* 0 a free one is taken. Pages of other sites may read it where it *is_shared*, as
    from a static host. *instead* is asked with the path of each file and the address for what is
    sent in its place, None for the file itself. Raises OSError when the port is taken.
    """

    class Shown(_Handler):
        origins = "*" if is_shared else ""

        def replacement(self, path: str) -> bytes | None:
            return instead(path, f"http://{HOST}:{server.server_port}/") if instead else None

    def handler(*args: Any) -> Shown:  # noqa: ANN401 - whatever the server passes
        return Shown(*args, directory=str(folder))

    with _Server((HOST, port), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
