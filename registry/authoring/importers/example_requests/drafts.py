"""The draft of a manual from examples of requests."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from registry.authoring.importers.draft import Draft, Remark
from registry.authoring.importers.example_requests._calls import (
    Call,
    UnusableRequestError,
    call_of,
)
from registry.authoring.importers.example_requests._document import document_of, same_calls
from registry.authoring.importers.example_requests._example_bodies import MULTIPART, typed
from registry.authoring.importers.openapi import drafts
from registry.authoring.importers.openapi.groups import groups
from registry.authoring.importers.sources import UnusableSourceError, check_url
from registry.report import counted
from registry.source.narrowing import array, mapping, string
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.authoring.importers.draft import ImportRequest
    from registry.authoring.importers.example_requests._requests import ExampleRequest, Examples
    from registry.authoring.importers.openapi import Choose, Group, Wanted, Watch
    from registry.source import Json

_WORD = re.compile(r"[a-z]{1,20}|v\d{1,2}")
"""A step of a path that is a word of the API, and no secret."""

_WITHOUT_FILE = (
    "its form has no file; if the API takes it urlencoded, too, write it so (for curl, `-d` in "
    "place of `-F`)"
)
_TYPES = (
    "types, and what may be left out, are taken from examples: compare them with the documentation"
)


def examples_draft(  # noqa: PLR0913, PLR0917 - those of `openapi_draft`
    source: str,
    examples: Examples,
    wanted: Wanted,
    request: ImportRequest,
    watch: Watch,
    choose: Choose | None,
) -> Draft:
    """Return the draft of a manual from the *examples* that were read from *source*.

    The rest is as in `openapi_draft`. Raises UnusableSourceError.
    """
    document, left_out, changed = _document(source, examples, wanted)
    server = _with_version(wanted.server, document)
    wanted = replace(wanted, keeps_examples=True, server=server)
    drafted = drafts.document_draft(document, source, wanted, request, watch, choose, kind="text")
    lines = [
        *(f"left out  {each.what}: {each.why}" for each in left_out),
        *(f"changed  {each.what}: {each.why}" for each in changed),
    ]
    return replace(
        drafted,
        left_out=(*left_out, *drafted.left_out),
        changed=(*changed, *drafted.changed),
        lines=(*lines, *drafted.lines),
    )


def examples_groups(
    source: str, examples: Examples, wanted: Wanted, watch: Watch
) -> tuple[Group, ...]:
    """Return what *examples* offer, by folder, as `openapi_groups`."""
    document, _, _ = _document(source, examples, wanted)
    return groups(document, "", wanted, watch=watch)


def _document(
    source: str, examples: Examples, wanted: Wanted
) -> tuple[dict[str, Json], list[Remark], list[Remark]]:
    """Return the document, and what was left out and changed before."""
    check_url("--server", wanted.server)
    left_out = [*examples.left_out]
    calls = [*_calls(examples.requests, left_out)]
    if not calls:
        reasons = "; ".join(f"{each.what}: {each.why}" for each in left_out[:3])
        raise UnusableSourceError(
            f"{source} has no request that can be a tool{f': {reasons}' if reasons else ''}"
        )
    if wanted.server:
        calls = _with_known_hosts(calls)
    calls = _of_one_owner(calls, left_out)
    changed = [Remark("all tools", _TYPES), *examples.changed, *_changes(calls)]
    return document_of(examples, calls), left_out, changed


def _with_version(server: str, document: dict[str, Json]) -> str:
    """Return *server*, with the version of all paths of *document* if it is only a host."""
    if not server or urlsplit(server).path.strip("/"):
        return server
    stated = string(mapping(array(document["servers"])[0]).get("url"))
    return server.rstrip("/") + urlsplit(stated).path


def _calls(requests: Iterable[ExampleRequest], left_out: list[Remark]) -> Iterator[Call]:
    for request in requests:
        try:
            yield call_of(request)
        except UnusableRequestError as error:
            left_out.append(Remark(_shown_request(request), str(error)))


def _shown_request(request: ExampleRequest) -> str:
    """Return what a report calls a request of which anything may be secret: its words are not."""
    if not request.method.isalpha():
        return "a request"
    path = urlsplit(request.url.partition("?")[0]).path if "://" in request.url else ""
    steps = (each if not each or _WORD.fullmatch(each) else "…" for each in path.split("/"))
    return f"{request.method} {host_of(request.url)}{'/'.join(steps)}".strip()


def _with_known_hosts(calls: list[Call]) -> list[Call]:
    """Return *calls*, those whose host is a variable without a value with the host of most others.

    All go to the same server in the end, so they are calls of the same publisher.
    """
    servers = Counter(call.server for call in calls if "{" not in call.server)
    if not servers:
        return calls
    server = servers.most_common(1)[0][0]
    return [replace(call, server=server) if "{" in call.server else call for call in calls]


def _of_one_owner(calls: list[Call], left_out: list[Remark]) -> list[Call]:
    """Return the calls of the most frequent owner; one manual is about one publisher."""
    owner = Counter(call.owner for call in calls).most_common(1)[0][0]
    others = Counter(call.server for call in calls if call.owner != owner)
    for server, count in others.items():
        act = (
            "give the variable a value, or name the host with --server"
            if "{" in server
            else "put what another publisher answers into its own source"
        )
        why = f"{counted(count, 'request')}; {act}"
        left_out.append(Remark(host_of(server) or server.partition("://")[2], why))
    return [call for call in calls if call.owner == owner]


def _changes(calls: Sequence[Call]) -> Iterator[Remark]:
    for same in same_calls(calls):
        call = same[0]
        subject = f"{call.request.method} {call.path}"
        if len(same) > 1:
            yield Remark(subject, f"{len(same)} requests became one tool, with the inputs of all")
        if call.values:
            values = ", ".join(map(repr, call.values))
            are, its, it = ("are", "their", "them") if len(call.values) > 1 else ("is", "its", "it")
            act = f"write {{id}} in {its} place if callers choose {it}"
            why = f"{values} {are} part of every call; {act}"
            yield Remark(subject, why)
        body = call.request.body
        if body and typed(body).media_type == MULTIPART and not any(f.is_file for f in body.fields):
            yield Remark(subject, _WITHOUT_FILE)
