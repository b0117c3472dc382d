"""The roots of a registry: which there are, and whether readers can walk from each to the next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tuf.api.exceptions import RepositoryError
from tuf.api.metadata import Metadata, Root

from registry.diagnostics import USUAL_TRUST, command
from registry.signing._errors import UnusableTrustError, error_text
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from pathlib import Path

KEYS_ELSEWHERE = "../registry-keys"
"""Where suggested commands look for roots and keys, unless it is known."""

_ENDING = ".root.json"
_NUMBERED = re.compile(r"([1-9][0-9]*)\.root\.json")


@dataclass(frozen=True, slots=True)
class Trust:
    """The trust of a registry's readers: every version of the root, the oldest first.

    *folder* is where they are, as messages name it.
    """

    roots: tuple[bytes, ...]
    folder: Path = USUAL_TRUST

    @classmethod
    def read(cls, folder: Path) -> Trust:
        """Return the roots in *folder*: `1.root.json` and those that follow it.

        Raises UnusableTrustError if one of them is missing: what would be made in its place is
        another root than the one that readers have.
        """
        names = (_NUMBERED.fullmatch(each.name) for each in folder.glob(f"*{_ENDING}"))
        numbers = sorted(int(name[1]) for name in names if name)
        for expected, number in enumerate(numbers, start=1):
            if number != expected:
                raise UnusableTrustError(
                    f"{folder / f'{expected}{_ENDING}'} is missing, although {number}{_ENDING} "
                    "exists; restore it, since readers walk from each root to the next"
                )
        return cls(tuple(read_plain(folder / f"{each}{_ENDING}") for each in numbers), folder)

    def command(self, action: str, keys: str | Path = KEYS_ELSEWHERE) -> str:
        """Return the line that runs `registry trust` with *action* on these roots."""
        where = () if self.folder == USUAL_TRUST else ("--trust", self.folder)
        return command("trust", action, "--keys", keys, *where)

    @property
    def newest(self) -> Metadata[Root]:
        """The root that counts. Raises UnusableTrustError."""
        if not self.roots:
            raise UnusableTrustError(
                f"there is no {self.folder / f'1{_ENDING}'}; make it with `{self.command('init')}`"
            )
        return self._root(len(self.roots))

    def followed(self) -> Metadata[Root]:
        """Return the root that counts, to which readers walk from the first one.

        Raises UnusableTrustError where they cannot: each must be signed as the one before it says,
        and as it says itself.
        """
        newest = self.newest
        roots = [self._root(number) for number in range(1, len(self.roots) + 1)]
        for number, root in enumerate(roots, start=1):
            for signer in roots[max(0, number - 2) : number]:
                self._check_step(signer.signed, root, number)
        return newest

    def _root(self, number: int) -> Metadata[Root]:
        try:
            return root_of(self.roots[number - 1])
        except UnusableTrustError as error:
            raise UnusableTrustError(f"{self.folder / f'{number}{_ENDING}'}: {error}") from error

    def _check_step(self, signer: Root, root: Metadata[Root], number: int) -> None:
        """Raise UnusableTrustError unless *root* is root *number*, signed as *signer* wants."""
        file = self.folder / f"{number}{_ENDING}"
        if root.signed.version != number:
            raise UnusableTrustError(f"{file} is version {root.signed.version} of the root")
        try:
            signer.verify_delegate(Root.type, root.signed_bytes, root.signatures)
        except RepositoryError as error:
            raise UnusableTrustError(
                f"no reader would follow {file}: {error_text(error)} of version {signer.version}; "
                "if it is not published yet, remove it and make it again with "
                f"`{self.command('renew')}`"
            ) from error


def root_of(data: bytes) -> Metadata[Root]:
    """Return the root that *data* is. Raises UnusableTrustError."""
    try:
        metadata = Metadata[Root].from_bytes(data)
    except (RepositoryError, ValueError) as error:
        raise UnusableTrustError(f"the root cannot be read: {error_text(error)}") from error
    if not isinstance(metadata.signed, Root):
        raise UnusableTrustError(f"there is a {metadata.signed.type} in the place of the root")
    return metadata
