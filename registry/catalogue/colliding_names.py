"""Find names in `manuals/` that clients cannot distinguish, though they are spelt differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Place
from registry.model import fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.catalogue.tree import ManualFolder, PublisherFolder


def collisions(shown: str, names: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a problem for each group of *names* in the folder *shown* that clients confuse."""
    same: dict[str, list[str]] = {}
    for name in names:
        same.setdefault(fold_name(name), []).append(name)
    for first, *others in same.values():
        if others:
            yield Diagnostic(
                Place(f"{shown}/{others[0]}"),
                "colliding-name",
                f"{others[0]!r} and {first!r} are the same name for clients that ignore case "
                "and join words with `_`",
                "rename one of the two",
            )


def joined_name_problems(publishers: Iterable[PublisherFolder]) -> Iterator[Diagnostic]:
    """Yield manuals with the same name for UTCP clients, as `aa/bb-cc` and `aa-bb/cc`."""
    by_client_name: dict[str, ManualFolder] = {}
    for publisher in publishers:
        # Two with the same folded name inside one folder are among its collisions.
        for folded, manual in {fold_name(each.name): each for each in publisher.manuals}.items():
            other = by_client_name.setdefault(f"{fold_name(publisher.name)}_{folded}", manual)
            if other is not manual:
                yield Diagnostic(
                    Place(manual.path),
                    "colliding-name",
                    f"UTCP clients cannot distinguish {manual.path} from {other.path}: "
                    f"both are called {fold_name(publisher.name)}_{folded}",
                    "rename the manual",
                )
