"""Verify that a host belongs to a publisher, and record it.

The host serves a file that names the publisher. A job that a maintainer starts fetches it over
https without redirects, and the date is recorded in `publisher.yaml`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import source
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.tree import Tree
from registry.diagnostics import command, did_you_mean
from registry.source.atomic_write import write_whole
from registry.source.editing import CannotEditError, edited
from registry.source.plain_files import read_plain
from registry.web import fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from registry.model import Publisher

PATH = "/.well-known/open-tool-registry.json"

_LIMIT = 64 * 1024


class NoSuchPublisherError(Exception):
    """The publisher does not exist, or its publisher.yaml cannot be read or edited."""


@dataclass(frozen=True, slots=True)
class HostVerification:
    """The result for one host; *problem* says why it does not name the publisher, or is ""."""

    host: str
    problem: str = ""


def find_publisher(manuals: Path, name: str) -> Publisher:
    """Return the publisher called *name*. Raises NoSuchPublisherError."""
    folders = {folder.name: folder for folder in load_tree(manuals).publishers}
    if name not in folders:
        hint = did_you_mean(name, folders) or f"{manuals}/ has a folder for each"
        raise NoSuchPublisherError(f"there is no publisher {name!r}; {hint}")
    publisher = assemble(Tree((folders[name],), ()))[0].publishers[0]
    if publisher.origin is None:
        raise NoSuchPublisherError(
            f"the publisher.yaml of {name!r} has problems; run: "
            + command("check", manuals / name, manuals=manuals)
        )
    return publisher


def expected_statement(publisher: Publisher) -> str:
    """Return the JSON that a host must serve."""
    owners = [owner.id for owner in publisher.owners]
    return json.dumps({"publishers": {publisher.name: {"owners": owners}}})


def verify_hosts(
    publisher: Publisher, hosts: Iterable[str], at: Callable[[str], str] = str
) -> tuple[HostVerification, ...]:
    """Return for each of *hosts* whether it names *publisher* and all of its owners.

    *at* maps a URL to the one that is actually fetched; tests use it.
    """
    return tuple(
        HostVerification(host, _problem(publisher, at(f"https://{host}{PATH}"))) for host in hosts
    )


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


def record_verification(
    manuals: Path, publisher: Publisher, hosts: Iterable[str], today: str
) -> Path:
    """Record in `publisher.yaml` that *hosts* were verified *today*; return its path.

    Nothing else in the file changes. Raises NoSuchPublisherError if it cannot be edited.
    """
    path = manuals / publisher.name / "publisher.yaml"
    document, _ = source.read_document(path.name, read_plain(path))
    if document is None:
        line = command("check", path, manuals=manuals)
        raise NoSuchPublisherError(f"{path} cannot be read; run: {line}")
    try:
        text = edited(document, {("verified", host): today for host in sorted(hosts)})
    except CannotEditError as error:
        raise NoSuchPublisherError(str(error)) from None
    write_whole(path, text)
    return path
