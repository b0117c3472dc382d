"""The draft of a manual from an OpenAPI document, as every importer makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from registry.importers.draft import Draft, Remark, UnusableSourceError, read_odd
from registry.importers.openapi import manual as manuals
from registry.importers.openapi import report
from registry.importers.openapi._api import mapping, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.importers.draft import Order
    from registry.importers.openapi import Imported, Operation, Wanted

_TAGS = 12
"""Tags that are proposed for `--only`."""


def draft(
    source: str,
    wanted: Wanted,
    order: Order,
    watch: Callable[[list[Operation]], Iterable[Operation]] = iter,
) -> Draft:
    """Return what becomes of the document in the file or at the address *source*.

    *watch* passes the operations on, and may show how far they are. Raises UnusableSourceError.
    """
    if wanted.server and not wanted.server.startswith(("https://", "http://")):
        told = f"--server {wanted.server} is no full address; begin it with https://"
        raise UnusableSourceError(told)
    data, oddities = read_odd(source)
    if not ("openapi" in data or "swagger" in data) or not mapping(data.get("paths")):
        raise UnusableSourceError(
            f"{source} has no key `openapi` or `swagger`, or no `paths`: it is no OpenAPI document"
        )
    imported = manuals.convert(data, source, wanted, watch=watch)
    publisher, name = manuals.proposed_names(imported)
    about = manuals.about(imported, order.publisher or publisher)
    return Draft(
        source=source,
        release=manuals.release(imported, order.version, order.released),
        tools=tuple(each.operation.name for each in imported.made),
        left_out=tuple(_left_out(imported)),
        changed=tuple(_changed(imported)),
        publisher=publisher,
        manual=name,
        listing=manuals.listing(imported, order.manual or name),
        homepage=text(about["homepage"]),
        hosts=tuple(cast("list[str]", about["hosts"])),
        oddities=oddities,
        lines=tuple(report.lines(imported)),
        more=report.as_data(imported),
        is_too_large=imported.is_too_large,
        smaller=_smaller(imported),
        # It is written to be given away, and often shows a key that is none.
        is_public=True,
    )


def _left_out(imported: Imported) -> Iterator[Remark]:
    for outcome in imported.outcomes:
        if outcome.reason:
            yield Remark(str(outcome.operation), outcome.reason.text)
    for remark in imported.remarks:
        yield Remark("in the document", remark)


def _changed(imported: Imported) -> Iterator[Remark]:
    for outcome in imported.made:
        for note in outcome.notes:
            yield Remark(outcome.operation.name, note.text)


def _smaller(imported: Imported) -> str:
    shown = ", ".join(f"{tag} ({count})" for tag, count in imported.tags[:_TAGS])
    return f"choose with --only, such as one of the tags {shown}" if shown else "choose with --only"
