"""Convert the keywords of a schema that name inputs which have another name or place by now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, unquote

from registry.source.narrowing import array
from registry.validate.vocabulary import IN_PLACE, rebuilt, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.protocols.utcp.upgrade._rewriting import Rewriting
    from registry.source import Json, Pointer

_CHOICE = ("if", "then", "else")
"""Keywords that only mean something together."""

_IN_PLACE = (*IN_PLACE, "dependencies")
_BY_NAME = ("dependentRequired", "dependentSchemas", "dependencies", "properties")
"""Keywords whose value is a mapping by the names of properties."""

_OF_ANY = ("$ref", "patternProperties", "propertyNames")
_COUNTING = ("minProperties", "maxProperties")
"""Keywords about inputs without their names; those that count do not mind another name."""

_GROUPS = (
    _CHOICE,
    *((each,) for each in _IN_PLACE if each not in _CHOICE),
    *((each,) for each in ("dependentRequired", *_OF_ANY[1:], *_COUNTING)),
)
_TO_INPUT = "#/properties/"


def rewrite_conditions(rewriting: Rewriting) -> None:
    """Rewrite the names in conditions on several inputs, and references to inputs.

    `required` is already converted. A condition goes to the object that has all of its inputs;
    without one, it is left out, and the tool cannot be offered.
    """
    if rewriting.places:
        for group in _GROUPS:
            stated = {key: rewriting.inputs[key] for key in group if key in rewriting.inputs}
            _rewrite(rewriting, stated)
        rewriting.inputs = _referring(rewriting, rewriting.inputs)


def _rewrite(rewriting: Rewriting, stated: Mapping[str, Json]) -> None:
    """Rewrite *stated*, keywords of the inputs that belong together."""
    places = rewriting.places
    is_moved = any(len(place) != 1 for place in places.values())
    names = set(_names(stated, (*_OF_ANY, *_COUNTING) if is_moved else _OF_ANY))
    if names.isdisjoint({None, *places}):
        return
    new_places = {name: places.get(name, (name,)) for name in names if name is not None}
    for key in stated:
        del rewriting.inputs[key]
    objects = {place[:-1] for place in new_places.values()}
    if None in names or () in new_places.values() or len(objects) != 1:
        keywords = " and ".join(f"`{key}`" for key in stated)
        rewriting.obstacles.append(
            f"the {keywords} of its inputs has no equivalent for the inputs of UTCP 1.x"
        )
        return
    (path,) = objects
    target = rewriting.inputs
    pointer: Pointer = ("inputs",)
    for step in path:
        target, pointer = target["properties"][step], (*pointer, "properties", step)
    target |= _renamed(stated, {name: place[-1] for name, place in new_places.items()})
    rewriting.moved |= {(*pointer, key): ("inputs", key) for key in stated}


def _names(schema: Mapping[str, Json], general: tuple[str, ...]) -> Iterator[str | None]:
    """Yield the names of inputs in *schema*; None for a keyword of *general*."""
    for key, value in schema.items():
        if key in general:
            yield None
        elif key == "required" and isinstance(value, list):
            yield from map(str, value)
        elif key in _BY_NAME and isinstance(value, dict):
            yield from value
            for each in value.values():
                yield from map(str, array(each))
    for _, inner in subschemas(schema, _IN_PLACE):
        yield from _names(inner, general) if isinstance(inner, dict) else ()


def _renamed(schema: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, Json]:
    """Return *schema* with other *names* for the inputs that it names."""

    def inside(_: object, inner: Json) -> Json:
        return _renamed(inner, names) if isinstance(inner, dict) else inner

    def listed(value: Json) -> Json:
        entries = array(value)
        return [names.get(str(each), each) for each in entries] if entries else value

    renamed_schema = rebuilt(schema, inside, frozenset(_IN_PLACE))
    for key, value in renamed_schema.items():
        if key == "required":
            renamed_schema[key] = listed(value)
        elif key in _BY_NAME and isinstance(value, dict):
            renamed_schema[key] = {
                names.get(name, name): listed(each) for name, each in value.items()
            }
    return renamed_schema


def _referring(rewriting: Rewriting, schema: Mapping[str, Json]) -> dict[str, Any]:
    """Return *schema* with its references to inputs leading to where these are now."""

    def inside(_: object, inner: Json) -> Json:
        return _referring(rewriting, inner) if isinstance(inner, dict) else inner

    referring = cast("dict[str, Any]", rebuilt(schema, inside))
    reference = referring.get("$ref")
    if isinstance(reference, str) and reference.startswith(_TO_INPUT):
        step, slash, behind_input = reference.removeprefix(_TO_INPUT).partition("/")
        name = unquote(step).replace("~1", "/").replace("~0", "~")
        place = rewriting.places.get(name, (name,))
        if place:
            steps = (quote(each.replace("~", "~0").replace("/", "~1")) for each in place)
            referring["$ref"] = _TO_INPUT + "/properties/".join(steps) + slash + behind_input
        else:
            del referring["$ref"]
            rewriting.obstacles.append(
                f"its input schema refers to the input {name}, which UTCP 1.x only sends as a part "
                "of another"
            )
    return referring
