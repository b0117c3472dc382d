"""`server.json`, by which MCP registries describe a server, and `x-registry.server`, both ways.

Follows the schema of 2025-12-11: packages of npm, PyPI and OCI that are started here and spoken to
over stdio, and remotes with streamable HTTP. What is in braces in a value of `server.json` is
`${NAME}` in ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.model import VARIABLE
from registry.source.narrowing import array, mapping

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
_YES = ("-y", "--yes")
_RUNTIMES = {"npm": "npx", "pypi": "uvx", "oci": "docker"}


class UnusableEntryError(Exception):
    """A `server.json` names no server that can be described here; the message says why."""


class Started(NamedTuple):
    """What is started: a package of a registry, at a version, with arguments."""

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
        remote: dict[str, Json] = {"type": "streamable-http", "url": _told(server["url"])}
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
        rest = words[1:] if words[:1] in ([each] for each in _YES) else words
        found = _NPM.fullmatch(rest[0]) if rest else None
        return Started("npm", found["name"], found["version"], rest[1:]) if found else None
    if command == "uvx":
        found = _PYPI.fullmatch(words[0]) if words else None
        return Started("pypi", found["name"], found["version"], words[1:]) if found else None
    return None


def _argument(word: str, explained: Mapping[str, str]) -> Json:
    """Return *word* as it is on the command line, whatever it is there."""
    return {"type": "positional", **_input(word, explained)}


def _pairs(values: Json, explained: Mapping[str, str]) -> list[Json]:
    """Return *values*, headers or an environment, as inputs with names."""
    return [_pair(name, str(value), explained) for name, value in mapping(values).items()]


def _pair(name: str, value: str, explained: Mapping[str, str]) -> Json:
    if value == f"${{{name}}}":
        return {"name": name, **_asked(name, explained)}
    return {"name": name, **_input(value, explained)}


def _input(value: str, explained: Mapping[str, str]) -> dict[str, Json]:
    names = tuple(dict.fromkeys(VARIABLE.findall(value)))
    variables: dict[str, Json] = {name: _asked(name, explained) for name in names}
    return {"value": _told(value), **({"variables": variables} if variables else {})}


def _asked(name: str, explained: Mapping[str, str]) -> dict[str, Json]:
    """Return what a host asks its user for *name*."""
    said: dict[str, Json] = {"description": explained[name]} if explained.get(name) else {}
    secret: dict[str, Json] = {"isSecret": True} if _SECRET.search(name) else {}
    return {**said, "isRequired": True, **secret}


def _told(value: Json) -> str:
    return VARIABLE.sub(r"{\1}", str(value))


def server_of(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return `x-registry.server` for what *document*, a `server.json`, describes.

    The first package that can be started over stdio counts, then the first remote with streamable
    HTTP. Optional inputs without a value are left out. Raises UnusableEntryError.
    """
    name = document.get("name")
    named: dict[str, Json] = (
        {"name": name} if isinstance(name, str) and NAME.fullmatch(name) else {}
    )
    for package in _mappings(document.get("packages")):
        is_stdio = mapping(package.get("transport")).get("type") == "stdio"
        if is_stdio and str(package.get("registryType")) in _RUNTIMES:
            return {"transport": "stdio", **named, **_command(package)}
    for remote in _mappings(document.get("remotes")):
        if remote.get("type") == "streamable-http" and isinstance(remote.get("url"), str):
            headers = dict(_filled(remote.get("headers")))
            more: dict[str, Json] = {"headers": {**headers}} if headers else {}
            url = _ours(str(remote["url"]))
            return {"transport": "streamable-http", **named, "url": url, **more}
    raise UnusableEntryError(
        "it names no package of npm, PyPI or OCI that speaks over stdio, and no remote with "
        "streamable HTTP"
    )


def is_entry(document: Mapping[str, Json]) -> bool:
    """Return whether *document* has the shape of a `server.json`."""
    return "tools" not in document and bool(document.keys() & {"packages", "remotes"})


def _command(package: Mapping[str, Any]) -> dict[str, Json]:
    kind, identifier = package["registryType"], str(package.get("identifier", ""))
    version = str(package.get("version") or "")
    runtime = list(_words(package.get("runtimeArguments")))
    arguments = list(_words(package.get("packageArguments")))
    environment = dict(_filled(package.get("environmentVariables")))
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


def _words(arguments: Json) -> Iterator[str]:
    """Yield the words of the command line for *arguments*."""
    for each in _mappings(arguments):
        hint = str(each.get("valueHint") or each.get("name") or "VALUE")
        value = _value(each, hint)
        name = str(each.get("name", ""))
        if each.get("type") != "named":
            yield from [value] if value else []
        elif value:
            yield f"{name}={value}"
        elif "value" not in each and not each.get("variables") and not each.get("format"):
            yield name


def _filled(pairs: Json) -> Iterator[tuple[str, str]]:
    """Yield name and value of each of *pairs* that has to be there."""
    for each in _mappings(pairs):
        name = str(each.get("name", ""))
        value = _value(each, name)
        if name and value:
            yield name, value


def _value(each: Mapping[str, Any], name: str) -> str:
    """Return the value of an input: what it says, or a variable where it must be filled in."""
    stated = each.get("value") or each.get("default")
    if isinstance(stated, str):
        return _ours(stated, each.get("variables"))
    asked = each.get("isRequired") or each.get("isSecret")
    return f"${{{_variable(name)}}}" if asked else ""


def _ours(value: str, variables: Json = None) -> str:
    """Return *value* with our spelling of its *variables*; of all that is in braces without any."""
    known = variables if isinstance(variables, dict) else None
    return _BRACES.sub(
        lambda found: f"${found[0]}" if known is None or found[1] in known else found[0], value
    )


def _variable(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper() or "VALUE"


def _mappings(value: Json) -> Iterator[dict[str, Any]]:
    return (each for each in array(value) if isinstance(each, dict))
