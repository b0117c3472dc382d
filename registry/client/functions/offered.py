"""Tools of a registry as what a program passes to a model, and back from a name to the tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.client.call.argument_checks import without_nulls
from registry.client.call.errors import NO_OBJECT, InvalidArgumentsError
from registry.client.errors import blaming
from registry.client.functions import FLAVOURS
from registry.client.functions.envelopes import utcp_arguments
from registry.client.functions.input_names import renamed
from registry.client.functions.losses import Losses
from registry.model.naming import aggregate_name
from registry.model.read_definition import tool_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client._records import Tool
    from registry.source import Json


@dataclass(frozen=True, slots=True)
class Functions:
    """Tools as function definitions.

    Attributes:
        request: what is passed to the model, as its interface wants it.
        ids: the id of each tool, by the name that the model calls it by.
        lost: by name, sentences on what a definition could not carry.
        tools: the tools themselves, by name.
        own_names: by name, the tool's own name of each input that has another one here.
    """

    request: Any
    ids: Mapping[str, str]
    lost: Mapping[str, tuple[str, ...]]
    tools: Mapping[str, Any] = field(default_factory=dict, repr=False)
    own_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def arguments(self, name: str, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return what a model has *given* the function *name* as `Catalogue.call` takes it.

        It differs where the interface refuses the tool's own name of an input. What is no object,
        such as the `null` of some models, stays as it is: `Catalogue.call` says what is wrong.
        """
        if not isinstance(given, Mapping):
            return given
        return renamed(given, self.own_names.get(name, {}))

    def for_utcp(
        self, name: str, arguments: Mapping[str, Json], call_id: str = "1"
    ) -> dict[str, Json]:
        """Return *arguments* of the function *name* as a UTCP client takes them for that tool.

        They differ where a protocol has an envelope, in which *call_id* stands for this call, and
        where an optional input is null: the released client fails with it.
        `Catalogue.call` takes what `arguments` returns. Raises KeyError for a name that is not
        among these, InvalidArgumentsError for what is no object, and DamagedFileError.
        """
        tool, own_arguments = self.tools[name], self.arguments(name, arguments)
        if not isinstance(own_arguments, Mapping):
            raise InvalidArgumentsError(tool.id, [NO_OBJECT])
        with blaming(f"tools/{tool.id}.json"):
            return utcp_arguments(tool, without_nulls(tool.inputs, own_arguments), call_id)


def functions_of(tools: Iterable[Tool], flavour: str, *, is_deferred: bool = False) -> Functions:
    """Return *tools* for the interface *flavour*; deferred ones are found by the model's search.

    Raises ValueError for a flavour that does not exist, or that cannot defer, and DamagedFileError.
    """
    if flavour not in FLAVOURS:
        raise ValueError(f"there is no flavour {flavour!r}; there are: {', '.join(FLAVOURS)}")
    if is_deferred and flavour not in _CAN_DEFER:
        raise ValueError(f"{flavour} cannot load tools later; {', '.join(_CAN_DEFER)} can")
    definitions: list[Json] = []
    ids: dict[str, str] = {}
    lost: dict[str, tuple[str, ...]] = {}
    by_name: dict[str, Any] = {}
    own_names: dict[str, Mapping[str, str]] = {}
    make = FLAVOURS[flavour]
    for each in tools:
        losses = Losses()
        with blaming(f"tools/{each.id}.json"):
            tool = tool_of(each.id, each.definition)
            name = aggregate_name(tool)
            definition, names = make.definition(tool, name, losses), make.own_names(tool)
        definitions.append(_deferred(definition) if is_deferred else definition)
        ids[name], by_name[name] = tool.id, tool
        if losses.found:
            lost[name] = tuple(losses.found)
        if names:
            own_names[name] = names
    return Functions(make.request(definitions), ids, lost, by_name, own_names)


def _deferred(definition: Mapping[str, Json]) -> dict[str, Json]:
    """Return *definition* as one that the model's search finds: Claude's takes no examples."""
    kept = {key: value for key, value in definition.items() if key != "input_examples"}
    return {**kept, "defer_loading": True}


_CAN_DEFER = ("anthropic", "openai-responses")
