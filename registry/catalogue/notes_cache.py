"""A cache of what rules noted on files, beside `manuals/`: unchanged files are not read again.

It saves time when some files are checked among many, and publishing never uses it. A note is found
by the digest of everything that it was made from. All notes together are authenticated with a key
that this machine has outside the repository, for this program and these libraries: what is damaged,
was swapped, or came with a commit is as good as missing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import registry
from registry.catalogue.tree import Tree
from registry.source.plain_files import read_plain
from registry.web import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.catalogue.tree import PublisherFolder

NOTES_FOLDER = ".cache/registry"
"""The folder beside `manuals/` that may be removed at any time."""

_FILE = "notes"
_KEY = "notes.key"
_MAC_BYTES = 32
_MAX_BYTES = 1024 * 1024 * 1024
_UNUSABLE = (OSError, RuntimeError)
"""What is raised where nothing can be kept: links that lead in a circle are a RuntimeError."""


def key_of(folder: PublisherFolder) -> str:
    """Return the digest of *folder*: of its names, of where it is from, and of all files in it."""
    files = [*Tree((folder,), ()).files]
    # With the length of each, only these files are one after the other the same bytes.
    sizes = [(file.path, len(file.data)) for file in files]
    names = (folder.path, folder.upstream, [each.path for each in folder.manuals], sizes)
    digest = hashlib.sha256(repr(names).encode())
    for file in files:
        digest.update(file.data)
    return digest.hexdigest()


def read_kept(manuals: Path) -> dict[str, Any]:
    """Return the notes that are kept beside the folder *manuals*, by `key_of`; {} without any."""
    with suppress(*_UNUSABLE, ValueError):
        sealed = read_plain(_file(manuals), _MAX_BYTES)
        mac, body = sealed[:_MAC_BYTES], sealed[_MAC_BYTES:]
        if hmac.compare_digest(mac, _mac(body)):
            return cast("dict[str, Any]", json.loads(body))
    return {}


def keep(manuals: Path, notes: Mapping[str, Any]) -> None:
    """Keep *notes* by their keys beside the folder *manuals*, in place of those kept before."""
    with suppress(*_UNUSABLE):
        file = _file(manuals)
        body = json.dumps(notes, separators=(",", ":")).encode()
        file.parent.mkdir(parents=True, exist_ok=True)
        # In place of what is there: a commit could bring a link, which `write_text` would follow.
        cache_folder.keep(file.with_name(".gitignore"), b"*\n")
        cache_folder.keep(file, _mac(body) + body)


def _file(manuals: Path) -> Path:
    """Return the file of notes. Raises OSError if a link leads elsewhere."""
    root = manuals.resolve().parent
    folder = root / NOTES_FOLDER
    if folder.resolve() != folder or (folder / _FILE).is_symlink():
        raise OSError(f"{folder} leads elsewhere")
    return folder / _FILE


def _mac(body: bytes) -> bytes:
    return hmac.digest(own_key(), _program() + body, "sha256")


@cache
def own_key() -> bytes:
    """Return the key of this machine, made at first use. Raises OSError if it cannot be kept."""
    path = cache_folder.default_folder() / _KEY
    key = cache_folder.kept(path)
    # A machine that lost its power may have left an empty one, which everybody knows.
    if key is not None and len(key) == _MAC_BYTES:
        return key
    path.parent.mkdir(parents=True, exist_ok=True)
    cache_folder.keep(path, os.urandom(_MAC_BYTES))
    return path.read_bytes()


@cache
def _program() -> bytes:
    """Return a digest of Python, of this program and of the libraries beside it.

    Files of the program count as unchanged by size and time, as they do for Python's own cache.
    """
    package = Path(registry.__file__).parent
    stamps: list[object] = [sys.version, *sorted(_libraries())]
    for folder, names, files in os.walk(package):
        names[:] = sorted(name for name in names if name != "__pycache__")
        for name in sorted(files):
            status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - hundreds of files at each start
            stamps += [folder, name, status.st_size, status.st_mtime_ns]
    return hashlib.sha256(repr(stamps).encode()).digest()


def _libraries() -> Iterator[str]:
    """Yield the names of all installed packages with their versions."""
    for folder in sys.path:
        with suppress(OSError):
            yield from (
                each.name for each in os.scandir(folder or ".") if each.name[-5:] == "-info"
            )
