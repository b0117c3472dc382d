"""The errors of reading a registry."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from registry.search import UnusableIndexError

if TYPE_CHECKING:
    from collections.abc import Iterator


class RegistryError(Exception):
    """Something could not be read from the registry; every other error is one of these."""


class NotFoundError(RegistryError, LookupError):
    """The registry has no such tool, manual or version, or not in the form that was asked for."""


class UnavailableError(RegistryError, OSError):
    """A file can be had neither from the site nor from the cache."""


class UntrustedFileError(RegistryError, OSError):
    """A file is not the one that the index of the site describes: its sha256 differs."""


class DamagedFileError(RegistryError):
    """A file is the one that was published, and still not what it should be."""


class OfflineWarning(UserWarning):
    """The site could not be asked, so the answers are those of the last visit."""


class WithdrawnWarning(UserWarning):
    """The version that was asked for has been withdrawn; says why."""


_PACKAGE = f"{Path(__file__).parents[1]}{os.sep}"


def warn_caller(warning: UserWarning) -> None:
    """Warn at the line of the program that called this package, however deep that is."""
    frame, level = sys._getframe(), 1  # noqa: SLF001 - `warnings` counts the same frames
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)


@contextmanager
def blaming(path: str) -> Iterator[None]:
    """Turn whatever goes wrong while the file at *path* is used into a DamagedFileError."""
    try:
        yield
    except UnusableIndexError as error:
        raise DamagedFileError(f"{path}: {error}") from error
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise DamagedFileError(f"{path} is damaged ({type(error).__name__}: {error})") from error
