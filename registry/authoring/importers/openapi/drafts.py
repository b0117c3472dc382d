"""The draft of a manual from an OpenAPI document."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from registry.authoring.importers.draft import Draft, Remark
from registry.authoring.importers.openapi import manual as manuals
from registry.authoring.importers.openapi import report
from registry.authoring.importers.openapi._api import Api
from registry.authoring.importers.openapi._operations import operations
from registry.authoring.importers.openapi._security_schemes import security_schemes
from registry.authoring.importers.openapi._servers import SERVER_KINDS, likely_server
from registry.authoring.importers.openapi.groups import groups
from registry.authoring.importers.openapi.selection import group_of
from registry.authoring.importers.sources import (
    UnusableSourceError,
    check_url,
    read_source_with_oddities,
)
from registry.authoring.importers.wrong_import import wrong_kind
from registry.source.narrowing import array, mapping, string
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.draft import ImportRequest
    from registry.authoring.importers.openapi import (
        Choose,
        Group,
        Imported,
        OperationResult,
        Wanted,
        Watch,
    )
    from registry.diagnostics import Diagnostic
    from registry.source import Json

_GROUPS = 8
"""The maximum number of groups that are suggested for `--only`."""

_NAMES = {"openapi": "OpenAPI 3", "swagger": "Swagger 2"}
_MAJOR = {"openapi": "3", "swagger": "2"}
_STATED = {"openapi": "openapi: 3.0.3", "swagger": 'swagger: "2.0"'}
_ONLY_IN = {
    "openapi": {"servers", "components"},
    "swagger": {"host", "basePath", "securityDefinitions"},
}
"""By the key that states the version: its name, its number, its line, and keys of no other.

