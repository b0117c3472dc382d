"""The published registry that a command reads."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import click

from registry.cli._refusal import Refusal, refusing, safe
from registry.client.errors import OfflineWarning, RegistryError

if TYPE_CHECKING:
    from pathlib import Path

    from registry.client import Catalogue


def named(registry: str | None) -> str:
    """Return *registry*, what `--registry` says. Raises Refusal where it says nothing."""
    if registry is None:
        raise Refusal("name a registry with --registry, or in OPEN_TOOL_REGISTRY")
    return registry


def opened(
    registry: str | None,
    *,
    signed_by: Path | None = None,
    lock: Path | None = None,
    offline: bool = False,
) -> Catalogue:
    """Return the registry that is named, opened as `Catalogue.open` says. Raises Refusal.

    Where its site cannot be asked, a note says so.
    """
    place = named(registry)
    # The help needs none of it.
    from registry.client import Catalogue  # noqa: PLC0415
    from registry.web import is_url  # noqa: PLC0415

    if signed_by and not is_url(place):
        raise Refusal(f"--signed-by needs the URL of a site: {place!r} is a folder")
    with refusing(RegistryError), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", OfflineWarning)
        catalogue = Catalogue.open(place, signed_by=signed_by, lock=lock, offline=offline)
    for each in caught:
        click.echo(f"note: {safe(str(each.message))}", err=True)
        # What is not cached would be asked for again, and warn with a line of code.
        warnings.simplefilter("ignore", OfflineWarning)
    return catalogue
