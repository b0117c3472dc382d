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
    tool_ids: list[str] = []
    for name in names:
        if name.count("/") == 1:
            tool_ids += (f"{name}/{tool}" for tool in catalogue.manual(name).tools)
        else:
            tool_ids.append(name)
    return list(dict.fromkeys(tool_ids))


def named(lock: Lock, names: Iterable[str], file: Path) -> list[str]:
    """Return the ids of the tools *names* of *lock*, where a manual is all of its tools in it.

    Raises Refusal where one is not in it; *file* is where it was read.
    """
    by_name: dict[str, list[str]] = {tool_id: [tool_id] for tool_id in lock.tools}
    for tool_id in lock.tools:
        by_name.setdefault(tool_id.rpartition("/")[0], []).append(tool_id)
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, by_name) or "add it with: registry lock add"
            raise Refusal(f"{name!r} is not in {file}; {hint}")
    return list(dict.fromkeys(tool_id for name in names for tool_id in by_name[name]))


def write_lock(catalogue: Catalogue, names: Iterable[str], file: Path) -> list[str]:
    """Write the lock with the tools *names*, and return those that are new or another one.

    The *catalogue* has no lock. Raises Refusal.
    """
    locked, gone = dict[str, LockedTool](), dict[str, str]()
    with refusing(RegistryError):
        for tool_id in ids(catalogue, names):
            try:
                locked[tool_id] = LockedTool.of(catalogue.tool(tool_id))
            except NotFoundError as error:
                gone[tool_id] = str(error)
    # The registry took its time, in which another command may have written the lock.
    before = read(file, is_new=True)
    if gone:
        raise Refusal("; ".join((*dict.fromkeys(gone.values()), *removal(before, gone, file))))
    Lock({**before.tools, **locked}).write(file)
    return [tool_id for tool_id in sorted(locked) if before.tools.get(tool_id) != locked[tool_id]]


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
    for tool_id in changed:
        tool = lock.tools[tool_id]
        hosts = ", ".join(tool.hosts) or "no host"
        click.echo(
            safe(f"{tool_id} {tool.version}: {tool.effect}, {hosts}, sha256 {tool.sha256[:12]}")
        )
