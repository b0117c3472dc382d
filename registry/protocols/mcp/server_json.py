"""`server.json`, by which MCP registries describe a server, and `x-registry.server`, both ways.

Follows the schema of 2025-12-11: packages of npm, PyPI and OCI that are started here and spoken to
over stdio, and remotes with streamable HTTP. What is in braces in a value of `server.json` is
`${NAME}` in ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.model import VARIABLE
from registry.model.naming import as_variable
from registry.source.narrowing import array, mapping, mappings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.source import Json

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
"""The schema that describes what `entry` returns."""

NAME = re.compile(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+")
"""The name of a server: reverse DNS, a slash, and the name there."""

_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTHORIZATION", re.IGNORECASE)
_BRACES = re.compile(r"(?<!\$)\{([A-Za-z][A-Za-z0-9_]*)\}")
_NPM = re.compile(r"(?P<name>(?:@[^/@\s]+/)?[^@/\s]+)@(?P<version>[0-9][^\s]*)")
_PYPI = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:@|==)(?P<version>[0-9][^\s]*)")
_OF_A_VALUE = frozenset({"value", "default", "variables", "format", "isRequired", "isSecret"})
"""What an argument has that is given with a value, or not at all."""

_OLD_KEYS = ("registry_type", "registry_name")
"""What says the registry of a package in the schemas that named everything with underscores."""

_YES = ("-y", "--yes")
_RUNTIMES = {"npm": "npx", "pypi": "uvx", "oci": "docker"}


class UnusableEntryError(Exception):
    """A `server.json` names no server that can be described here; the message says why."""


class Started(NamedTuple):
    """A package of a registry that is started: at a version, with arguments."""

    registry: str
    identifier: str
    version: str
    arguments: Sequence[str]


def entry(server: Mapping[str, Json], explained: Mapping[str, str]) -> dict[str, Json]:
    """Return `packages` or `remotes` for *server*, an `x-registry.server`; {} where neither fits.

    *explained* are the descriptions of variables. A program that comes from no package at a
    pinned version has no such description.
    """
    if server["transport"] != "stdio":
        remote: dict[str, Json] = {"type": "streamable-http", "url": _braced(server["url"])}
        headers = _pairs(server.get("headers"), explained)
        return {"remotes": [{**remote, **({"headers": headers} if headers else {})}]}
    started = _started(str(server["command"]), [str(each) for each in array(server.get("args"))])
    if started is None:
        return {}
    package: dict[str, Json] = {
        "registryType": started.registry,
        "identifier": started.identifier,
        "version": started.version,
        "runtimeHint": _RUNTIMES[started.registry],
        "transport": {"type": "stdio"},
    }
    if arguments := [_argument(each, explained) for each in started.arguments]:
        package["packageArguments"] = [*arguments]
    if variables := _pairs(server.get("env"), explained):
        package["environmentVariables"] = variables
    return {"packages": [package]}


def _started(command: str, words: list[str]) -> Started | None:
    if command == "npx":
        behind = words[1:] if words[:1] in ([each] for each in _YES) else words
        package = _NPM.fullmatch(behind[0]) if behind else None
        return Started("npm", package["name"], package["version"], behind[1:]) if package else None
    if command == "uvx":
        if words[:1] == ["--from"]:
            words = _without_command(words[1:])
        package = _PYPI.fullmatch(words[0]) if words else None
        return Started("pypi", package["name"], package["version"], words[1:]) if package else None
    return None


def _without_command(words: list[str]) -> list[str]:
    """Return *words*, a package, its command and arguments, without a command of the same name.

    Otherwise none: a description has no place for the command.
    """
    package, *rest = words or [""]
    found = _PYPI.fullmatch(package)
    return [package, *rest[1:]] if found and rest[:1] == [found["name"]] else []


def _argument(word: str, explained: Mapping[str, str]) -> Json:
    """Return *word* as it is on the command line, whatever it is there."""
    return {"type": "positional", **_input(word, explained)}


def _pairs(values: Json, explained: Mapping[str, str]) -> list[Json]:
    """Return *values*, headers or an environment, as inputs with names."""
    return [_pair(name, str(value), explained) for name, value in mapping(values).items()]


def _pair(name: str, value: str, explained: Mapping[str, str]) -> Json:
    if value == f"${{{name}}}":
        return {"name": name, **_question(name, explained)}
    return {"name": name, **_input(value, explained)}


def _input(value: str, explained: Mapping[str, str]) -> dict[str, Json]:
    names = tuple(dict.fromkeys(VARIABLE.findall(value)))
    variables: dict[str, Json] = {name: _question(name, explained) for name in names}
    return {"value": _braced(value), **({"variables": variables} if variables else {})}


def _question(name: str, explained: Mapping[str, str]) -> dict[str, Json]:
    """Return what a host asks its user for *name*."""
    said: dict[str, Json] = {"description": explained[name]} if explained.get(name) else {}
    secret: dict[str, Json] = {"isSecret": True} if _SECRET.search(name) else {}
    return {**said, "isRequired": True, **secret}


def _braced(value: Json) -> str:
    return VARIABLE.sub(r"{\1}", str(value))


def server_of(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return `x-registry.server` for what *document*, a `server.json`, describes.

    The first package that can be started over stdio counts, then the first remote with streamable
    HTTP. Optional inputs without a value are left out. *document* may also be what an MCP registry
    answers, which has the `server.json` in `server`. Raises UnusableEntryError.
    """
    document = inner_entry(document)
    name = document.get("name")
    named: dict[str, Json] = (
        {"name": name} if isinstance(name, str) and NAME.fullmatch(name) else {}
    )
    packages = tuple(mappings(document.get("packages")))
    for package in packages:
        # In older schemas, stdio need not be said.
        is_stdio = mapping(package.get("transport", {"type": "stdio"})).get("type") == "stdio"
        if is_stdio and str(package.get("registryType")) in _RUNTIMES:
            return {"transport": "stdio", **named, **_command(package)}
    for remote in mappings(document.get("remotes")):
        if remote.get("type") == "streamable-http" and isinstance(remote.get("url"), str):
            headers = dict(_filled(remote.get("headers")))
            more: dict[str, Json] = {"headers": {**headers}} if headers else {}
            url = _with_variables(str(remote["url"]), {**remote, "isRequired": True})
            return {"transport": "streamable-http", **named, "url": url, **more}
    if old := next((key for key in _OLD_KEYS for each in packages if key in each), ""):
        raise UnusableEntryError(
            f"its packages have `{old}`, as in the schema of 2025-07-09 and before; get the newest "
            "from its author, or name everything as in that of 2025-12-11: `registryType`, "
            "`identifier`, `environmentVariables`"
        )
    raise UnusableEntryError(
        "it names no package of npm, PyPI or OCI that speaks over stdio, and no remote with "
        "streamable HTTP; start the server and ask it: `registry import mcp -- COMMAND`, or import "
        "its reply to tools/list"
    )


