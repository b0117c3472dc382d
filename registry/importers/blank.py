"""A first manual, made from a few answers, that passes the check and only wants its details."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from registry import fetch, source, versions
from registry.hosts import host_of
from registry.importers import folder
from registry.importers.folder import Target, UnusableTargetError
from registry.load import SUFFIXES
from registry.model import NAME, PLACEHOLDER, TOOL_NAME, first_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.source import Json

VERSION = "1.0.0"
SOME_VALUE = "abc"


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of the manual: who offers it, and one tool of it.

    Attributes:
        publisher, manual: the names of the folders.
        protocol: what the manual is written in, one of `PROTOCOLS`.
        name, homepage: of the publisher.
        url: what the tool is called by: for UTCP its own address, otherwise the server's.
        tool, description: its name, and what it does.
        task: something to ask of it, in plain words.
        values: what to put for its inputs when that is asked, by their names.
    """

    publisher: str
    manual: str
    protocol: str
    name: str
    homepage: str
    url: str
    tool: str
    description: str
    task: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs of the tool: the places in its address, or one that can be renamed."""
        return inputs_of(self.url)

    @property
    def schema(self) -> dict[str, Json]:
        """The JSON Schema of the inputs."""
        properties: dict[str, Json] = {
            name: {"type": "string", "description": self.told(name)} for name in self.inputs
        }
        return {"type": "object", "properties": properties, "required": list(self.inputs)}

    def told(self, name: str) -> str:
        """Return what is said of the input *name*."""
        return f"The {name.replace('_', ' ')}, such as {self.value(name)}."

    def value(self, name: str) -> str:
        """Return what to put for the input *name*."""
        return self.values.get(name, SOME_VALUE)


class Question(NamedTuple):
    """What has to be answered: for which field, in which words, with what if nothing is said."""

    field: str
    text: str
    default: Callable[[Mapping[str, str]], str]


def inputs_of(url: str) -> tuple[str, ...]:
    """Return the names of the places in *url*, or of one input that can be renamed."""
    return tuple(dict.fromkeys(PLACEHOLDER.findall(url))) or ("query",)


QUESTIONS = (
    Question("name", "Name of the publisher", lambda known: _title(known["publisher"])),
    Question("homepage", "Its homepage", lambda known: f"https://www.{known['publisher']}.com/"),
    Question("tool", "Name of a first tool", lambda known: _default_tool(known["manual"])),
    Question(
        "description",
        "What it does, in a sentence",
        lambda known: f"Look something up in {_title(known['manual'])} by words or by a name.",
    ),
    Question("task", "Something to ask of it", lambda _: "Find out what is known about abc."),
    Question(
        "url",
        "Address (https) that it is called by",
        lambda known: f"https://{_api_host(host_of(known['homepage']))}/v1/search",
    ),
)
"""Asked in this order; a default may use the names and all answers before it."""


def fault(field: str, answer: str) -> str:
    """Return why *answer* will not do for the *field* of a question, "" if it may."""
    if field == "tool" and not TOOL_NAME.fullmatch(answer):
        return (
            f"{answer!r} cannot be the name of a tool: a letter first, then letters, digits, `_` "
            "and `-`, at most 64"
        )
    is_address = fetch.is_url(answer) and host_of(answer) and not set(answer) & set(" \t\n")
    if field in ("homepage", "url") and not is_address:
        return f"{answer!r} is no full address; begin it with https://, and leave out spaces"
    return ""


@dataclass(frozen=True, slots=True)
class Made:
    """What was written, and what the check says of it."""

    written: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]


def make(manuals: Path, answers: Answers, today: str) -> Made:
    """Write publisher.yaml, manual.yaml and the first release below the folder *manuals*.

    Files that are there stay as they are. Raises UnusableTargetError for names that cannot be, and
    for a manual that has a release already.
    """
    for asked in ("tool", "homepage", "url"):
        if told := fault(asked, getattr(answers, asked)):
            raise UnusableTargetError(told)
    if _is_released(manuals, answers):
        raise UnusableTargetError(
            f"{answers.publisher}/{answers.manual} has a release; for the next: "
            f"registry bump minor {answers.publisher}/{answers.manual}"
        )
    target = Target(manuals, answers.publisher, answers.manual, VERSION)
    release = _RELEASES[answers.protocol](answers)
    release["x-registry"] = {"released": today, **_beside(answers)}
    texts = folder.files(_about(answers), _listing(answers), release)
    texts = folder.for_editors(target, texts, release)
    problems = folder.check(target, texts)
    return Made(tuple(folder.write(target, texts)), problems)


def _is_released(manuals: Path, answers: Answers) -> bool:
    names = (answers.publisher, answers.manual)
    if not all(map(NAME.fullmatch, names)):
        return False
    files = manuals.joinpath(*names).glob("*.*")
    return any(each.suffix in SUFFIXES and versions.parse(each.stem) for each in files)


def publisher_facts(manuals: Path, publisher: str) -> dict[str, str]:
    """Return `name` and `homepage` of a publisher whose `publisher.yaml` is there already."""
    path = manuals / publisher / "publisher.yaml"
    if not NAME.fullmatch(publisher) or not path.is_file():
        return {}
    document, _ = source.read(path.as_posix(), path.read_bytes())
    facts = document.data if document else {}
    return {key: value for key in ("name", "homepage") if isinstance(value := facts.get(key), str)}


def split(manual_id: str) -> tuple[str, str]:
    """Return the two names in `publisher/manual`; raise UnusableTargetError for what is none."""
    publisher, slash, manual = manual_id.partition("/")
    if not slash or not publisher or not manual:
        raise UnusableTargetError(f"{manual_id!r} is not of the form publisher/manual")
    for kind, name in (("publisher", publisher), ("manual", manual)):
        if told := folder.name_fault(kind, name):
            raise UnusableTargetError(told)
    return publisher, manual


def _about(answers: Answers) -> dict[str, Json]:
    return {
        "name": answers.name,
        "homepage": answers.homepage,
        "hosts": [host_of(answers.url)],
    }


def _listing(answers: Answers) -> dict[str, Json]:
    return {"title": _title(answers.manual), "summary": first_sentence(answers.description)}


def _beside(answers: Answers) -> dict[str, Json]:
    """Return what `x-registry` says of the tool, and where its server is."""
    values: dict[str, Json] = {name: answers.value(name) for name in answers.inputs}
    example: Json = {"task": answers.task, "tool": _tool_name(answers), "arguments": values}
    return {**_SERVERS[answers.protocol](answers), "effects": "read", "examples": [example]}


def _utcp(answers: Answers) -> dict[str, Json]:
    call: dict[str, Json] = {
        "call_template_type": "http",
        "http_method": "GET",
        "url": answers.url,
    }
    tool: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "tags": [answers.manual],
        "inputs": answers.schema,
        "outputs": {"type": "object"},
        "tool_call_template": call,
    }
    return {"utcp_version": "1.0.1", "manual_version": VERSION, "tools": [tool]}


def _opentool(answers: Answers) -> dict[str, Json]:
    parameters: list[Json] = [
        {
            "name": name,
            "description": answers.told(name),
            "schema": {"type": "string"},
            "required": True,
        }
        for name in answers.inputs
    ]
    function: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "parameters": parameters,
        "return": {"name": "result", "schema": {"type": "string"}},
    }
    return {
        "opentool": "1.1.0",
        "info": {"title": _title(answers.manual), "version": VERSION},
        "functions": [function],
    }


def _otc(answers: Answers) -> dict[str, Json]:
    tool: dict[str, Json] = {
        "id": f"{_joined(answers.manual)}.{_tool_name(answers)}@{VERSION}",
        "name": _tool_name(answers),
        "description": answers.description,
        "version": VERSION,
        "input_schema": answers.schema,
        "output_schema": {"type": "string"},
    }
    return {"items": [tool]}


def _mcp(answers: Answers) -> dict[str, Json]:
    tool: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "inputSchema": answers.schema,
    }
    return {"tools": [tool]}


_RELEASES: dict[str, Callable[[Answers], dict[str, Json]]] = {
    "utcp": _utcp,
    "opentool": _opentool,
    "otc": _otc,
    "mcp": _mcp,
}
_SERVERS: dict[str, Callable[[Answers], dict[str, Json]]] = {
    "utcp": lambda _: {},
    "opentool": lambda answers: {"call_url": answers.url, "auth": {"kind": "none"}},
    "otc": lambda answers: {
        "protocol": "otc",
        "dialect": "oxp-1.0",
        "base_url": answers.url,
        "auth": {"kind": "none"},
    },
    "mcp": lambda answers: {"server": {"transport": "streamable-http", "url": answers.url}},
}

PROTOCOLS = tuple(_RELEASES)


def _tool_name(answers: Answers) -> str:
    return _joined(answers.tool) if answers.protocol == "otc" else answers.tool


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _api_host(host: str) -> str:
    host = host.removeprefix("www.")
    return host if host.startswith("api.") else f"api.{host}"


def _default_tool(manual: str) -> str:
    return f"search_{manual.replace('-', '_')}"


def _joined(name: str) -> str:
    """Return a name of several words as OTC writes it: `world-time` is `WorldTime`."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))
