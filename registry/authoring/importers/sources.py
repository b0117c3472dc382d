"""Read what is to be imported: a file, an address or standard input."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import TYPE_CHECKING

from registry.source.foreign_documents import read_foreign
from registry.source.limits import FOREIGN
from registry.web import fetch, is_url
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.source import Json


class UnusableSourceError(Exception):
    """The source cannot be read or imported; the message says why."""


def check_url(option: str, url: str) -> None:
    """Raise UnusableSourceError unless *url*, the value of *option*, is "" or the URL of a host."""
    if url and not (is_url(url) and host_of(url)):
        raise UnusableSourceError(f"{option} {url!r} is not a full URL; start it with https://")


def read_source(source: str) -> dict[str, Json]:
    """Return the mapping in the file or at the URL *source*, `-` for standard input.

    Raises UnusableSourceError.
    """
    return read_source_with_oddities(source)[0]


def read_source_with_oddities(source: str) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    """Return the mapping in *source* and what is unusual about the file, as `read_source`."""
    return mapping_in(source, content_of(source))


def content_of(source: str) -> bytes:
    """Return the bytes of *source*, which is as for `read_source`. Raises UnusableSourceError.

    They are UTF-8 if a byte order mark says that they were UTF-16, which PowerShell saves.
    """
    content = _bytes_of(source)
    if not content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content
    try:
        return content.decode("utf-16").encode()
    except UnicodeError:
        return content


def _bytes_of(source: str) -> bytes:
    try:
        if is_url(source):
            return fetch.get(source, FOREIGN.size)
        if source == "-":
            return sys.stdin.buffer.read(FOREIGN.size + 1)
        with Path(source).open("rb") as stream:
            return stream.read(FOREIGN.size + 1)
    except fetch.FetchError as error:
        raise UnusableSourceError(str(error)) from error
    except OSError as error:
        raise UnusableSourceError(f"{source}: {error.strerror or error}") from error


def mapping_in(source: str, content: bytes) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    """Return the mapping in *content*, read from *source*, and what is unusual about it.

    Raises UnusableSourceError.
    """
    data, problems = read_foreign(source, content)
    if data is None:
        problem = problems[-1]
        # What else is wrong in it is for the person who writes the document.
        is_another = problem.rule in ("non-utf8-bytes", "root-not-mapping")
        fix = f"; {problem.hint}" if is_another else ""
        raise UnusableSourceError(
            f"{problem.place}: cannot be read as JSON or YAML: {problem.message}{fix}"
        )
    return data, problems
