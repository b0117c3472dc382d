"""The names of properties that apply to the same value, with those that one side does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.source.narrowing import array, mapping, string
from registry.validate.vocabulary import COMPOSITIONS

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

_HIDDEN_BY = {"inputs": "readOnly", "outputs": "writeOnly"}
_MAX_NAME = 128
_MAX_LEVELS = 60


class Names(NamedTuple):
    """The names that one side does not have, and all others that are described."""

    hidden: frozenset[str] = frozenset()
    described: frozenset[str] = frozenset()


NOTHING = Names()


class PropertyNames:
    """Finds the names in the schemas of *api* for one *side* of a tool: "inputs" or "outputs"."""

    def __init__(self, api: Api, side: str) -> None:
        self._api = api
        self._hidden = _HIDDEN_BY[side]
        self._found: dict[str, Names] = {}

    def of(self, source: Json) -> Names:
        """Return the names in *source*, its compositions and what these refer to.

        A name that is hidden in one place and described in another is described.
        """
        found = self._of(source, 0)
        return Names(found.hidden - found.described, found.described)

    def is_hidden(self, schema: Json) -> bool:
        """Return whether a property with *schema* is not part of this side.

        Only what is stated at the property itself counts. A read-only schema elsewhere, such as
        that of an id, is often used for properties that are written, too.
        """
        own = mapping(schema).get(self._hidden)
        members = array(mapping(schema).get("allOf"))
        return own is True or any(mapping(each).get(self._hidden) is True for each in members)

    def _of(self, source: Json, level: int) -> Names:
        data = mapping(source)
        if level > _MAX_LEVELS:
            return NOTHING
        own = mapping(data.get("properties"))
        hidden = {name for name, inner in own.items() if self.is_hidden(inner)}
        names = [Names(frozenset(hidden), frozenset(filter(is_name, own.keys() - hidden)))]
        if reference := string(data.get("$ref")):
            names.append(self._at(reference, level))
        for keyword in COMPOSITIONS:
            names += [self._of(each, level + 1) for each in array(data.get(keyword))]
        return Names(
            frozenset().union(*(each.hidden for each in names)),
            frozenset().union(*(each.described for each in names)),
        )

    def _at(self, reference: str, level: int) -> Names:
        if reference not in self._found:
            self._found[reference] = NOTHING
            try:
                target = self._api.at(self._api.pointer(reference))
            except BrokenReferenceError:
                return NOTHING
            self._found[reference] = self._of(target, level + 1)
        return self._found[reference]


def is_name(name: str) -> bool:
    """Return whether *name* is a valid name of a property."""
    return 0 < len(name) <= _MAX_NAME and name.isprintable()
