"""The result of an importer, and how it becomes the files of a manual."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from registry import rules
from registry.authoring.importers.refused_tools import refused_tools, without_tools
from registry.authoring.manual_files import (
    Files,
    ManualResult,
    ReleaseTarget,
    check_and_write,
    check_files,
    release_files,
)
from registry.diagnostics import Diagnostic, Place, has_errors
from registry.source.limits import MAX_BYTES
from registry.web.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from registry.source import Json


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The options of an import; "" for a value that the importer should derive.

    *is_replacing* says that a draft of this release may be written again.
    """

    manuals: Path
    publisher: str
    manual: str
    version: str
    released: str
    homepage: str
    is_replacing: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A part of the source that was left out or changed: *what* it is, and *why*."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A manual made from a source, before it is checked and written.

    Attributes:
        source: the file, URL, command or module that was imported.
        release: the content of the release file, with its `x-registry`.
        tools: the names of its tools.
        left_out, changed: the parts of the source that are missing, and those that differ.
        publisher, manual: names to use if the user gave none; "" for no suggestion.
        listing: a draft of `manual.yaml`.
        homepage: the publisher's, or "".
        hosts: the hosts that the tools call.
        oddities: unusual things about the source as a file.
        lines: the report for a terminal; empty for one made from `left_out` and `changed`.
        more: further keys of the JSON report, specific to the kind of import.
        is_too_large: whether the tools exceed one manual; they are then not in *release*.
        smaller: a hint on how to make it smaller.
        is_public: whether the source is public, so that a secret in it is only an example.
        remedy: what to do where no tool is left or can be, "" if that is not known.
        refused: the tools that are not in *release* since the check refuses them, and why.
        address_option: the option of the command that says where the tools are called.
    """

    source: str
    release: Mapping[str, Json]
    tools: tuple[str, ...]
    left_out: tuple[Remark, ...] = ()
    changed: tuple[Remark, ...] = ()
    publisher: str = ""
    manual: str = ""
    listing: Mapping[str, Json] = field(default_factory=dict)
    homepage: str = ""
    hosts: tuple[str, ...] = ()
    oddities: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()
    more: Mapping[str, Json] = field(default_factory=dict)
    is_too_large: bool = False
    smaller: str = "split the source into several manuals"
    is_public: bool = False
    remedy: str = ""
    refused: tuple[Remark, ...] = ()
    address_option: str = "--server"


def write_draft(draft: Draft, request: ImportRequest) -> tuple[Draft, ManualResult]:
    """Check *draft* and write it where *request* says. Existing files are never changed.

    Returns what was written, which is without the tools that the check refuses, and the result. If
    the check refuses more than some tools, nothing is written. Raises UnusableTargetError if the
    names or the version cannot be used.
    """
    if not draft.tools:
        remedy = f": {draft.remedy}" if draft.remedy else ""
        return draft, ManualResult(refusal=f"no tool is left, so nothing was written{remedy}")
    names = (request.publisher or draft.publisher, request.manual or draft.manual)
    if missing := _missing(draft, request, *names):
        return draft, ManualResult(refusal=f"nothing was written: {missing}")
    target = ReleaseTarget(request.manuals, *names, request.version, request.is_replacing)
    texts = _texts(draft, request, target)
    if draft.is_too_large or len(texts.release.encode()) > MAX_BYTES:
        return draft, _too_large(draft, target, len(texts.release.encode()))
    problems = check_files(target, texts)
    if refusal := _secret(draft, problems):
        return draft, ManualResult(target.name, (), problems, refusal)
    in_release = [each for each in problems if each.place.path.endswith(target.release.name)]
    refused = refused_tools(texts.release, in_release)
    # If it refuses all, the fault is rather in what they share.
    if 0 < len(refused) < len(draft.tools):
        draft = _without_refused(draft, refused)
        texts = _texts(draft, request, target)
    return draft, check_and_write(target, texts, lambda found: _refusal(draft, found))


def _without_refused(draft: Draft, refused: Mapping[int, str]) -> Draft:
    """Return *draft* without the *refused* tools, by number, and with the reason for each."""
    remarks = tuple(Remark(draft.tools[number], why) for number, why in refused.items())
    names = tuple(name for number, name in enumerate(draft.tools) if number not in refused)
    release = without_tools(draft.release, refused)
    text = json.dumps(release, ensure_ascii=False).lower()
    hosts = tuple(host for host in draft.hosts if host in text)
    return replace(draft, release=release, tools=names, hosts=hosts, refused=remarks)


def _texts(draft: Draft, request: ImportRequest, target: ReleaseTarget) -> Files:
    homepage = request.homepage or draft.homepage
    about = about_publisher(target.publisher, homepage, draft.hosts)
    return release_files(target, about, draft.listing, draft.release)


def _too_large(draft: Draft, target: ReleaseTarget, size: int) -> ManualResult:
    stated = "" if draft.is_too_large else f", {-(-size // 1024):,} KiB as YAML,"
    message = (
        f"a manual with {len(draft.tools):,} tools{stated} is too large: at most "
        f"{MAX_BYTES // 1024:,} KiB are read"
    )
    found = Diagnostic(Place(str(target.release)), "oversized-file", message, draft.smaller)
    return ManualResult(target.name, (), (found,), "nothing was written")


def _refusal(draft: Draft, problems: tuple[Diagnostic, ...]) -> str:
    if not has_errors(problems):
        return ""
    remedy = draft.remedy or "fix these lines in the source, and import again"
    return f"nothing was written, since the check would refuse it: {remedy}"


def _missing(draft: Draft, request: ImportRequest, publisher: str, manual: str) -> str:
    """Return what neither the source nor the user says, and how to say it; "" if all is known."""
    is_known = bool(publisher) and (request.manuals / publisher / "publisher.yaml").exists()
    is_stated = is_known or bool(request.homepage)
    own_host = next(filter(is_loopback, draft.hosts), "")
    if own_host and not is_stated:
        option = draft.address_option
        return f"the tools are called at {own_host}; name their public address with {option}"
    values = {
        "publisher": publisher,
        "manual": manual,
        "homepage": is_stated or draft.homepage,
    }
    missing = [what for what, value in values.items() if not value]
    if not missing:
        return ""
    unnamed = _joined_by_and([f"no {what}" for what in missing])
    options = _joined_by_and([f"--{what}" for what in missing])
    pronoun = "it" if len(missing) == 1 else "them"
    return f"the source names {unnamed}; name {pronoun} with {options}"


def _joined_by_and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _secret(draft: Draft, problems: tuple[Diagnostic, ...]) -> str:
    """Return why nothing is written of what holds a secret, "" where nothing does."""
    secrets = {rule.id for rule in rules.rules() if rule.finds_secrets}
    if draft.is_public or not any(each.rule in secrets for each in problems):
        return ""
    return "nothing was written: replace the secret in the source with ${NAME}"


def about_publisher(name: str, homepage: str, hosts: Iterable[str]) -> dict[str, Json]:
    """Return a draft of the `publisher.yaml` of the publisher called *name*."""
    listed: list[Json] = [*sorted(set(hosts))]
    return {
        "name": name.replace("-", " ").title(),
        "homepage": homepage,
        **({"hosts": listed} if listed else {}),
    }
