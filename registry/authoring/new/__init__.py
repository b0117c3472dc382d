"""Write a first manual from a few answers. It passes the check; the details are filled in later."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from registry import source
from registry.authoring.manual_files import (
    ManualResult,
    ReleaseTarget,
    UnusableTargetError,
    check_and_write,
    name_fault,
    release_files,
)
from registry.authoring.new._answers import (
    SOME_VALUE,
    Answers,
    answer_fault,
    inputs_of,
    title_of,
)
from registry.authoring.new._questions import QUESTIONS
from registry.authoring.new._releases import PROTOCOLS, VERSION, release_of
from registry.catalogue.file_names import SUFFIXES
from registry.changes import git
from registry.changes.tree_difference import merged_in
from registry.diagnostics import command
from registry.model import NAME, first_sentence, versions
from registry.source.atomic_write import write_whole
from registry.source.editing import CannotEditError, edited
from registry.source.plain_files import read_plain
from registry.web.hosts import host_of, is_for_examples

if TYPE_CHECKING:
    from pathlib import Path

    from registry.source import Json, Pointer

__all__ = [
    "PROTOCOLS",
    "QUESTIONS",
    "SOME_VALUE",
    "Answers",
    "answer_fault",
    "inputs_of",
    "make_manual",
    "publisher_facts",
    "split",
]


def make_manual(manuals: Path, answers: Answers, today: str, *, is_replacing: bool) -> ManualResult:
    """Write publisher.yaml, manual.yaml and the first release below the folder *manuals*.

    Existing files are not changed, but if it *is_replacing*, a draft of the first release is
    written again, and so are hosts in publisher.yaml that are only examples. Raises
    UnusableTargetError for invalid names and answers, and for a manual that already has a release.
    """
    stated = [(question.field, getattr(answers, question.field)) for question in QUESTIONS]
    for asked, answer in (*stated, *(("", value) for value in answers.values.values())):
        if problem := answer_fault(asked, answer):
            raise UnusableTargetError(problem)
    name = f"{answers.publisher}/{answers.manual}"
    bump = command("bump", "minor", name, manuals=manuals)
    if not is_replacing and _is_released(manuals, answers):
        raise UnusableTargetError(
            f"{name} already has a release; write your draft again with --replace, or the next "
            f"release with: {bump}"
        )
    try:
        target = ReleaseTarget(manuals, answers.publisher, answers.manual, VERSION, is_replacing)
    except UnusableTargetError as error:
        if not is_replacing:
            raise
        raise UnusableTargetError(error.problem, f"; write the next with: {bump}") from None
    if is_replacing:
        _fill_in_publisher(target, answers)
    release = release_of(answers, today)
    texts = release_files(target, _about(answers), _listing(answers), release)
    return check_and_write(target, texts)


def _is_released(manuals: Path, answers: Answers) -> bool:
    names = (answers.publisher, answers.manual)
    if not all(map(NAME.fullmatch, names)):
        return False
    files = manuals.joinpath(*names).glob("*.*")
    return any(each.suffix in SUFFIXES and versions.parse_version(each.stem) for each in files)


def publisher_facts(manuals: Path, publisher: str) -> dict[str, str]:
    """Return `name` and `homepage` from an existing `publisher.yaml`; {} if there is none."""
    path = manuals / publisher / "publisher.yaml"
    if not NAME.fullmatch(publisher) or not path.is_file():
        return {}
    document, _ = source.read_document(path.as_posix(), read_plain(path))
    facts = document.data if document else {}
    return {
        key: value
        for key in ("name", "homepage")
        if isinstance(value := facts.get(key), str) and not is_for_examples(host_of(value))
    }


def _fill_in_publisher(target: ReleaseTarget, answers: Answers) -> None:
    """Write what was answered into a `publisher.yaml` that still has the names of a first draft."""
    path = target.about
    document = path.is_file() and source.read_document(path.as_posix(), read_plain(path))[0]
    if not document or _is_merged(path):
        return
    hosts = document.data.get("hosts")
    listed = enumerate(hosts if isinstance(hosts, list) else ())
    changes: dict[Pointer, Json] = {
        ("hosts", index): host_of(answers.url)
        for index, host in listed
        if is_for_examples(str(host))
    }
    if is_for_examples(host_of(str(document.data.get("homepage")))):
        changes["homepage",] = answers.homepage
    with suppress(CannotEditError):  # the check reports what is left
        write_whole(path, edited(document, changes))


def _is_merged(path: Path) -> bool:
    """Return whether the file at *path* is merged, or may be."""
    try:
        return bool(merged_in(path))
    except git.UnusableBaseError:
        return True


def split(manual_id: str) -> tuple[str, str]:
    """Return the two names in *manual_id*, `publisher/manual`. Raises UnusableTargetError."""
    publisher, slash, manual = manual_id.partition("/")
    if not slash or not publisher or not manual:
        raise UnusableTargetError(
            f"{manual_id!r} is not of the form publisher/manual; `registry import` makes a manual "
            "of a document that you have"
        )
    for kind, name in (("publisher", publisher), ("manual", manual)):
        if problem := name_fault(kind, name):
            raise UnusableTargetError(problem)
    return publisher, manual


def _about(answers: Answers) -> dict[str, Json]:
    return {
        "name": answers.name,
        "homepage": answers.homepage,
        "hosts": [host_of(answers.url)],
    }


def _listing(answers: Answers) -> dict[str, Json]:
    return {"title": title_of(answers.manual), "summary": first_sentence(answers.description)}
