"""A static host that one can look into: it sends ETags and remembers what it was asked for."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from loopback import Handler, listening

from registry.web.content_types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Host:
    """What is served, and what was sent: path and status of each answer.

    *moved* has the address that a path redirects to.
    """

    files: dict[str, bytes]
    url: str = ""
    sent: list[tuple[str, int]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)

    def answer(self, path: str, etag: str) -> tuple[int, bytes, str]:
        data = self.files.get(path)
        if path in self.moved:
            found = (302, b"", "")
        elif data is None:
            found = (404, b"", "")
        else:
            current = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
            found = (304, b"", current) if etag == current else (200, data, current)
        self.sent.append((path, found[0]))
        return found


class _Handler(Handler):
    def __init__(self, host: Host, *args: Any) -> None:  # noqa: ANN401 - whatever the server passes
        self.host = host
        super().__init__(*args)

    def respond(self) -> None:
        etag, path = self.headers.get("if-none-match", ""), self.path.removeprefix("/registry/")
        status, data, current = self.host.answer(path, etag)
        headers = {"ETag": current, "Content-Type": TYPES[PurePath(self.path).suffix]}
        if status == 302:
            headers["Location"] = self.host.moved[path]
        self.send(status, data, headers)


@contextmanager
def hosting(files: dict[str, bytes]) -> Iterator[Host]:
    """Serve *files* below a folder of a host on loopback."""
    host = Host(files)
    with listening(partial(_Handler, host)) as url:
        host.url = f"{url}/registry"
        yield host
