"""Enter a server into the configuration file of a host, and keep whatever else is in it."""

from __future__ import annotations

import json
import os
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.source.atomic_write import write_whole
from registry.source.limits import MAX_BYTES
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from registry.client.mcp.host_configurations import Host, Server


class InstallError(Exception):
    """The file cannot be changed without losing something; the message says why."""


def file_of(host: Host) -> Path:
    """Return the file of *host* on this machine, of this user or in the working directory.

    For a user without a home, as a container may have, it begins with `~`.
    """
    path = Path(os.path.expandvars(host.file))
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def content_of(path: Path) -> str:
    """Return the content of the file *path* of a host, "" if it does not exist.

    It has no byte order mark, with which Windows begins files and JSON must not.

    Raises InstallError, and OSError for what is not a plain file, such as a device.
    """
    try:
        content = read_plain(path)
    except FileNotFoundError:
        return ""
    if len(content) > MAX_BYTES:
        raise InstallError(f"it has more than {MAX_BYTES:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InstallError(f"it is not UTF-8 ({error})") from None


def with_server(host: Host, server: Server, text: str) -> str:
    """Return *text*, the content of the file of *host* or "", with *server* in it.

    A server of the same registry and name is changed where the file is JSON; what else it has,
    such as the keys in its environment, stays. Raises InstallError.
    """
    return _in_toml(host, server, text) if host.is_toml else _in_json(host, server, text)


def write(path: Path, text: str) -> None:
    """Put *text* into the file *path*, all of it or nothing, with the permissions it had.

    Raises OSError, which names the file; it is then as it was before.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path.resolve(), text)


def _in_json(host: Host, server: Server, text: str) -> str:
    try:
        content: Any = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise InstallError(f"it is not JSON, or has comments ({error})") from None
    servers = content.setdefault(host.key, {}) if isinstance(content, dict) else None
    if not isinstance(servers, dict):
        raise InstallError(f"its {host.key!r} is not an object")
    before = servers.get(server.name) or {}
    if before:
        _refuse_another(server, before)
    servers[server.name] = {**before, **host.entry(server)}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _registry_of(entry: object) -> str:
    """Return the registry that the server of *entry* offers, or "" if it is another program."""
    args = entry.get("args") if isinstance(entry, dict) else None
    words = args if isinstance(args, list) else []
    return next((str(word) for option, word in pairwise(words) if option == "--registry"), "")


def _refuse_another(server: Server, entry: object) -> None:
    """Raise InstallError if *entry*, of the same name, offers something else than *server*."""
    of = _registry_of(entry)
    if of.rstrip("/") == _registry_of(server.entry).rstrip("/"):
        return
    other = f"the registry {of}" if of else "another server"
    raise InstallError(
        f"its {server.name!r} is {other}; name this one otherwise with --name, or remove that first"
    )


def _in_toml(host: Host, server: Server, text: str) -> str:
    try:
        servers = tomllib.loads(text).get(host.key, {})
    except tomllib.TOMLDecodeError as error:
        raise InstallError(f"it is not TOML ({error})") from None
    if not isinstance(servers, dict):
        raise InstallError(f"its {host.key!r} is not a table")
    if server.name in servers:
        before = servers[server.name]
        if isinstance(before, dict) and server.entry.items() <= before.items():
            return text
        _refuse_another(server, before)
        raise InstallError(f"it has another {server.name!r}; remove that first")
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    added = text + gap + host.text(server)
    try:
        tomllib.loads(added)
    except tomllib.TOMLDecodeError:
        raise InstallError(f"its {host.key!r} is written in one line") from None
    return added
