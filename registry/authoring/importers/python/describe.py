"""Describe the functions of a module, in the interpreter that has the module's dependencies.

Importing the module runs its code. This file only needs the standard library.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import json
import sys
import types
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.authoring.importers.python.docstrings import Docstring, on_one_line
from registry.authoring.importers.python.hints import (
    MISSING,
    Types,
    add_description,
    hint_name,
    hints_of,
    json_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def tool_of(name: str, function: Any) -> dict[str, Any]:
    """Return the description of *function* as a tool, without calling it."""
    decorated = decoration(function)
    kinds = Types()
    docstring = Docstring(function.__doc__)
    hints = hints_of(function)
    inputs = inputs_of(function, hints, docstring, kinds)
    definitions, kinds.definitions = kinds.definitions, {}
    if "inputs" in decorated:
        kinds.notes.clear()  # what they say is of no use
    outputs = kinds.schema(hints.get("return", Any))
    return {
        "name": name,
        "description": docstring.text,
        "inputs": inputs | ({"$defs": definitions} if definitions else {}),
        "outputs": add_description(outputs, docstring.returns)
        | ({"$defs": kinds.definitions} if kinds.definitions else {}),
        "notes": list(dict.fromkeys(kinds.notes)),
        **decorated,
    }


def inputs_of(
    function: Any, hints: dict[str, Any], docstring: Docstring, kinds: Types
) -> dict[str, Any]:
    """Return the schema of all parameters of *function* that can be inputs.

    What cannot is noted in *kinds*, which collects the definitions, too.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            kinds.notes.append(f"{parameter} takes any number of values and cannot be an input")
            continue
        schema, is_required = input_of(parameter, hints, kinds)
        if schema is None:
            continue
        if "description" not in schema and docstring.parameters.get(parameter.name):
            schema = add_description(schema, docstring.parameters[parameter.name])
        name = sent_name(parameter, hints)
        properties[name] = schema
        if is_required:
            required.append(name)
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **needed}


def input_of(
    parameter: inspect.Parameter, hints: dict[str, Any], kinds: Types
) -> tuple[dict[str, Any] | None, bool]:
    """Return the schema of a parameter, None if it cannot be an input, and if it is required."""
    default = parameter.default
    hint = hints.get(parameter.name, parameter.annotation)
    if frameworks := sorted(_framework_names(hint, default)):
        # A framework fills it in from elsewhere, and not the caller.
        kinds.notes.append(f"{parameter.name} comes from {frameworks[0]} and cannot be an input")
        return None, False
    if callable(getattr(default, "is_required", None)) and hasattr(default, "get_default"):
        # The `Field` of Pydantic, of which `Query` and `Body` are kinds, and what it says.
        of_field = default
        default = None if of_field.default_factory else of_field.get_default()
        hint = typing.Annotated[without_none(hint) if default is None else hint, of_field]
        if of_field.is_required():
            return kinds.schema(hint), True
    if default is parameter.empty:
        return kinds.schema(hint), True
    value = json_value(default)
    if value is MISSING:
        kinds.notes.append(
            f"{parameter.name} has a default that is not JSON and cannot be an input"
        )
        return None, False
    if value is None:
        return kinds.schema(without_none(hint)), False
    return {**kinds.schema(hint), "default": value}, False


def sent_name(parameter: inspect.Parameter, hints: dict[str, Any]) -> str:
    """Return the name that a caller gives *parameter*, which a `Field` may change."""
    said = (parameter.default, *getattr(hints.get(parameter.name), "__metadata__", ()))
    names = (getattr(each, "alias", None) for each in said)
    return next((name for name in names if name and isinstance(name, str)), parameter.name)


_FILLED_IN = frozenset({"Depends", "Security", "Header", "Cookie", "Form", "File"})
"""What FastAPI gets from elsewhere than the path, the query and a JSON body, by name."""

_FRAMEWORKS = frozenset({"fastapi", "starlette", "mcp", "fastmcp"})
"""Packages whose own objects, such as the request, a function gets from them."""


def _framework_names(hint: Any, default: Any) -> Iterator[str]:
    """Yield what says that a framework fills in the parameter with *hint* and *default*."""
    for each in (default, *getattr(hint, "__metadata__", ())):
        if type(each).__name__ in _FILLED_IN:
            yield type(each).__name__
    kind = getattr(hint, "__origin__", hint)
    if getattr(kind, "__module__", "").partition(".")[0] in _FRAMEWORKS:
        yield hint_name(kind)


