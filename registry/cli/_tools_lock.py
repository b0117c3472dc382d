"""The lock of an agent's tools, as the commands about it read and show it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.cli._options import FILE_TO_WRITE
from registry.cli._refusal import Refusal, refusing, safe
from registry.client.errors import NotFoundError, RegistryError
from registry.client.lock import FILE, Lock, LockedTool
from registry.diagnostics import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client import Catalogue

LOCK_FILE = click.option(
    "--file",
    type=FILE_TO_WRITE,
    default=Path(FILE),
    show_default=True,
    help="The lock.",
)


def read(file: Path, *, is_new: bool = False) -> Lock:
    """Return the lock in *file*, an empty one where it *is_new* and not there. Raises Refusal."""
    if not file.exists():
        if is_new:
            return Lock({})
        raise Refusal(f"the lock {str(file)!r} does not exist; begin one with: registry lock add")
    with refusing(RegistryError):
        return Lock.read(file)


def ids(catalogue: Catalogue, names: Iterable[str]) -> list[str]:
    """Return the ids of the tools *names*, where a manual is all of its tools. Raises Refusal."""
    found: list[str] = []
    for name in names:
        if name.count("/") == 1:
            found += (f"{name}/{tool}" for tool in catalogue.manual(name).tools)
        else:
            found.append(name)
    return list(dict.fromkeys(found))


def named(lock: Lock, names: Iterable[str], file: Path) -> list[str]:
    """Return the ids of the tools *names* of *lock*, where a manual is all of its tools in it.

    Raises Refusal where one is not in it; *file* is where it was read.
    """
    known: dict[str, list[str]] = {each: [each] for each in lock.tools}
    for each in lock.tools:
        known.setdefault(each.rpartition("/")[0], []).append(each)
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or "add it with: registry lock add"
            raise Refusal(f"{name!r} is not in {file}; {hint}")
    return list(dict.fromkeys(each for name in names for each in known[name]))


def write_lock(catalogue: Catalogue, names: Iterable[str], file: Path) -> list[str]:
    """Write the lock with the tools *names*, and return those that are new or another one.

    The *catalogue* has no lock. Raises Refusal.
    """
    made, gone = dict[str, LockedTool](), dict[str, str]()
    with refusing(RegistryError):
        for each in ids(catalogue, names):
            try:
                made[each] = LockedTool.of(catalogue.tool(each))
            except NotFoundError as error:
                gone[each] = str(error)
    # The registry took its time, in which another command may have written the lock.
    before = read(file, is_new=True)
    if gone:
        raise Refusal("; ".join((*dict.fromkeys(gone.values()), *removal(before, gone, file))))
    Lock({**before.tools, **made}).write(file)
    return [each for each in sorted(made) if before.tools.get(each) != made[each]]


def removal(lock: Lock, gone: Iterable[str], file: Path) -> list[str]:
    """Return the hint that removes the tools *gone* from *lock*, or [] if none of them is in it.

    *file* is where it was read.
    """
    known = [each for each in gone if each in lock.tools]
    where = [] if file == Path(FILE) else ["--file", str(file)]
    command = shlex.join(["registry", "lock", "remove", *known, *where])
    return [f"remove what is gone with: {command}"] if known else []


def show(lock: Lock, changed: Iterable[str]) -> None:
    """Print the tools *changed* with what is agreed to."""
    for each in changed:
        tool = lock.tools[each]
        hosts = ", ".join(tool.hosts) or "no host"
        click.echo(
            safe(f"{each} {tool.version}: {tool.effect}, {hosts}, sha256 {tool.sha256[:12]}")
        )
