"""The function definitions of a tool, made once for its file and for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.client.functions import FLAVOURS
from registry.client.functions.losses import Losses
from registry.model.derived import derived
from registry.utcp_export import aggregate_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool
    from registry.source import Json


class Definition(NamedTuple):
    """A tool as one interface wants it.

    *lost* are sentences on what that could not carry over, and *own_names* the tool's own name of
    each input that has another one there.
    """

    value: dict[str, Json]
    lost: tuple[str, ...]
    own_names: Mapping[str, str]


@derived
def definitions(tool: Tool) -> Mapping[str, Definition]:
    """Return the definition of *tool* for each flavour, under the name it has in `/utcp`."""
    return {flavour: _definition(tool, flavour) for flavour in FLAVOURS}


def _definition(tool: Tool, flavour: str) -> Definition:
    losses, make = Losses(), FLAVOURS[flavour]
    value = make.definition(tool, aggregate_name(tool), losses)
    return Definition(value, tuple(losses.found), make.own_names(tool))
