"""Prove that whoever runs a host lets a publisher speak for it, and write down that they do.

The host serves a file that names the publisher. It is fetched over https without a redirect, by a
job that a maintainer starts; what was seen stands in `publisher.yaml` from then on.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from registry import fetch, source
from registry.assemble import assemble
from registry.load import Tree, load
from registry.source.writing import write_yaml
from registry.validate import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from registry.model import Publisher

PATH = "/.well-known/open-tool-registry.json"

_LIMIT = 64 * 1024
_BLOCK = re.compile(r"^verified:.*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)


class NoSuchPublisherError(Exception):
    """There is no such publisher, or its publisher.yaml cannot be read or changed."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a host names the publisher: *problem* says why not, and is "" where it does."""

    host: str
    problem: str = ""


def find(manuals: Path, name: str) -> Publisher:
    """Return the publisher called *name*. Raises NoSuchPublisherError."""
    folders = {folder.name: folder for folder in load(manuals).publishers}
    if name not in folders:
        guess = nearest(name, tuple(folders))
        hint = f"; did you mean {guess!r}?" if guess else ""
        raise NoSuchPublisherError(f"there is no publisher {name!r}{hint}")
    publisher = assemble(Tree((folders[name],), ()))[0].publishers[0]
    if publisher.origin is None:
        raise NoSuchPublisherError(f"the publisher.yaml of {name!r} has problems: registry check")
    return publisher


def statement(publisher: Publisher) -> str:
    """Return the JSON that a host has to serve."""
    owners = [owner.id for owner in publisher.owners]
    return json.dumps({"publishers": {publisher.name: {"owners": owners}}})


def prove(
    publisher: Publisher, hosts: Iterable[str], at: Callable[[str], str] = str
) -> tuple[Proof, ...]:
    """Ask each of *hosts* whether it names *publisher* and all of its owners.

    *at* says where an address is asked.
    """
    return tuple(Proof(host, _problem(publisher, at(f"https://{host}{PATH}"))) for host in hosts)


def _problem(publisher: Publisher, url: str) -> str:
    try:
        data = fetch.get(url, _LIMIT, redirects=0)
    except fetch.FetchError as error:
        return str(error)
    try:
        named = json.loads(data)["publishers"][publisher.name]["owners"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return f"{url}: the file does not name {publisher.name!r}"
    accounts = named if isinstance(named, list) else []
    missing = [str(owner.id) for owner in publisher.owners if owner.id not in accounts]
    return f"{url}: the file does not name the account {', '.join(missing)}" if missing else ""


def record(manuals: Path, publisher: Publisher, hosts: Iterable[str], today: str) -> Path:
    """Write into `publisher.yaml` that *hosts* were verified *today*; return its path.

    Everything else in the file stays as it is. Raises NoSuchPublisherError where the file is laid
    out in a way that leaves no place for it.
    """
    path = manuals / publisher.name / "publisher.yaml"
    text = path.read_bytes().decode()
    verified = {**publisher.verified, **dict.fromkeys(hosts, today)}
    rest = _BLOCK.sub("", text if text.endswith("\n") else f"{text}\n")
    changed = rest + write_yaml({"verified": dict(sorted(verified.items()))})
    if _data(path, changed) != {**_data(path, text), "verified": verified}:
        raise NoSuchPublisherError(
            f"{path} leaves no place for it; lay it out with `registry fmt {path}`"
        )
    path.write_bytes(changed.encode())
    return path


def _data(path: Path, text: str) -> Mapping[str, object]:
    document, _ = source.read(path.name, text.encode())
    return cast("Mapping[str, object]", document.data if document else {})
