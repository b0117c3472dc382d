"""Write the source code that calls a tool: one snippet for each client that can call it."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from registry import utcp_export
from registry.model import COMMAND_PLACEHOLDER, Effect
from registry.model.credential_inputs import has_credential
from registry.model.request import WITH_BODY, request
from registry.publish._function_definitions import definitions
from registry.publish._pages import utcp_programs
from registry.publish._pages.installs import own_values
from registry.publish._pages.tabs import Snippet
from registry.publish._pages.values_as_code import (
    StandIns,
    pretty_json,
    pretty_jsons,
    shell_word,
    to_python,
)
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.model import Manual, Release, Tool
    from registry.model.request import Request
    from registry.publish._pages.samples import Samples
    from registry.settings import Settings
    from registry.source import Json


SECONDS = 30
"""For how long the curl command of a stream listens."""

_ARGUMENT = re.compile(r"\w[\w.-]*")
"""Names of inputs that `registry call` takes as they are."""

VENDORS = {
    "openai": "OpenAI",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "mcp": "MCP",
}
"""The interfaces whose definitions of functions have tabs, with their titles."""


@dataclass(frozen=True, slots=True)
class SampleArguments:
    """The arguments that all snippets of a tool use, and whether the author gave them."""

    arguments: Mapping[str, Json]
    task: str = ""
    is_made_up: bool = False


def example_of(tool: Tool, samples: Samples) -> SampleArguments | None:
    """Return the author's first example that fits the inputs, else a made-up one, else None."""
    for example in tool.examples:
        if samples.fits(cast("Json", example.arguments)):
            return SampleArguments(example.arguments, example.task)
    value = samples.value()
    return SampleArguments(value, is_made_up=True) if isinstance(value, dict) else None


def is_loadable(tool: Tool) -> bool:
    """Return whether *tool* is in a UTCP document of its manual."""
    return not utcp_export.load_obstacles(tool)


def snippets(
    settings: Settings, manual: Manual, tool: Tool, example: SampleArguments
) -> Iterator[Snippet]:
    """Yield every snippet that makes sense for *tool*, the most wanted first."""
    transport = tool.call.transport
    if is_loadable(tool):
        base_url = settings.base_url
        arguments = utcp_programs.enveloped(tool.call.envelope, example.arguments)
        kind = utcp_export.file_kind(tool)
        yield from utcp_programs.calls(manual, kind, base_url, tool.name, arguments)
    yield from _curl(tool, example.arguments)
    yield from _oxp(tool, example.arguments)
    if transport == "mcp" and isinstance(config := tool.call.options.get("config"), dict):
        text = pretty_json(config)
        yield Snippet("mcp", "MCP client", text, hint=own_values(text))
        yield from _terminal(settings, tool, example.arguments)
    if transport == "cli":
        yield from _commands(tool)
    yield from _functions(tool)


def loading_snippets(settings: Settings, manual: Manual, release: Release) -> Iterator[Snippet]:
    """Yield the source code that registers all tools of *manual* with a UTCP client."""
    loadable = {utcp_export.file_kind(tool) for tool in release.tools if is_loadable(tool)}
    for kind in sorted(loadable, key=lambda each: (each != utcp_export.HTTP, each)):
        yield from utcp_programs.client_configurations(manual, kind, settings.base_url)


def _curl(tool: Tool, arguments: Mapping[str, Json]) -> Iterator[Snippet]:
    # Only the manual's own variables are filled in by a shell: an argument is what it is.
    # All that a request is made of; to write the rest of the call takes longer than to make it.
    of = tool.call
    texts = f"{of.url}{of.content_type}{of.headers}{of.auth}{of.envelope}{arguments}"
    variables = StandIns(texts)
    call = request(of, arguments, variables)
    if call is None:
        return

    def word(text: str) -> str:
        return shell_word(text, variables.pattern)

    flags = []
    if tool.call.transport in utcp_programs.STREAMS:
        # A stream may never end, and what it has said by then is the answer.
        flags.append(f"--no-buffer --max-time {SECONDS}")
    if _may_leave(tool):
        flags.append("--location")
    if variables.pattern.search(call.url) or any(each in call.url for each in "[]{}"):
        flags.append("--globoff")
    parts = [" ".join(("curl", *flags, word(call.url)))]
    if call.method != ("GET" if call.body is None else "POST"):
        parts.append(f"--request {word(call.method)}")
    if call.user:
        parts.append(f"--user {word(call.user)}")
    for name, value in call.headers.items():
        # A header without a value is left out, unless it ends like this.
        parts.append(f"--header {word(f'{name}: {value}' if value.strip() else f'{name};')}")
    parts.extend(_body(call, word))
    yield Snippet("curl", "curl", " \\\n  ".join(parts) + "\n")


def _body(call: Request, word: Callable[[str], str]) -> Iterator[str]:
    """Yield the option that sends the body of *call*, or says that there is none."""
    if call.body is not None:
        text = call.body if isinstance(call.body, str) else pretty_json(call.body)
        # With `--data`, a body that begins with `@` would be the name of a file to send.
        yield f"--data-raw {word(text)}"
    elif call.method in WITH_BODY:
        # curl states a length only with a body, and some servers refuse a request without (411).
        yield "--header 'Content-Length: 0'"


