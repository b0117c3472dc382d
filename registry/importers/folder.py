"""Where an imported manual goes: files checked as `registry check` does, and never overwritten."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import forms, pipeline, protocols, settings, versions
from registry.load import NAME_LENGTHS, RESERVED, File, ManualFolder, PublisherFolder, Tree
from registry.model import NAME
from registry.order import in_order
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.source import Json


class UnusableTargetError(Exception):
    """A manual cannot go where it was asked to; says why and what to do.

    *problem* is why alone, for people who cannot type an option.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem + remedy)
        self.problem = problem


def name_fault(kind: str, name: str) -> str:
    """Return why *name* cannot be that of a *kind*, a publisher or a manual; "" if it can."""
    if NAME.fullmatch(name) and len(name) in NAME_LENGTHS and name not in RESERVED:
        return ""
    return (
        f"{name!r} cannot be the name of a {kind}: it has 2 to 40 lower-case letters, digits and "
        "single hyphens, starts with a letter, and is not reserved"
    )


@dataclass(frozen=True, slots=True)
class Target:
    """The place of one release below the folder *manuals*.

    Raises UnusableTargetError for names and versions that no manual can have, and for a release
    that is there already.
    """

    manuals: Path
    publisher: str
    manual: str
    version: str

    def __post_init__(self) -> None:
        for kind, name in (("publisher", self.publisher), ("manual", self.manual)):
            if fault := name_fault(kind, name):
                raise UnusableTargetError(fault, f"; name it with --{kind}")
        if versions.parse(self.version) is None:
            raise UnusableTargetError(
                f"{self.version!r} is not a version of the form x.y.z", "; name one with --version"
            )
        for suffix in (".yaml", ".json"):
            there = self.release.with_suffix(suffix)
            if there.exists():
                raise UnusableTargetError(
                    f"{there} is there already, and never changes once it is merged",
                    ": choose another --version, or remove it if it is a draft of yours",
                )

    @property
    def about(self) -> Path:
        """The publisher's own file."""
        return self.manuals / self.publisher / "publisher.yaml"

    @property
    def listing(self) -> Path:
        """The file on how the catalogue lists the manual."""
        return self.manuals / self.publisher / self.manual / "manual.yaml"

    @property
    def release(self) -> Path:
        """The release itself."""
        return self.listing.with_name(f"{self.version}.yaml")


@dataclass(frozen=True, slots=True)
class Files:
    """The texts of a release and of what stands beside it."""

    about: str
    listing: str
    release: str


def files(
    about: Mapping[str, Json], listing: Mapping[str, Json], release: Mapping[str, Json]
) -> Files:
    """Return the three documents as they are written, in the order that `registry fmt` keeps."""
    match = protocols.recognised(release)
    forms_of = (
        forms.form("publisher").document,
        forms.form("manual").document,
        forms.release(match) if match else {},
    )
    ordered = map(in_order, (about, listing, release), forms_of)
    return Files(*map(write_yaml, ordered))


def for_editors(target: Target, texts: Files, release: Mapping[str, Json]) -> Files:
    """Return *texts* with a first line each that tells editors the schema, where one is at hand.

    That is a file in `schemas/` beside the folder of manuals, or else one of the published site.
    """
    match = protocols.recognised(release)
    return Files(
        _schema_line(target, target.about, "publisher") + texts.about,
        _schema_line(target, target.listing, "manual") + texts.listing,
        _schema_line(target, target.release, forms.name_of(match) if match else "release")
        + texts.release,
    )


def _schema_line(target: Target, path: Path, name: str) -> str:
    root = target.manuals.absolute().parent
    file = root / "schemas" / f"{name}.json"
    config = root / settings.NAME
    site = settings.site_url(config.read_bytes() if config.is_file() else None)
    if file.is_file():
        address = os.path.relpath(file, path.absolute().parent).replace(os.sep, "/")
    elif site:
        address = f"{site}v1/schemas/files/{name}.json"
    else:
        return ""
    return f"# yaml-language-server: $schema={address}\n"


def check(target: Target, texts: Files) -> tuple[Diagnostic, ...]:
    """Return what `registry check` says of the manual alone; files that are there count first."""
    folder = f"{target.manuals.name}/{target.publisher}"
    about = File(f"{folder}/publisher.yaml", _kept(target.about, texts.about))
    path = f"{folder}/{target.manual}"
    listing = File(f"{path}/manual.yaml", _kept(target.listing, texts.listing))
    release = File(f"{path}/{target.version}.yaml", texts.release.encode())
    manual = ManualFolder(target.manual, path, listing, ((target.version, release),))
    publisher = PublisherFolder(target.publisher, folder, about, (manual,))
    return pipeline.check_tree(Tree((publisher,), ())).diagnostics


def _kept(path: Path, text: str) -> bytes:
    return path.read_bytes() if path.is_file() else text.encode()


def write(target: Target, texts: Files) -> Iterator[Path]:
    """Write the release, and each other file that is not there yet; yield what was written.

    Raises FileExistsError where the release appeared in the meantime, and OSError.
    """
    target.release.parent.mkdir(parents=True, exist_ok=True)
    for path, text in (
        (target.about, texts.about),
        (target.listing, texts.listing),
        (target.release, texts.release),
    ):
        if path == target.release or not path.exists():
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            yield path


def name_from(words: str) -> str:
    """Return *words* as the name of a publisher or a manual, "" where nothing is left of them."""
    folded = re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-")
    folded = re.sub(r"^[0-9-]+", "", folded)
    if len(folded) > NAME_LENGTHS[-1]:
        folded = folded[: NAME_LENGTHS[-1] + 1].rpartition("-")[0] or folded[: NAME_LENGTHS[-1]]
    return folded if len(folded) in NAME_LENGTHS and folded not in RESERVED else ""


def publisher_from(host: str) -> str:
    """Return the name of the publisher to whom *host* belongs, such as `acme`; "" for none."""
    labels = [label for label in host.split(".")[:-1] if label not in ("api", "www", "co", "com")]
    return name_from(labels[-1]) if labels else ""