Definitions can be referred to from any document.
"""

_SHOWN = 60
"""The maximum number of characters that are shown of what a document states."""

_MANY = 40
"""The number of operations from which a choice is offered."""


def openapi_draft(
    source: str,
    wanted: Wanted,
    request: ImportRequest,
    watch: Watch = iter,
    choose: Choose | None = None,
) -> Draft:
    """Return the draft of a manual from the document in the file or at the URL *source*.

    *choose* is only asked about a large document. Raises UnusableSourceError.
    """
    data, oddities = _document(source, wanted)
    drafted = document_draft(data, source, wanted, request, watch, choose)
    # It is meant to be public, and often shows an example of a key.
    return replace(drafted, oddities=oddities, is_public=True)


def document_draft(  # noqa: PLR0913, PLR0917 - those of `openapi_draft`, and what it read
    data: dict[str, Json],
    source: str,
    wanted: Wanted,
    request: ImportRequest,
    watch: Watch,
    choose: Choose | None,
    kind: str = "openapi",
) -> Draft:
    """Return the draft of a manual from the OpenAPI document *data*; the rest as `openapi_draft`.

    If *kind* is another one, that of sources of a release, *source* is not where the document is,
    but what it was made from. Raises UnusableSourceError.
    """
    location = source if kind == "openapi" else ""
    _check_auth(data, source, wanted)
    if choose and len(list(operations(Api(data, location)))) > _MANY:
        wanted = replace(wanted, only=choose(groups(data, location, wanted, watch=watch)))
    owner = request.publisher or manuals.owner_of(data, location, wanted)
    wanted = replace(wanted, owner=owner)
    imported = manuals.convert_document(data, location, wanted, watch=watch)
    publisher, name = manuals.proposed_names(imported)
    release = manuals.release_draft(imported, request.version, request.released, source, kind)
    if wanted.start:
        mapping(release["x-registry"])["self_hosted"] = {"start": wanted.start}
    return Draft(
        source=source,
        release=release,
        tools=tuple(each.operation.name for each in imported.made),
        left_out=tuple(_left_out(imported)),
        changed=tuple(_change_remarks(imported)),
        publisher=publisher,
        manual=name,
        listing=manuals.listing_draft(imported, request.manual or name),
        homepage=manuals.homepage_of(imported),
        hosts=manuals.listed_hosts(imported),
        lines=tuple(report.report_lines(imported)),
        more=report.report_data(imported),
        is_too_large=imported.is_too_large,
        smaller=_smaller(imported),
        remedy=_remedy(imported, wanted),
    )


def openapi_groups(source: str, wanted: Wanted, watch: Watch) -> tuple[Group, ...]:
    """Return what the document in the file or at the URL *source* offers, by tag.

    Raises UnusableSourceError.
    """
    data, _ = _document(source, wanted)
    _check_auth(data, source, wanted)
    return groups(data, source, wanted, watch=watch)


def _document(source: str, wanted: Wanted) -> tuple[dict[str, Json], tuple[Diagnostic, ...]]:
    check_url("--server", wanted.server)
    data, oddities = read_source_with_oddities(source)
    if "openapi" not in data and "swagger" not in data:
        lacks = "has no key `openapi` or `swagger`: it is not an OpenAPI document"
        raise wrong_kind(source, data, lacks)
    _check_version(source, data)
    if reference := string(mapping(data.get("paths")).get("$ref")):
        raise UnusableSourceError(
            f"{source} has its `paths` in another document, {reference[:_SHOWN]!r}: bundle both "
            "into one file first"
        )
    if isinstance(data.get("paths"), list):
        raise UnusableSourceError(
            f"{source} has a list as `paths`; write each path, such as /tides, with a colon, and "
            "its methods below it"
        )
    if not mapping(data.get("paths")):
        act = (
            "what it describes are webhooks, which the API itself sends"
            if mapping(data.get("webhooks"))
            else "name the document that has them"
        )
        raise UnusableSourceError(f"{source} has no `paths`, so it describes no operations; {act}")
    return data, oddities


def _check_version(source: str, data: dict[str, Json]) -> None:
    """Raise UnusableSourceError if the document states another version than it is written in.

    The keys of one version mean nothing in another, so parameters and bodies would be lost.
    """
    key, other = ("openapi", "swagger") if "openapi" in data else ("swagger", "openapi")
    stated = f"{key}: {data[key]}"[:_SHOWN]
    major = str(data[key]).strip().lstrip("vV").partition(".")[0]
    foreign = sorted(_ONLY_IN[other] & data.keys())
    if major == _MAJOR[other]:
        why = f"states `{stated}`: if it is {_NAMES[other]}, write `{_STATED[other]}`"
    elif major != _MAJOR[key]:
        why = (
            f"states `{stated}`, which is unknown: write `{_STATED['openapi']}` if it is "
            f"{_NAMES['openapi']}, or `{_STATED['swagger']}` if it is {_NAMES['swagger']}"
        )
    elif foreign and not _ONLY_IN[key] & data.keys():
        why = (
            f"states `{stated}`, but `{foreign[0]}` is a key of {_NAMES[other]}: if it is written "
            f"in that, write `{_STATED[other]}`; otherwise remove the key"
        )
    else:
        return
    raise UnusableSourceError(f"{source} {why}")


def _check_auth(data: dict[str, Json], source: str, wanted: Wanted) -> None:
    """Raise UnusableSourceError if the scheme that the user chose is not in the document."""
    known = security_schemes(Api(data, source))
    if wanted.auth and wanted.auth not in known:
        names = ", ".join(map(repr, known)) or "none"
        raise UnusableSourceError(
            f"{source} has no security scheme {wanted.auth!r}; it has: {names}"
        )


def _left_out(imported: Imported) -> Iterator[Remark]:
    for outcome in imported.outcomes:
        if outcome.reason:
            yield Remark(str(outcome.operation), outcome.reason.text)
    for remark in imported.remarks:
        yield Remark("in the document", remark)


def _change_remarks(imported: Imported) -> Iterator[Remark]:
    for outcome in imported.made:
        for note in outcome.notes:
            yield Remark(outcome.operation.name, note.text)


def _smaller(imported: Imported) -> str:
    counted = Counter(group_of(outcome.operation) for outcome in imported.made)
    shown = ", ".join(f"{name} ({count})" for name, count in counted.most_common(_GROUPS))
    return f"choose with --only, such as {shown}; --list shows all there is"


def _remedy(imported: Imported, wanted: Wanted) -> str:
    """Return what to do if no operation is where clients may call it, otherwise ""."""
    if is_loopback(host_of(wanted.server)) and not wanted.start:
        return "if people run the API themselves, name the command that starts it: --self-hosted"
    if not imported.made and (act := _act_on_document(imported)):
        return act
    reasons = (outcome for outcome in imported.outcomes if _lacks_server(outcome))
    first = next(reasons, None)
    if first is None or not all(map(_lacks_server, imported.made)):
        return ""
    if wanted.start:
        return "name its URL on the machines of those who run it: --server http://localhost:PORT"
    likely = likely_server(Api(imported.data), first.operation)
    such = f", such as {likely}" if likely else ""
    return f"name the public URL of the API with --server{such}{_local(first)}"


def _act_on_document(imported: Imported) -> str:
    """Return what to change in the document, of which no operation became a tool; "" if nothing."""
    items = [mapping(each) for each in mapping(imported.data.get("paths")).values()]
    parts = [*items, *(mapping(operation) for item in items for operation in item.values())]
    inner = (
        each for part in parts for each in (part.get("requestBody"), *array(part.get("parameters")))
    )
    references = [string(mapping(each).get("$ref")) for each in (*parts, *inner)]
    if any(each and not each.startswith("#") for each in references):
        return "bundle the document and those that it refers to into one file first"
    if not imported.outcomes:
        return "no path has an operation, such as `get`; name the document that has them"
    if all(map(_lacks_scheme, imported.outcomes)):
        return (
            "describe the credentials that are missing below `components.securitySchemes` of the "
            "document, below `securityDefinitions` in Swagger 2.0, or remove `security`"
        )
    return ""


def _local(outcome: OperationResult) -> str:
    """Return what else to do if the API of *outcome* may be one that people run themselves."""
    kind = outcome.reason.kind if outcome.reason else ""
    is_local = kind in ("loopback-server", "plain-http-server")
    return "; if people run it themselves, also say --self-hosted" if is_local else ""


def _lacks_scheme(outcome: OperationResult) -> bool:
    reason = outcome.reason
    return reason is not None and reason.text.endswith("is not described")


def _lacks_server(outcome: OperationResult) -> bool:
    notes = outcome.notes if outcome.reason is None else (outcome.reason,)
    return any(note.kind in (*SERVER_KINDS, "private-server") for note in notes)