def _may_leave(tool: Tool) -> bool:
    """Return whether a redirect may lead the command to another host, as it may lead our client.

    Of what is given to a command, a redirect takes headers along.
    """
    is_read = tool.effect is Effect.READ and tool.call.method == "GET"
    has_key = tool.call.auth or tool.variables or has_credential(tool.properties, tool.inputs)
    return is_read and not has_key


def _oxp(tool: Tool, arguments: Mapping[str, Json]) -> Iterator[Snippet]:
    """Yield the call with the released `oxp` client.

    It speaks the wrapped dialects only, sends no id of a call, and knows no key but a bearer's.
    """
    envelope, url, auth = tool.call.envelope, tool.call.url, tool.call.auth
    wrapped = envelope.constants.get("request") if envelope else None
    path = "/tools/call"
    if tool.protocol != "otc" or not isinstance(wrapped, dict) or not url.endswith(path):
        return
    needs_id = envelope is not None and any(field.required for field in envelope.fields)
    is_bearer = auth is None or str(auth.fields.get("var_name")).lower() == "authorization"
    if needs_id or not is_bearer:
        return
    variables = auth.variables if auth else ()
    token = f'os.environ["{variables[0]}"]' if variables else '"none"'
    load = "import os\n\n" if tool.variables else ""
    body = to_python({**wrapped, "input": cast("Json", dict(arguments))}, 4)
    for each in tool.variables:
        body = body.replace(f'"${{{each.name}}}"', f'os.environ["{each.name}"]')
    code = f"""{load}from oxp import Oxp

client = Oxp(bearer_token={token}, base_url={to_python(url.removesuffix(path))})
response = client.tools.call(
    request={body},
    schema={to_python(envelope.constants.get("$schema", "") if envelope else "")},
)
print(response.result)
"""
    yield Snippet("oxp", "OXP client", code, "pip install oxp")


def _terminal(settings: Settings, tool: Tool, arguments: Mapping[str, Json]) -> Iterator[Snippet]:
    """Yield the command that calls a tool of an MCP server, which no request of curl calls."""
    if not all(map(_ARGUMENT.fullmatch, arguments)):
        return
    words = (_argument(tool.properties, name, value) for name, value in arguments.items())
    is_local = tool.call.starts_program
    allow = " --allow-local" if is_local else ""
    lines = (
        'uvx --from "open-tool-registry[mcp]" registry call',
        f"--send{allow} --registry {shlex.quote(settings.base_url)}",
        tool.id,
        *words,
    )
    does = "Asks you, starts the server, calls the tool" if is_local else "Calls the tool"
    needed = " and ".join(f"`{name}`" for name in _programs(tool))
    keys = (
        " Keys are read from the environment, named as for UTCP clients." if tool.variables else ""
    )
    hint = f"{does} and prints the answer. Needs {needed}.{keys}"
    yield Snippet("terminal", "Terminal", " \\\n  ".join(lines) + "\n", hint=hint)


def _programs(tool: Tool) -> Iterator[str]:
    """Yield the programs that the command of a terminal needs."""
    servers = map(mapping, tool.call.mcp_servers.values())
    yield "uv"
    yield from sorted({string(each.get("command")) for each in servers} - {"", "uvx"})


def _argument(properties: Mapping[str, Json], name: str, value: Json) -> str:
    """Return the word that `registry call` reads as *value*: JSON but for what is always text."""
    if isinstance(value, str) and mapping(properties.get(name)).get("type") == "string":
        return shlex.quote(f"{name}={value}")
    return shlex.quote(f"{name}:={json.dumps(value, ensure_ascii=False)}")


def _commands(tool: Tool) -> Iterator[Snippet]:
    """Yield the commands of a command-line tool, as its author wrote them."""
    commands = map(mapping, array(tool.call.options.get("commands")))
    if lines := [string(each.get("command")) for each in commands]:
        code = "\n".join(lines) + "\n"
        place = COMMAND_PLACEHOLDER.search(code)
        what = f"`{place[1]}` for `{place[0]}`" if place else ""
        hint = f"Write each argument, quoted, in its place: {what}." if place else ""
        yield Snippet("cli", "Commands", code, hint=hint)


def _functions(tool: Tool) -> Iterator[Snippet]:
    """Yield *tool* as the interface of each vendor wants it, under the name it has in `/utcp`.

    Not as MCP lists it: people who have an MCP host give it a server, which is no tab of these.
    """
    by_vendor = definitions(tool)
    vendors = {name: title for name, title in VENDORS.items() if name != "mcp"}
    texts = pretty_jsons([by_vendor[name].value for name in vendors])
    for (name, title), text in zip(vendors.items(), texts, strict=True):
        hint = _renamed(by_vendor[name].own_names)
        yield Snippet(f"function-{name}", title, f"{text}\n", hint=hint)


def _renamed(own_names: Mapping[str, str]) -> str:
    """Return how a caller leads the names of inputs back to the tool's *own_names*, "" for none."""
    if not own_names:
        return ""
    pairs = ", ".join(f"`{name}` to `{own}`" for name, own in sorted(own_names.items()))
    return f"This interface refuses some names of inputs. Before you call, rename {pairs}."
