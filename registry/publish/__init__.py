"""The published files, one artefact a module; to add a file, add a module to this folder.

An artefact offers functions whose names begin with the step in which they run and end with the
name of its module, so that `badges.py` has `publish_badges`:

- `publish_badges(subject)` yields the `File`s of one manual. It is given a `Subject`: the manual
  and what all files share.
- `list_feeds(listing)` yields the `File`s about the whole catalogue. It is given a `Listing`: the
  entry of every manual, small and without what its tools look like inside.
- `note_feeds(subject)` returns what `list_feeds` needs of one manual beyond its entry, as small as
  can be and picklable; `listing.noted("feeds")` returns the notes on all manuals, in their order,
  and `listing.taken("search")` lets them go as they are gone through.
- `finish_index(listing, written)` yields the `File`s about what was published, of which *written*
  has the digests by path. These come one after another, by name: each sees those before it.

A function sees its arguments and nothing else: no disk, no clock, no network, no global that
changes. So the same tree always gives the same bytes, in one process or in many, in any order, and
what was made before can be taken for what would be made again.

Modules whose names begin with `pages_` come after the others, as do notes: `subject.files` tells
them which files there are of the manual to link to.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.catalogue.entries import entries_of
from registry.model.kept_pickled import Sealed
from registry.plugins import modules
from registry.publish._artefact_inputs import Context, Listing, Notes, Subject
from registry.publish._similar_tools import Alike, Neighbours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from registry.model import Catalogue
    from registry.model.files import Digest, File
    from registry.source import Json

__all__ = [
    "Alike",
    "Artefact",
    "Context",
    "Listing",
    "Neighbours",
    "Notes",
    "Published",
    "Subject",
    "artefacts",
    "finish",
    "json_part",
    "list_artefact",
    "prepare",
    "publish_manual",
    "render",
    "to_json",
    "with_tools",
]


class Artefact(NamedTuple):
    """The functions that a module of this package offers, None for those that it does not."""

    name: str
    publish: Callable[[Subject], Iterator[File]] | None
    note: Callable[[Subject], Any] | None
    list: Callable[[Listing], Iterator[File]] | None
    finish: Callable[[Listing, Mapping[str, Digest]], Iterator[File]] | None

    @property
    def is_page(self) -> bool:
        """Whether it makes pages for people, which link to the other files."""
        return self.name.startswith("pages_")


@cache
def artefacts() -> tuple[Artefact, ...]:
    """Return every artefact, pages last."""
    found = (_artefact(module) for module in modules(sys.modules[__name__]))
    return tuple(sorted(found, key=lambda artefact: artefact.is_page))


def _artefact(module: ModuleType) -> Artefact:
    name = module.__name__.rpartition(".")[2]
    steps = ("publish", "note", "list", "finish")
    functions = [getattr(module, f"{step}_{name}", None) for step in steps]
    if not any(functions):
        raise TypeError(f"{module.__name__} makes nothing: it has no publish_{name} and the like")
    return Artefact(name, *functions)


@dataclass(frozen=True, slots=True)
class Published:
    """What was published of a manual: the digests of its files by path, its notes by artefact."""

    written: dict[str, Digest] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


def publish_manual(
    subject: Subject, write: Callable[[File], None], among: Sequence[Artefact] | None = None
) -> Published:
    """Hand every file of *subject* to *write*, and return what was published.

    *among* are the artefacts that count, if not all do.
    """
    chosen = artefacts() if among is None else among
    written: dict[str, Digest] = {}
    for pages in (False, True):
        for artefact in chosen:
            if artefact.publish and artefact.is_page is pages:
                for file in artefact.publish(subject):
                    write(file)
                    written[file.path] = file.digest
        subject = replace(subject, files=dict(written))
    notes = {artefact.name: artefact.note(subject) for artefact in chosen if artefact.note}
    return Published(written, notes)


def prepare() -> None:
    """Load all that making the files of manuals needs.

    Processes that are forked off have it then; each of them would load it by itself.
    """
    from registry.publish._pages.templates import compile_templates  # noqa: PLC0415 - a cycle
    from registry.publish._token_count import count_tokens  # noqa: PLC0415 - takes a second to load
    from registry.search import synonyms  # noqa: PLC0415 - as above

    artefacts()
    compile_templates()
    count_tokens("")
    synonyms.others()


def list_artefact(artefact: Artefact, listing: Listing) -> Iterator[File]:
    """Yield the files about the whole catalogue that *artefact* makes."""
    return artefact.list(listing) if artefact.list else iter(())


def finish(
    listing: Listing, written: Mapping[str, Digest], among: Sequence[Artefact] | None = None
) -> Iterator[File]:
    """Yield every file about what was published; *written* has the digests of all others.

    They are made one after another, by the names of their modules, and each sees those before it.
    """
    digests = dict(written)
    for artefact in sorted(artefacts() if among is None else among):
        for file in artefact.finish(listing, digests) if artefact.finish else ():
            digests[file.path] = file.digest
            yield file


def render(
    catalogue: Catalogue, context: Context, among: Sequence[Artefact] | None = None
) -> Iterator[File]:
    """Yield every file that is published of *catalogue*, made in this process, one by one.

    A build makes the same files in many processes: see `registry/site/publish_catalogue.py`.

    *among* are the artefacts that count, if not all do. Raises ValueError when two of them claim
    the same path.
    """
    written: dict[str, Digest] = {}

    def entered(files: Iterable[File]) -> Iterator[File]:
        for file in files:
            if file.path in written:
                raise ValueError(f"{file.path} is made twice")
            written[file.path] = file.digest
            yield file

    entries = entries_of(catalogue)
    alike = Alike(entries)
    notes: list[dict[str, Any]] = []
    for manual, entry in zip(catalogue.manuals, entries.manuals, strict=True):
        own_files: list[File] = []
        subject = Subject(manual, context, alike.of_manual(entry))
        notes.append(publish_manual(subject, own_files.append, among).notes)
        yield from entered(own_files)
    noted = {
        name: Notes([Sealed(tuple(each[name] for each in notes))])
        for name in (notes[0] if notes else ())
    }
    listing = Listing(context, entries, noted)
    for artefact in artefacts() if among is None else among:
        yield from entered(list_artefact(artefact, listing))
    yield from entered(finish(listing, written, among))


def to_json(value: Json | Mapping[str, Json]) -> bytes:
    """Return *value* as compact JSON in UTF-8, keys in the order given, one newline at the end.

    Raises ValueError for NaN and infinity, which the readers of `manuals/` never let through.
    """
    return json_part(value) + b"\n"


def json_part(value: Json | Mapping[str, Json]) -> bytes:
    """Return *value* as `to_json` does, without the newline, as a part of other JSON."""
    return _encode(value).encode("utf-8")


def with_tools(head: Mapping[str, Json], tools: Iterable[bytes]) -> bytes:
    """Return what `to_json` does for *head* with `tools` after its members: parts made before."""
    return json_part(head)[:-1] + b',"tools":[' + b",".join(tools) + b"]}\n"


_encode = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
).encode
