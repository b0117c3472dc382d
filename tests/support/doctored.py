"""Whoosh indexes that run a command when they are unpickled, one for each place of a pickle."""

from __future__ import annotations

import io
import pickle
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TRACE = "X"
"""The file that the command makes in the current folder."""

PAYLOAD = b"cio\nopen\n(V" + TRACE.encode() + b"\nVw\ntR."
"""`io.open("X", "w")`, short enough for any place."""

TOC, SEGMENT = "_MAIN_1.toc", "MAIN_tools.seg"


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


def doctored(data: bytes, place: str) -> bytes:
    """Return the index *data* with the payload at *place*."""
    files = unzipped(data)
    PLACES[place](files)
    return zipped(files)


def _over(data: bytes, start: int, room: int, payload: bytes = PAYLOAD) -> bytes:
    assert len(payload) <= room, f"{len(payload)} bytes do not fit into {room}"
    return data[:start] + payload.ljust(room, b".") + data[start + room :]


def _schema_at(toc: bytes) -> tuple[int, int]:
    """Return where the pickled schema starts and ends in a table of contents."""
    start = 3 + 4 + 4 + 3  # three sizes, a check of the byte order, format, release
    length = shift = 0
    while True:  # a number of seven bits a byte
        byte = toc[start]
        start += 1
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return start, start + length


def _segments(files: dict[str, bytes]) -> None:
    _, end = _schema_at(files[TOC])
    files[TOC] = files[TOC][: end + 8] + PAYLOAD


def _old_format(files: dict[str, bytes]) -> None:
    """Claim a format of which another unpickler reads the table of contents."""
    _segments(files)
    files[TOC] = files[TOC][:7] + struct.pack("!i", -110) + files[TOC][11:]


def _directory(files: dict[str, bytes]) -> None:
    segment = files[SEGMENT]
    start, _ = struct.unpack("!qi", segment[:12])
    files[SEGMENT] = segment[:start] + PAYLOAD


def _options(files: dict[str, bytes]) -> None:
    segment = files[SEGMENT]
    start, _ = struct.unpack("!qi", segment[:12])
    stream = io.BytesIO(segment[start:])
    pickle.load(stream)
    files[SEGMENT] = segment[: start + stream.tell()] + PAYLOAD


def _part(segment: bytes, ending: str) -> tuple[int, int]:
    """Return where the part of the segment with this name's *ending* starts and ends."""
    start, _ = struct.unpack("!qi", segment[:12])
    directory = pickle.loads(segment[start:])
    part = next(part for name, part in directory.items() if name.endswith(ending))
    return part["offset"], part["offset"] + part["length"]


def _term_fields(files: dict[str, bytes]) -> None:
    segment = files[SEGMENT]
    _, end = _part(segment, ".trm")
    room = struct.unpack("!i", segment[end - 4 : end])[0]
    files[SEGMENT] = _over(segment, end - 4 - room, room)


def _term_info(files: dict[str, bytes]) -> None:
    """Say that the first term keeps its postings in the table of terms, as a pickle."""
    segment = files[SEGMENT]
    start, _ = _part(segment, ".trm")
    record = start + 4 + 1 + 8  # magic, kind of hash, two numbers
    key, value = struct.unpack("!Ii", segment[record : record + 8])
    facts = struct.calcsize("!BfIBBfII")
    at = record + 8 + key
    longer = struct.pack("!Ii", key, facts + len(PAYLOAD))
    assert value < facts + len(PAYLOAD)
    files[SEGMENT] = b"".join(
        (
            segment[:record],
            longer,
            segment[record + 8 : at],
            b"\x01",
            segment[at + 1 : at + facts],
            PAYLOAD,
            segment[at + facts + len(PAYLOAD) :],
        )
    )


def _first_block(segment: bytes) -> tuple[int, int]:
    """Return where the facts on the first postings start, and where their data does."""
    start, end = _part(segment, ".pst")
    stream = io.BytesIO(segment[start + 8 : end])
    pickle.load(stream)
    return start + 8, start + 8 + stream.tell()


def _block_facts(files: dict[str, bytes]) -> None:
    start, data = _first_block(files[SEGMENT])
    files[SEGMENT] = _over(files[SEGMENT], start, data - start)


def _block_data(files: dict[str, bytes]) -> None:
    segment, payload = files[SEGMENT], zlib.compress(PAYLOAD)
    facts, data = _first_block(segment)
    # The block is the last of its term, which a negative length says; the next one is overwritten.
    length = struct.pack("!i", -(data - facts + len(payload)))
    segment = segment[: facts - 4] + length + segment[facts:]
    files[SEGMENT] = segment[:data] + payload + segment[data + len(payload) :]


def _record(files: dict[str, bytes]) -> None:
    start, end = _part(files[SEGMENT], "._stored.col")
    files[SEGMENT] = _over(files[SEGMENT], start, end - start - 64, zlib.compress(PAYLOAD))


PLACES: dict[str, Callable[[dict[str, bytes]], None]] = {
    "segments": _segments,
    "old-format": _old_format,
    "directory": _directory,
    "options": _options,
    "term-fields": _term_fields,
    "term-info": _term_info,
    "block-facts": _block_facts,
    "block-data": _block_data,
    "record": _record,
}
