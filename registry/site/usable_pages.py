"""Refuse hand-written pages that cannot be published, before anything is made of them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from registry.source.limits import MAX_BYTES
from registry.source.plain_files import read_plain

_PAGES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd", ".html", ".htm")
"""The endings of files that the generator or we read as text; others are only copied."""


def check_pages(docs: Path) -> None:
    """Raise OSError, which names the file, if one below *docs* cannot be published as it is.

    That is a link out of the pages, or a page that is no UTF-8 or larger than any that people read.
    """
    for path in (docs, *sorted(docs.rglob("*"))):
        if path.is_symlink():
            _check_link(path, docs)
        if path.suffix.lower() in _PAGES and path.exists() and not path.is_dir():
            _check_text(path)


def _check_link(link: Path, docs: Path) -> None:
    """Raise OSError if *link* leads to a folder, or to a file that is not in *docs*.

    A pull request may bring it, and what it leads to would be published: a key, or what never ends.
    """
    target = Path(os.path.realpath(link))  # which does not fail for a link to itself
    if target.is_dir() or not target.is_relative_to(docs.resolve()):
        reason = "is a link out of the pages, or to a folder; put the file itself there"
        raise OSError(errno.EINVAL, reason, str(link))


def _check_text(page: Path) -> None:
    text = read_plain(page)
    if len(text) > MAX_BYTES:
        reason = f"has more than {MAX_BYTES:,} bytes; split the page into several"
        raise OSError(errno.EFBIG, reason, str(page))
    try:
        text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        reason = f"line {line} is not UTF-8; save the page as UTF-8"
        raise OSError(errno.EILSEQ, reason, str(page)) from None
