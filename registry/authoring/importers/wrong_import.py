"""Name the document that was given to the wrong import, and say how it becomes a manual."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from registry.authoring.importers.sources import UnusableSourceError, read_source
from registry.catalogue.not_a_manual import other_format
from registry.protocols import matches
from registry.web import is_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_SAVED = "save it as manuals/<publisher>/<manual>/1.0.0.json (or .yaml)"
_HINTS = {
    "utcp": "`registry import utcp FILE` writes the manual",
    "mcp": "`registry import mcp FILE --server URL` writes the manual, with the server's URL or "
    "command",
    "otc": f'{_SAVED}, with `"x-registry": {{"base_url": "…"}}`, the https URL before `/tools`',
    "opentool": f'{_SAVED}, with `"x-registry": {{"call_url": "…", "auth": {{"kind": "none"}}}}`, '
    "the https URL that receives calls and the key that they need",
}
"""By protocol: how its documents become manuals; those of all others are manuals as they are."""

_AS_IT_IS = f"it is a manual as it is: {_SAVED}"


def wrong_kind(
    source: str, data: Mapping[str, Json], otherwise: str, own: str = ""
) -> UnusableSourceError:
    """Return the error for *data*, read from *source*, which an import cannot use.

    *otherwise* says what it lacks, for a document of no known kind or of the protocol *own*, which
    is that of the import.
    """
    protocols = [each.protocol for each in matches(data)]
    if own in [protocol.NAME for protocol in protocols]:
        return UnusableSourceError(f"{source} {otherwise}")
    if protocols:
        name, hint = f"a document of {protocols[0].TITLE}", _HINTS.get(protocols[0].NAME, _AS_IT_IS)
    elif other := other_format(data):
        name, hint = other.name, other.hint_for(source)
    else:
        return UnusableSourceError(f"{source} {otherwise}")
    return UnusableSourceError(f"{source} is {name}: {hint.replace('FILE', shlex.quote(source))}")


def without_kind(source: str) -> str:
    """Return what to say if the file or URL *source* was named, and no kind of import.

    A URL is not visited for that.
    """
    if is_url(source):
        return (
            f"say what {source} is: `registry import openapi {shlex.quote(source)}` for an OpenAPI "
            f"document, `registry import mcp {shlex.quote(source)}` for an MCP server; "
            "`registry import --help` lists all kinds"
        )
    try:
        data = read_source(source)
    except UnusableSourceError as error:
        return str(error)
    otherwise = "is of no kind that is known; `registry import --help` lists those that are"
    return str(wrong_kind(source, data, otherwise))
