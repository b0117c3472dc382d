"""Check the files of a manual like all others, and write them without replacing any."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from registry import pipeline, protocols, settings
from registry.authoring.key_order import with_ordered_keys
from registry.catalogue import file_schemas
from registry.catalogue.allowed_names import name_problems
from registry.catalogue.file_names import SUFFIXES
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.changes import git
from registry.changes.tree_difference import merged_in
from registry.diagnostics import has_errors
from registry.model import versions
from registry.source.atomic_write import together, write_whole
from registry.source.plain_files import read_plain
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.source import Json


class UnusableTargetError(Exception):
    """A manual cannot be written to its place; the message says why and what to do.

    *problem* is only the reason, for people who do not use the command line.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem + remedy)
        self.problem = problem


def name_fault(kind: str, name: str) -> str:
    """Return why *name* is not valid for *kind*, "publisher" or "manual"; "" if it is."""
    found = next(name_problems(name, "", kind), None)
    return f"{found.message}: {found.hint}" if found else ""


@dataclass(frozen=True, slots=True)
class ReleaseTarget:
    """The place of one release in the folder *manuals*.

    *is_replacing* says that a draft there may be written again, but nothing that is merged. Raises
    UnusableTargetError for invalid names and versions, for a release that already exists, and for
    a folder that is a link.
    """

    manuals: Path
    publisher: str
    manual: str
    version: str
    is_replacing: bool = False

    def __post_init__(self) -> None:
        for kind, name in (("publisher", self.publisher), ("manual", self.manual)):
            if fault := name_fault(kind, name):
                raise UnusableTargetError(fault, f"; choose one with --{kind}")
        if versions.parse_version(self.version) is None:
            raise UnusableTargetError(
                f"{self.version!r} is not a version of the form x.y.z",
                "; choose one with --version",
            )
        for folder in (self.about.parent, self.listing.parent):
            if folder.is_symlink():
                raise UnusableTargetError(
                    f"{folder} is a symbolic link, behind which no manual is read", "; remove it"
                )
        for path in map(self.release.with_suffix, SUFFIXES):
            if path.exists() and not (self.is_replacing and path == self.release):
                act = "remove it" if self.is_replacing else "write your draft again with --replace"
                raise UnusableTargetError(
                    f"{path} already exists, and a merged release never changes",
                    f": choose another --version, or {act}",
                )
            if path.exists() and (base := _merged_in(path)):
                raise UnusableTargetError(
                    f"{path} is part of {base}, and a merged release never changes",
                    "; choose another --version",
                )

    @property
    def name(self) -> str:
        """`publisher/manual version`."""
        return f"{self.publisher}/{self.manual} {self.version}"

    @property
    def about(self) -> Path:
        """The path of `publisher.yaml`."""
        return self.manuals / self.publisher / "publisher.yaml"

    @property
    def listing(self) -> Path:
        """The path of `manual.yaml`."""
        return self.manuals / self.publisher / self.manual / "manual.yaml"

    @property
    def release(self) -> Path:
        """The path of the release."""
        return self.listing.with_name(f"{self.version}.yaml")


def _merged_in(file: Path) -> str:
    try:
        return merged_in(file)
    except git.UnusableBaseError as error:
        raise UnusableTargetError(f"{file} may be released: {error}", "") from None


@dataclass(frozen=True, slots=True)
class Files:
    """The text of `publisher.yaml`, of `manual.yaml` and of a release."""

    about: str
    listing: str
    release: str


@dataclass(frozen=True, slots=True)
class ManualResult:
    """The result of writing a manual: its files and their problems, or a refusal.

    Attributes:
        name: the release, as `publisher/manual version`, or "" where it is not known.
        written: the paths of the files; those that existed before are not among them.
        problems: the problems of the files.
        refusal: why no file was written, or "".
        unwritten: by the paths in *problems*, the texts that these are about and no file has.
    """

    name: str = ""
    written: tuple[Path, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    refusal: str = ""
    unwritten: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether a manual was written and passes the check."""
        return bool(self.written) and not has_errors(self.problems)


def check_and_write(
    target: ReleaseTarget,
    texts: Files,
    refusal: Callable[[tuple[Diagnostic, ...]], str] = lambda _: "",
) -> ManualResult:
    """Check *texts* and write them to *target*, unless *refusal* has a reason against it.

    It is asked with the problems. Raises FileExistsError if the release was created in the
    meantime, and OSError.
    """
    problems = check_files(target, texts)
    reason = refusal(problems)
    if reason:
        folder = f"{target.manuals.name}/{target.publisher}/{target.manual}"
        unwritten = {f"{folder}/{target.release.name}": texts.release}
        return ManualResult(target.name, (), problems, reason, unwritten)
    return ManualResult(target.name, _write(target, texts), problems)


def release_files(
    target: ReleaseTarget,
    about: Mapping[str, Json],
    listing: Mapping[str, Json],
    release: Mapping[str, Json],
) -> Files:
    """Return the three documents as text, formatted as `registry fmt` does.

    Each has a first line that tells editors its schema, where one is at hand: a file in `schemas/`
    beside the folder of manuals, or else one of the published site.
    """
    match = protocols.recognised(release)
    about_schema = file_schemas.file_schema("publisher").document
    listing_schema = file_schemas.file_schema("manual").document
    release_schema = file_schemas.release_schema(match) if match else {}
    name = file_schemas.schema_name(match) if match else "release"
    site = settings.site_url(settings.configuration_beside(target.manuals))
    line = partial(file_schemas.line_for_editors, root=target.manuals.absolute().parent, site=site)
    return Files(
        line(target.about, "publisher") + _as_yaml(about, about_schema),
        line(target.listing, "manual") + _as_yaml(listing, listing_schema),
        line(target.release, name) + _as_yaml(release, release_schema),
    )


def _as_yaml(data: Mapping[str, Json], schema: Mapping[str, Json]) -> str:
    return write_yaml(with_ordered_keys(data, schema))


def check_files(target: ReleaseTarget, texts: Files) -> tuple[Diagnostic, ...]:
    """Return the problems of the manual, as strict as the `rules.yaml` beside the manuals says.

    Existing files are checked instead of the new text.
    """
    folder = f"{target.manuals.name}/{target.publisher}"
    about = SourceFile(f"{folder}/publisher.yaml", _kept(target.about, texts.about))
    path = f"{folder}/{target.manual}"
    listing = SourceFile(f"{path}/manual.yaml", _kept(target.listing, texts.listing))
    release = SourceFile(f"{path}/{target.version}.yaml", texts.release.encode())
    manual = ManualFolder(target.manual, path, listing, ((target.version, release),))
    publisher = PublisherFolder(target.publisher, folder, about, (manual,))
    found = pipeline.check_joined(Tree((publisher,), ()), target.manuals).diagnostics
    return tuple(each for each in found if each.place.path.startswith(f"{folder}/"))


def _kept(path: Path, text: str) -> bytes:
    return read_plain(path) if path.is_file() else text.encode()


def _write(target: ReleaseTarget, texts: Files) -> tuple[Path, ...]:
    """Write the release and the other files that do not exist yet; return the path of each."""
    others = ((target.about, texts.about), (target.listing, texts.listing))
    missing = [(path, text) for path, text in others if not path.exists()]
    with together() as create:
        for path, text in missing:
            create(path, text)
        if target.is_replacing and target.release.exists():
            write_whole(target.release, texts.release)
        else:
            create(target.release, texts.release)
    return (*(path for path, _ in missing), target.release)
