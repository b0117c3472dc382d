"""The published form of the index: a zip of exactly the files below, equal for equal input."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

from registry.search.errors import UnusableIndexError, another_format

if TYPE_CHECKING:
    from collections.abc import Mapping

PUBLISHED = "v1/search/whoosh.zip"
"""The path of the index in a site."""

FORMAT = 5
"""Raised whenever an older index would give other answers: analysis, fields or scoring differ."""

CONTENTS, SEGMENT = "_MAIN_1.toc", "MAIN_tools.seg"
"""The files of a Whoosh index; one of no tools has no segment."""

MAX_BYTES = 256 * 1024 * 1024
"""A hundred thousand tools take two thirds of this."""

_ABOUT = "about.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX = 3


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of *files* without times, owners and compression."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in ((_ABOUT, _about()), *sorted(files.items())):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = _UNIX
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files in the zip *data*, without touching the disk.

    Raises UnusableIndexError unless *data* is what `pack` makes: these names, each once, stored
    as they are, so that nothing unfolds to more than was read.
    """
    if len(data) > MAX_BYTES:
        raise UnusableIndexError(f"it is larger than {MAX_BYTES:,} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_entries(archive.infolist())
            files = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    except (zipfile.BadZipFile, EOFError, OSError, RuntimeError, ValueError) as error:
        raise UnusableIndexError(f"it is not a readable zip file ({error})") from error
    about = files.pop(_ABOUT)
    if about != _about():
        raise another_format(_format(about), FORMAT)
    return files


def _format(about: bytes) -> object:
    try:
        return json.loads(about)["format"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return None


def _about() -> bytes:
    return json.dumps({"format": FORMAT}).encode()


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    names = sorted(entry.filename for entry in entries)
    if names not in (sorted((_ABOUT, CONTENTS)), sorted((_ABOUT, CONTENTS, SEGMENT))):
        raise UnusableIndexError("it does not hold exactly the files of an index")
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise UnusableIndexError(f"{entry.filename} is compressed, which an index never is")