def is_entry(document: Mapping[str, Json]) -> bool:
    """Return whether *document* has the shape of a `server.json`, or of a registry's answer."""
    inner = inner_entry(document)
    return "tools" not in inner and bool(inner.keys() & {"packages", "remotes"})


def inner_entry(document: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the `server.json` in *document*, which may be what an MCP registry answers."""
    return mapping(document.get("server")) or document


def _command(package: Mapping[str, Any]) -> dict[str, Json]:
    kind, identifier = package["registryType"], str(package.get("identifier", ""))
    version = str(package.get("version") or "")
    runtime_words = array(package.get("runtimeArguments"))
    pairs = package.get("environmentVariables")
    if kind == "oci":
        pairs = [*array(pairs), *filter(None, map(_environment_variable, runtime_words))]
        runtime_words = [each for each in runtime_words if not _environment_variable(each)]
    runtime, arguments = list(_words(runtime_words)), list(_words(package.get("packageArguments")))
    environment = dict(_filled(pairs))
    if kind == "oci":
        passed = [word for name in environment for word in ("-e", name)]
        tagged = identifier if not version or ":" in identifier else f"{identifier}:{version}"
        words = ["run", "-i", "--rm", *passed, *runtime, tagged, *arguments]
    else:
        pinned = f"{identifier}@{version}" if version else identifier
        yes = ["-y"] if kind == "npm" and not set(runtime) & set(_YES) else []
        words = [*yes, *runtime, pinned, *arguments]
    more: dict[str, Json] = {"env": {**environment}} if environment else {}
    return {"command": str(package.get("runtimeHint") or _RUNTIMES[kind]), "args": [*words], **more}


def _environment_variable(argument: Json) -> dict[str, Json]:
    """Return what *argument* sets in the container, if it is `-e NAME=value`, otherwise {}."""
    stated = mapping(argument)
    name, equals, value = str(stated.get("value", "")).partition("=")
    if stated.get("name") not in ("-e", "--env") or not equals:
        return {}
    if only := _BRACES.fullmatch(value):
        # A variable that is the whole value is called as in the container.
        return {**mapping(mapping(stated.get("variables")).get(only[1])), "name": name}
    return {**stated, "name": name, "value": value}


def _words(arguments: Json) -> Iterator[str]:
    """Yield the words of the command line for *arguments*."""
    for argument in mappings(arguments):
        name = str(argument.get("name", ""))
        if argument.get("type") == "named" and _is_flag(argument):
            yield name
            continue
        value = _value(argument, str(argument.get("valueHint") or name or "VALUE"))
        if value:
            yield f"{name}={value}" if argument.get("type") == "named" else value


def _is_flag(named: Mapping[str, Any]) -> bool:
    """Return whether the argument *named* is passed without a value, and not left out."""
    if named.get("format") == "boolean" and not named.keys() & {"value", "default"}:
        return named.get("isRequired") is True
    return not named.keys() & _OF_A_VALUE


def _filled(pairs: Json) -> Iterator[tuple[str, str]]:
    """Yield name and value of each of *pairs* that has to be there."""
    for each in mappings(pairs):
        name = str(each.get("name", ""))
        value = _value(each, name)
        if name and value:
            yield name, value


def _value(input_: Mapping[str, Any], name: str) -> str:
    """Return the value of an input: what it says, or a variable where it must be filled in."""
    if stated := _string_in(input_):
        return _with_variables(stated, input_)
    return f"${{{as_variable(name) or 'VALUE'}}}" if _is_asked(input_) else ""


def _string_in(each: Mapping[str, Any]) -> str:
    stated = each.get("value") or each.get("default")
    return stated if isinstance(stated, str) else ""


def _with_variables(value: str, input_: Mapping[str, Any]) -> str:
    """Return *value*, with the values of the variables in it or our spelling of them.

    *input_* is what it is the value of. If it describes no variables, all names in braces are
    variables. "" if one that need not be given has no value.
    """
    described = input_.get("variables")
    if not isinstance(described, dict):
        return _BRACES.sub(r"${\1}", value)
    values: dict[str, str] = {}
    for name in filter(described.__contains__, _BRACES.findall(value)):
        variable = mapping(described[name])
        is_asked = _is_asked(variable) or _is_asked(input_)
        values[name] = _string_in(variable) or (f"${{{name}}}" if is_asked else "")
    if not all(values.values()):
        return ""
    return _BRACES.sub(lambda found: values.get(found[1], found[0]), value)


def _is_asked(each: Mapping[str, Any]) -> bool:
    """Return whether a host asks its user for the input *each*."""
    return bool(each.get("isRequired") or each.get("isSecret"))
