"""A tree of one manual, made of the bytes of one release."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.model import Catalogue

_ABOUT = b"name: Acme\nhomepage: https://acme.dev\nhosts: [api.acme.dev, live.acme.dev]\n"


def catalogue_of(name: str, data: bytes) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Return the catalogue whose only release, 1.0.0, is the file *name*, and its problems."""
    releases = (("1.0.0", SourceFile(name, data)),)
    manual = ManualFolder("sample", "manuals/acme/sample", None, releases)
    about = SourceFile("publisher.yaml", _ABOUT)
    return assemble(Tree((PublisherFolder("acme", "manuals/acme", about, (manual,)),), ()))
