"""Turn type hints into JSON Schemas.

It runs in the interpreter of the imported module and only needs the standard library.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import json
import sys
import types
import typing
from typing import TYPE_CHECKING, Any

from registry.authoring.importers.python.docstrings import Docstring

if TYPE_CHECKING:
    from collections.abc import Collection

_TEXTS = {
    "bytes": {"contentEncoding": "base64"},
    "bytearray": {"contentEncoding": "base64"},
    "datetime": {"format": "date-time"},
    "date": {"format": "date"},
    "time": {"format": "time"},
    "timedelta": {"format": "duration"},
    "UUID": {"format": "uuid"},
    "Decimal": {},
    "Path": {},
    "PurePath": {},
    "PosixPath": {},
    "Url": {"format": "uri"},
    "AnyUrl": {"format": "uri"},
    "HttpUrl": {"format": "uri"},
    "Pattern": {"format": "regex"},
}
"""Types whose values are strings in JSON, by name."""

_SIMPLE = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
_LISTS = ("list", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "deque")
_SETS = ("set", "frozenset", "Set", "MutableSet", "AbstractSet")
_MAPPINGS = ("dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict")
_LIMITS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
    "title": "title",
}
_OPTIONAL = getattr(typing, "NotRequired", None)
_REQUIRED = getattr(typing, "Required", None)
_UNWRAPPED = ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar")
MISSING = object()


class Types:
    """Turns type hints into JSON Schemas. An unknown type allows anything, and is noted."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}
        self.notes: list[str] = []
        self._open: list[type] = []
        self._recursive: set[type] = set()

    def schema(self, hint: Any) -> dict[str, Any]:
        """Return the JSON Schema of the values that *hint* allows."""
        for find in (self._simple, self._special, self._wrapped, self._collection, self._class):
            schema = find(hint)
            if schema is not None:
                return schema
        self.notes.append(f"{hint_name(hint)} is unknown and may be anything")
        return {}

    def _simple(self, hint: Any) -> dict[str, Any] | None:
        if hint in (Any, inspect.Parameter.empty, object):
            return {}
        kind = type(None) if hint is None else hint
        return {"type": _SIMPLE[kind]} if isinstance(kind, type) and kind in _SIMPLE else None

    def _special(self, hint: Any) -> dict[str, Any] | None:
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if hasattr(hint, "__metadata__"):
            return self._annotated(hint)
        if origin is typing.Literal:
            return self._values(list(arguments))
        if origin in (typing.Union, types.UnionType):
            return self._union(arguments)
        return None

    def _wrapped(self, hint: Any) -> dict[str, Any] | None:
        """Return the schema of the type that *hint* wraps or renames; None if it does neither."""
        if getattr(typing.get_origin(hint), "_name", "") in _UNWRAPPED:
            return self.schema(typing.get_args(hint)[0])
        for name in ("__supertype__", "__value__", "__bound__"):
            if hasattr(hint, name):
                inner = getattr(hint, name)
                return {} if inner is None else self.schema(inner)
        return None

    def _collection(self, hint: Any) -> dict[str, Any] | None:
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        name = getattr(origin or hint, "__name__", "")
        inner = self.schema(arguments[0]) if arguments and name in (*_LISTS, *_SETS) else {}
        if name in _LISTS:
            return {"type": "array", **({"items": inner} if inner else {})}
        if name in _SETS:
            return {"type": "array", **({"items": inner} if inner else {}), "uniqueItems": True}
        if name == "tuple":
            return self._tuple(arguments)
        if name in _MAPPINGS:
            values = self.schema(arguments[1]) if len(arguments) > 1 else {}
            return {"type": "object", **({"additionalProperties": values} if values else {})}
        return {"type": "string", **_TEXTS[name]} if name in _TEXTS else None

    def _tuple(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        if not arguments:
            return {"type": "array"}
        if arguments[-1] is Ellipsis:
            return {"type": "array", "items": self.schema(arguments[0])}
        items = [self.schema(each) for each in arguments]
        size = len(items)
        return {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size}

    def _class(self, hint: Any) -> dict[str, Any] | None:
        if isinstance(hint, enum.EnumMeta):
            return self._values([each.value for each in list[enum.Enum](hint)])
        if not isinstance(hint, type):
            return None
        if hasattr(hint, "model_json_schema"):
            schema: dict[str, Any] = hint.model_json_schema()
            self.definitions |= schema.pop("$defs", {})
            return schema
        if typing.is_typeddict(hint):
            return self._object(hint, getattr(hint, "__required_keys__", frozenset()), {})
        if dataclasses.is_dataclass(hint):
            return self._dataclass(hint)
        return self._derived(hint)

    def _derived(self, hint: type) -> dict[str, Any] | None:
        if hasattr(hint, "_fields"):
            return self._tuple(tuple(hints_of(hint).values()))
        kinds = (kind for base, kind in _SIMPLE.items() if issubclass(hint, base))
        return next(({"type": kind} for kind in kinds), None)

    def _dataclass(self, hint: Any) -> dict[str, Any]:
        fields = dataclasses.fields(hint)
        stated = {each.name: each.default for each in fields}
        defaults = {
            name: value for name, value in stated.items() if value is not dataclasses.MISSING
        }
        made = {each.name for each in fields if each.default_factory is not dataclasses.MISSING}
        return self._object(hint, stated.keys() - defaults.keys() - made, defaults)

    def _values(self, values: list[Any]) -> dict[str, Any]:
        known = [value for value in values if value is None or type(value) in _SIMPLE]
        kinds = list(dict.fromkeys(_SIMPLE[type(value)] for value in known))
        return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": known} if known else {}

    def _union(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        schemas: list[dict[str, Any]] = []
        for each in arguments:
            schema = self.schema(each)
            if schema not in schemas:
                schemas.append(schema)
        kinds = [schema.get("type") for schema in schemas]
        if {} in schemas:
            return {}
        if len(schemas) == 1:
            return schemas[0]
        if all(schema.keys() == {"type"} for schema in schemas) and all(map(_is_text, kinds)):
            return {"type": kinds}
        if kinds[1:] == ["null"] and _is_text(kinds[0]):
            enum_of = {"enum": [*schemas[0]["enum"], None]} if "enum" in schemas[0] else {}
            return {**schemas[0], "type": [kinds[0], "null"], **enum_of}
        return {"anyOf": schemas}

    def _annotated(self, hint: Any) -> dict[str, Any]:
        schema = dict(self.schema(hint.__origin__))
        for each in hint.__metadata__:
            schema |= annotation_keywords(each, schema.get("type"))
        return schema

    def _object(
        self, hint: Any, required: Collection[str], defaults: dict[str, Any]
    ) -> dict[str, Any]:
        if hint in self._open:
            self._recursive.add(hint)
            return {"$ref": f"#/$defs/{hint.__name__}"}
        self._open.append(hint)
        docstring = Docstring(hint.__doc__ if has_own_doc(hint) else "")
        properties = {}
        hints = hints_of(hint)
        # With string annotations, __required_keys__ knows neither NotRequired nor Required.
        origins = {name: typing.get_origin(inner) or hint for name, inner in hints.items()}
        optional = {name for name, origin in origins.items() if origin is _OPTIONAL}
        stated = {name for name, origin in origins.items() if origin is _REQUIRED}
        for name, inner in hints.items():
            schema = self.schema(inner)
            if name in docstring.parameters and "description" not in schema:
                schema = add_description(schema, docstring.parameters[name])
            if name in defaults and (value := json_value(defaults[name])) not in (MISSING, None):
                schema = {**schema, "default": value}
            properties[name] = schema
        self._open.pop()
        needed = stated.union(required) - optional
        known = [name for name in properties if name in needed]
        result = add_description({"type": "object", "properties": properties}, docstring.text)
        result = {**result, **({"required": known} if known else {})}
        if hint not in self._recursive:
            return result
        self.definitions[hint.__name__] = result
        return {"$ref": f"#/$defs/{hint.__name__}"}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def annotation_keywords(annotation: Any, kind: Any) -> dict[str, Any]:
    """Return the keywords that *annotation*, from an `Annotated`, adds to a type *kind*."""
    if isinstance(annotation, str):
        return {"description": " ".join(annotation.split())}
    keywords: dict[str, Any] = {}
    for name in ("description", "documentation"):
        if isinstance(words := getattr(annotation, name, None), str):
            keywords["description"] = " ".join(words.split())
    for constraint in (annotation, *(getattr(annotation, "metadata", None) or ())):
        for name, keyword in _LIMITS.items():
            value = getattr(constraint, name, None)
            if isinstance(value, (int, float, str)) and not callable(value):
                keywords[keyword] = value
        ends = {"string": "Length", "object": "Properties"}.get(str(kind), "Items")
        for name, start in (("min_length", "min"), ("max_length", "max")):
            if isinstance(value := getattr(constraint, name, None), int):
                keywords[start + ends] = value
    return keywords


def hints_of(of: Any) -> dict[str, Any]:
    """Return the type hints of a function or class; unresolvable ones stay strings."""
    try:
        return typing.get_type_hints(of, include_extras=True)
    except Exception:  # noqa: BLE001 - evaluates what the author wrote
        module = sys.modules.get(getattr(of, "__module__", ""))
        names = getattr(of, "__globals__", None) or vars(module)
        return {
            name: _evaluated_hint(hint, names)
            for name, hint in getattr(of, "__annotations__", {}).items()
        }


def _evaluated_hint(hint: Any, names: dict[str, Any]) -> Any:
    holder = types.SimpleNamespace(__annotations__={"it": hint})
    try:
        return typing.get_type_hints(holder, names, include_extras=True)["it"]
    except Exception:  # noqa: BLE001 - the same
        return hint


def has_own_doc(hint: Any) -> bool:
    """Return whether the class *hint* has a docstring that Python did not generate."""
    words = hint.__doc__ or ""
    return not words.startswith((f"{hint.__name__}(", "dict(")) and words != dict.__doc__


def add_description(schema: dict[str, Any], words: str) -> dict[str, Any]:
    """Return *schema* with the description *words* after its type; unchanged for ""."""
    if not words:
        return schema
    kind = {key: schema[key] for key in ("type",) if key in schema}
    return {**kind, "description": words, **{key: schema[key] for key in schema if key not in kind}}


def json_value(value: Any) -> Any:
    """Return *value* as JSON-shaped data, or MISSING if JSON cannot represent it."""
    value = value.value if isinstance(value, enum.Enum) else value
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return MISSING


def hint_name(hint: Any) -> str:
    """Return *hint* as it is written in source code."""
    return getattr(hint, "__name__", None) or str(hint).removeprefix("typing.")