def without_none(hint: Any) -> Any:
    """Return *hint* without None: an input that may be left out need not be null."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint
    rest = tuple(each for each in typing.get_args(hint) if each is not type(None))
    return typing.Union[rest] if rest else hint  # noqa: UP007 - made of parts


_TAGS_OF_ALL = ["utcp"]
"""What the decorator makes the tags where none are given."""


def decoration(function: Any) -> dict[str, Any]:
    """Return the arguments of UTCP's decorator on *function*, and its call template.

    The decorator makes up what is not given, from types and the docstring: that is left out, since
    it says less than what is read here.
    """
    tell = getattr(function, "tool_definition", None)
    if not callable(tell):
        return {}
    definition = tell()
    dump = getattr(definition, "model_dump", None)
    stated = dump(mode="json", exclude_none=True, by_alias=True) if callable(dump) else {}
    name = stated.get("name")
    made_up = {
        "description": function.__doc__ or "",
        "tags": _TAGS_OF_ALL,
        "inputs": f"{name} Input",
        "outputs": f"{name} Output",
    }
    chosen = {key: stated[key] for key in ("name", "tool_call_template") if stated.get(key)}
    for key, value in made_up.items():
        given = stated.get(key)
        # Schemas that are made up have a title, and only they have this one.
        title = given.get("title") if isinstance(given, dict) else given
        if given and title != value:
            chosen[key] = given
    return chosen


def load_module(module: str) -> Any:
    """Return *module*, a dotted name or the path of a file, imported. Raises ImportError."""
    sys.path[0] = str(Path.cwd())
    if not module.endswith(".py"):
        if "/" in module or "\\" in module:
            raise ImportError(f"{module} is neither a dotted name nor a file that ends in .py")
        return importlib.import_module(module)
    path = Path(module).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{module} is not a Python file")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = loaded
    spec.loader.exec_module(loaded)
    return loaded


_WRAPPED = ("func", "coroutine", "fn")
"""Where tools of LangChain, CrewAI, LlamaIndex and FastMCP keep the function they were made of."""


def undecorated(value: Any) -> Any:
    """Return the function of which a decorator made the tool *value*; any other value as it is."""
    if isinstance(value, (type, functools.partial)) or inspect.isroutine(value):
        return value
    kept = (vars(value).get(key) for key in _WRAPPED) if hasattr(value, "__dict__") else ()
    return next(filter(inspect.isfunction, kept), value)


def public(module: Any) -> list[str]:
    """Return the names in `__all__`, or else those of the public functions that it defines."""
    offered = getattr(module, "__all__", None)
    if offered is not None:
        return list(offered)
    return [
        name
        for name, value in ((name, undecorated(each)) for name, each in vars(module).items())
        if inspect.isroutine(value)
        and not name.startswith("_")
        and getattr(value, "__module__", "") == module.__name__
    ]


def described_functions(module_name: str, names: list[str]) -> dict[str, Any]:
    """Return the descriptions of functions of a module, and why others are left out."""
    module = load_module(module_name)
    tools, left_out = [], []
    for name in names or public(module):
        function = undecorated(getattr(module, name, None))
        if function is None or not callable(function) or isinstance(function, type):
            why = "the module has no such name" if function is None else "it is not a function"
            left_out.append({"what": name, "why": why})
            continue
        try:
            tools.append(tool_of(name, function))
        except Exception as error:  # noqa: BLE001 - of types that the author wrote
            why = f"it cannot be inspected: {on_one_line([str(error)])}"
            left_out.append({"what": name, "why": why})
    return {"title": Docstring(module.__doc__).text, "tools": tools, "left_out": left_out}


def write_description() -> None:
    """Write descriptions as JSON; the arguments are the module, the file to write, and names."""
    module, result, *names = sys.argv[1:]
    try:
        described = described_functions(module, names)
    except BaseException as error:  # noqa: BLE001 - the module may raise anything, even on import
        is_missing = isinstance(error, ModuleNotFoundError)
        described = {"error": f"{type(error).__name__}: {error}", "is_missing": is_missing}
    Path(result).write_text(json.dumps(described), encoding="utf-8")
