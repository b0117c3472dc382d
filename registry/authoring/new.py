"""Write a first manual from a few answers. It passes the check; the details are filled in later."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from registry import source
from registry.authoring.manual_files import (
    ManualResult,
    ReleaseTarget,
    UnusableTargetError,
    check_and_write,
    name_fault,
    release_files,
)
from registry.catalogue.load import SUFFIXES
from registry.changes import git
from registry.model import NAME, PLACEHOLDER, TOOL_NAME, first_sentence, versions
from registry.model.keys import is_key
from registry.source.editing import CannotEditError, edited
from registry.source.whole import write_whole
from registry.web import is_url
from registry.web.hosts import host_of, is_for_examples

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from registry.source import Json, Pointer

VERSION = "1.0.0"
SOME_VALUE = "abc"


@dataclass(frozen=True, slots=True)
class Answers:
    """The facts about a manual, its publisher and its first tool.

    Attributes:
        publisher, manual: the names of the folders.
        protocol: one of `PROTOCOLS`.
        name, homepage: of the publisher.
        url: for UTCP the URL of the tool, otherwise of its server.
        tool, description: its name, and what it does.
        task: a task that it solves, in plain words.
        docs: the URL of the API's documentation.
        values: the values of its inputs for that task, by name.
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
    docs: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the tool's inputs: the `{names}` in its URL, or a default."""
        return inputs_of(self.url)

    @property
    def schema(self) -> dict[str, Json]:
        """The JSON Schema of the inputs."""
        properties: dict[str, Json] = {
            name: {"type": "string", "description": self.input_description(name)}
            for name in self.inputs
        }
        return {"type": "object", "properties": properties, "required": list(self.inputs)}

    @property
    def variable(self) -> str:
        """The name of the variable for the key that the URL of a UTCP tool asks for, or ""."""
        is_asked = self.protocol == "utcp" and without_key(self.url)[1]
        return f"{self.publisher.upper().replace('-', '_')}_API_KEY" if is_asked else ""

    def input_description(self, name: str) -> str:
        """Return a description of the input *name*."""
        return f"The {name.replace('_', ' ')}, such as {self.value(name)}."

    def value(self, name: str) -> str:
        """Return the example value of the input *name*."""
        return self.values.get(name, SOME_VALUE)


class ManualQuestion(NamedTuple):
    """A question: the field that it fills, its text, and a default made from earlier answers."""

    field: str
    text: str
    default: Callable[[Mapping[str, str]], str]


def inputs_of(url: str) -> tuple[str, ...]:
    """Return the `{names}` in *url* that are no key, or ("query",) if it has none."""
    return tuple(dict.fromkeys(PLACEHOLDER.findall(without_key(url)[0]))) or ("query",)


def without_key(url: str) -> tuple[str, str]:
    """Return *url* without a query parameter such as `api_key={api_key}`, and its name, or ""."""
    path, _, query = url.partition("?")
    pairs = query.split("&")
    for pair in pairs:
        name, _, value = pair.partition("=")
        place = PLACEHOLDER.fullmatch(value)
        if place and (is_key(name, "") or is_key(place[1], "")):
            rest = "&".join(each for each in pairs if each != pair)
            return (f"{path}?{rest}" if rest else path), name
    return url, ""


QUESTIONS = (
    ManualQuestion(
        "url",
        "URL (https) that calls the tool",
        lambda known: f"https://{_api_host(_domain(known))}/v1/search",
    ),
    ManualQuestion("name", "Name of the publisher", lambda known: _title(known["publisher"])),
    ManualQuestion("homepage", "Its homepage", lambda known: _homepage(host_of(known["url"]))),
    ManualQuestion("tool", "Name of the first tool", lambda known: _default_tool(known["manual"])),
    ManualQuestion(
        "description",
        "What it does, in one sentence",
        lambda known: f"Look something up in {_title(known['manual'])} by words or by a name.",
    ),
    ManualQuestion("task", "A task that it solves", lambda _: "Find out what is known about abc."),
    ManualQuestion("docs", "URL of the API's documentation", lambda known: known["homepage"]),
)
"""In the order in which they are asked, the address first, since others follow from it.

A default may use the names, all earlier answers and what is known of the publisher. It never names
a domain that may be someone's: what nobody has said ends in `.example`, of which the check warns.
"""


_URL_FIELDS = ("homepage", "url", "docs")


def answer_fault(field: str, answer: str) -> str:
    """Return why *answer* is not valid for *field*; "" if it is."""
    if field == "tool" and not TOOL_NAME.fullmatch(answer):
        return (
            f"{answer!r} is not a valid name for a tool: start with a letter; then letters, "
            "digits, `_` and `-`, at most 64 characters"
        )
    is_address = is_url(answer) and host_of(answer) and not set(answer) & set(" \t\n")
    if field in _URL_FIELDS and not is_address:
        return f"{answer!r} is not a full URL; start it with https:// and leave out spaces"
    return ""


