"""The lock of an agent's tools, as the commands about it read and show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry.cli._refusal import Refusal, safe
from registry.client.errors import RegistryError
from registry.client.lock import FILE, Lock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client import Catalogue

LOCK_FILE = click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(FILE),
    show_default=True,
    help="The lock.",
)


def opened(registry: str | None) -> Catalogue:
    """Return the registry that is named. Raises Refusal."""
    if registry is None:
        raise Refusal("name a registry with --registry, or in OPEN_TOOL_REGISTRY")
    from registry.client import Catalogue  # noqa: PLC0415 - the help needs none of it

    try:
        return Catalogue.open(registry)
    except RegistryError as error:
        raise Refusal(str(error)) from None


def read(file: Path, *, is_new: bool = False) -> Lock:
    """Return the lock in *file*, an empty one where it *is_new* and not there. Raises Refusal."""
    if is_new and not file.exists():
        return Lock({})
    try:
        return Lock.read(file)
    except RegistryError as error:
        raise Refusal(str(error)) from None


def ids(catalogue: Catalogue, names: Iterable[str]) -> list[str]:
    """Return the ids of the tools *names*, where a manual is all of its tools. Raises Refusal."""
    found: list[str] = []
    for name in names:
        if name.count("/") == 1:
            found += (f"{name}/{tool}" for tool in catalogue.manual(name).tools)
        else:
            found.append(name)
    return list(dict.fromkeys(found))


def locked(catalogue: Catalogue, names: Iterable[str], file: Path) -> list[str]:
    """Write the lock with the tools *names*, and return those that are new or another one.

    Raises Refusal.
    """
    try:
        made = Lock({}).with_tools(catalogue, ids(catalogue, names))
    except RegistryError as error:
        raise Refusal(str(error)) from None
    # The registry took its time, in which another command may have written the lock.
    before = read(file, is_new=True)
    after = Lock({**before.tools, **made.tools})
    after.write(file)
    return [each for each in sorted(made.tools) if before.tools.get(each) != after.tools[each]]


def show(lock: Lock, changed: Iterable[str]) -> None:
    """Print the tools *changed* with what is agreed to."""
    for each in changed:
        tool = lock.tools[each]
        hosts = ", ".join(tool.hosts) or "no host"
        click.echo(
            safe(f"{each} {tool.version}: {tool.effect}, {hosts}, sha256 {tool.sha256[:12]}")
        )
