"""The errors of an index that cannot be used."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class UnusableIndexError(Exception):
    """An index that is damaged, doctored, too large or made by another version; says which."""


def another_format(stated: object, ours: int) -> UnusableIndexError:
    """Return the error of an index whose format is *stated*, where this program reads *ours*."""
    if isinstance(stated, int) and stated > ours:
        remedy = "update open-tool-registry"
        return UnusableIndexError(f"a newer version of the program made it; {remedy}")
    remedy = "build the site again with this version, or search with that one"
    return UnusableIndexError(f"an older version of the program made it; {remedy}")


@contextmanager
def blaming_the_index() -> Iterator[None]:
    """Turn whatever goes wrong while an index is read into an UnusableIndexError.

    Neither Whoosh nor a reader of JSON checks each value it meets, and an index may hold anything.
    A file that cannot be had is not the index's fault: OSError passes.
    """
    try:
        yield
    except (UnusableIndexError, OSError):
        raise
    except Exception as error:
        raise UnusableIndexError(f"it is damaged ({type(error).__name__}: {error})") from error