def make_manual(
    manuals: Path, answers: Answers, today: str, *, is_replacing: bool = False
) -> ManualResult:
    """Write publisher.yaml, manual.yaml and the first release below the folder *manuals*.

    Existing files are not changed, but if it *is_replacing*, a draft of the first release is
    written again, and so are hosts in publisher.yaml that are only examples. Raises
    UnusableTargetError for invalid names and answers, and for a manual that already has a release.
    """
    for asked in ("tool", *_URL_FIELDS):
        if problem := answer_fault(asked, getattr(answers, asked)):
            raise UnusableTargetError(problem)
    if not is_replacing and _is_released(manuals, answers):
        raise UnusableTargetError(
            f"{answers.publisher}/{answers.manual} already has a release; write your draft again "
            "with --replace, or the next release with: "
            f"registry bump minor {answers.publisher}/{answers.manual}"
        )
    target = ReleaseTarget(manuals, answers.publisher, answers.manual, VERSION, is_replacing)
    release = _RELEASES[answers.protocol](answers)
    sources: list[Json] = [{"kind": "text", "url": answers.docs, "date": today}]
    release["x-registry"] = {"released": today, **_registry_keys(answers), "sources": sources}
    if is_replacing:
        _fill_in_publisher(target, answers)
    texts = release_files(target, _about(answers), _listing(answers), release)
    return check_and_write(target, texts)


def _is_released(manuals: Path, answers: Answers) -> bool:
    names = (answers.publisher, answers.manual)
    if not all(map(NAME.fullmatch, names)):
        return False
    files = manuals.joinpath(*names).glob("*.*")
    return any(each.suffix in SUFFIXES and versions.parse_version(each.stem) for each in files)


def publisher_facts(manuals: Path, publisher: str) -> dict[str, str]:
    """Return `name` and `homepage` from an existing `publisher.yaml`; {} if there is none."""
    path = manuals / publisher / "publisher.yaml"
    if not NAME.fullmatch(publisher) or not path.is_file():
        return {}
    document, _ = source.read_document(path.as_posix(), path.read_bytes())
    facts = document.data if document else {}
    return {
        key: value
        for key in ("name", "homepage")
        if isinstance(value := facts.get(key), str) and not is_for_examples(host_of(value))
    }


def _fill_in_publisher(target: ReleaseTarget, answers: Answers) -> None:
    """Write what was answered into a `publisher.yaml` that still has the names of a first draft."""
    path = target.about
    document = path.is_file() and source.read_document(path.as_posix(), path.read_bytes())[0]
    if not document or git.merged_in(path):
        return
    hosts = document.data.get("hosts")
    listed = enumerate(hosts if isinstance(hosts, list) else ())
    changes: dict[Pointer, Json] = {
        ("hosts", index): host_of(answers.url)
        for index, host in listed
        if is_for_examples(str(host))
    }
    if is_for_examples(host_of(str(document.data.get("homepage")))):
        changes["homepage",] = answers.homepage
    with suppress(CannotEditError):  # the check reports what is left
        write_whole(path, edited(document, changes))


def split(manual_id: str) -> tuple[str, str]:
    """Return the two names in *manual_id*, `publisher/manual`. Raises UnusableTargetError."""
    publisher, slash, manual = manual_id.partition("/")
    if not slash or not publisher or not manual:
        raise UnusableTargetError(f"{manual_id!r} is not of the form publisher/manual")
    for kind, name in (("publisher", publisher), ("manual", manual)):
        if problem := name_fault(kind, name):
            raise UnusableTargetError(problem)
    return publisher, manual


def _about(answers: Answers) -> dict[str, Json]:
    return {
        "name": answers.name,
        "homepage": answers.homepage,
        "hosts": [host_of(answers.url)],
    }


def _listing(answers: Answers) -> dict[str, Json]:
    return {"title": _title(answers.manual), "summary": first_sentence(answers.description)}


def _registry_keys(answers: Answers) -> dict[str, Json]:
    """Return the other keys of `x-registry`: the server, the effect and an example."""
    values: dict[str, Json] = {name: answers.value(name) for name in answers.inputs}
    example: Json = {"task": answers.task, "tool": _tool_name(answers), "arguments": values}
    key: Json = {"description": f"The API key of your account at {answers.name}."}
    variables: dict[str, Json] = {"variables": {answers.variable: key}} if answers.variable else {}
    server = _SERVERS[answers.protocol](answers)
    return {**server, "effects": "read", **variables, "examples": [example]}


def _utcp(answers: Answers) -> dict[str, Json]:
    call: dict[str, Json] = {
        "call_template_type": "http",
        "http_method": "GET",
        "url": answers.url,
    }
    if answers.variable:
        address, name = without_key(answers.url)
        key = {"api_key": f"${{{answers.variable}}}", "var_name": name, "location": "query"}
        call |= {"url": address, "auth": {"auth_type": "api_key", **key}}
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
            "description": answers.input_description(name),
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


def _domain(known: Mapping[str, str]) -> str:
    """Return the host of the publisher's homepage, or a name that is nobody's."""
    return host_of(known.get("homepage", "")) or f"{known['publisher']}.example"


def _homepage(host: str) -> str:
    return f"https://{host.replace('api.', 'www.', 1) if host.startswith('api.') else host}/"


def _default_tool(manual: str) -> str:
    return f"search_{manual.replace('-', '_')}"


def _joined(name: str) -> str:
    """Return *name* in OTC's camel case: `world-time` becomes `WorldTime`."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))
