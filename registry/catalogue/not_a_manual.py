"""Name a document that is not a manual, and say how it becomes one."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from registry.source.narrowing import array, mapping, string
from registry.source.not_data import BY_OPENAPI, BY_QUERIES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from registry.source import Json


class OtherFormat(NamedTuple):
    """The format of a document, for a sentence; the key that shows it, "" for none; and a hint."""

    name: str
    key: str
    hint: str

    def hint_for(self, source: str) -> str:
        """Return the hint for the document at *source*, a path or a URL, as a command takes it."""
        return self.hint.replace("FILE", shlex.quote(source))


_METHODS = ("get", "post", "put", "patch", "delete")

_AS_UTCP = 'start the file with `utcp_version: "1.0.1"` and `tools:`; '
_OF_SERVER = (
    "; for the tools of an MCP server, `registry import mcp FILE --server URL` writes the manual"
)
_FUNCTIONS = (
    "write each function as a UTCP tool: `name`, `description`, `inputs` (its `parameters`) "
    "and `tool_call_template`"
)
_WITH_CALL = "rename `input_schema` to `inputs`, and add a `tool_call_template` to each tool"
_ONE_TOOL = "start the file with {}`tools:`, and indent the tool below it, after `- `"

_CONFIGURATION = OtherFormat(
    "the configuration of an MCP host",
    "mcpServers",
    "it names a server, but not its tools: `registry import mcp FILE` says how to ask for them",
)
_OF_OPENAI = OtherFormat(
    "a list of functions for OpenAI",
    "tools",
    f"{_AS_UTCP}{_FUNCTIONS}{_OF_SERVER}",
)
_OF_ANTHROPIC = OtherFormat(
    "a list of tools for Anthropic",
    "tools",
    f"{_AS_UTCP}{_WITH_CALL}{_OF_SERVER}",
)
_SERVER = OtherFormat(
    "the description of an MCP server",
    "packages",
    "it names a server, but not its tools: `registry import mcp FILE --start` asks for them",
)
_SERVERS = _SERVER._replace(
    name="a list of servers of an MCP registry",
    key="servers",
    hint="it names servers, but not their tools: save what it says of one of them as server.json, "
    "and `registry import mcp server.json --start` asks for them",
)
_UTCP_CONFIGURATION = OtherFormat(
    "the configuration of a UTCP client",
    "manual_call_templates",
    "it names manuals, but not their tools: `registry import utcp URL` imports one of them",
)
_POSTMAN = OtherFormat(
    "a collection of Postman", "item", "`registry import postman FILE` writes the manual"
)
_INSOMNIA = OtherFormat(
    "an export of Insomnia",
    "__export_format",
    "in Insomnia, copy the requests as cURL instead, and paste them into `registry import curl -`",
)
_HAR = OtherFormat(
    "a recording of requests (HAR)",
    "log",
    "in the browser, copy the requests as cURL (for POSIX or bash) instead, and paste them into "
    "`registry import curl -`",
)
_GOOGLE = OtherFormat(
    "a discovery document of Google",
    "discoveryVersion",
    BY_OPENAPI,
)
_SWAGGER_1 = _GOOGLE._replace(name="a document of Swagger 1", key="swaggerVersion")
_SMITHY = _GOOGLE._replace(name="a model in Smithy", key="smithy")
_OLD_POSTMAN = _POSTMAN._replace(
    name="a collection of Postman in the old format v1",
    key="requests",
    hint="export it again as v2.1, and convert that: `registry import postman collection.json`",
)
_ENVIRONMENT = OtherFormat(
    "an environment of Postman",
    "_postman_variable_scope",
    "it has the values of variables, but no requests: "
    "`registry import postman COLLECTION --environment FILE`",
)
_BRUNO = OtherFormat(
    "a collection of Bruno",
    "brunoConfig",
    "export it in the format of Postman, and convert that to a manual: "
    "`registry import postman collection.json`",
)
_THUNDER = _BRUNO._replace(name="a collection of Thunder Client", key="client")
_AS_CURL = "write its requests as curl commands, and paste them into `registry import curl -`"
_HOPPSCOTCH = OtherFormat("a collection of Hoppscotch", "requests", _AS_CURL)
_N8N = OtherFormat("a workflow of n8n", "nodes", _AS_CURL)
_ZAPIER = OtherFormat("an integration of Zapier", "platformVersion", _AS_CURL)
_NPM = OtherFormat(
    "the description of an npm package",
    "dependencies",
    "if it is an MCP server, `registry import mcp -- npx -y NAME@VERSION` asks it for its tools",
)
_BUNDLE = OtherFormat(
    "the manifest of an MCP bundle",
    "server",
    "it has no inputs of tools: `registry import mcp -- COMMAND` starts the server and asks for "
    "them",
)
_SMITHERY = _BUNDLE._replace(name="the configuration of a server on Smithery", key="startCommand")
_SCHEMA = OtherFormat(
    "a JSON Schema",
    "properties",
    "make it the `inputs` of a tool; `registry new` writes a whole manual to put it into",
)
_ARAZZO = OtherFormat(
    "a description of workflows (Arazzo)",
    "arazzo",
    "its `sourceDescriptions` name OpenAPI documents: `registry import openapi URL` imports one",
)
_AGENTS_JSON = _ARAZZO._replace(
    name="a description of flows (agents.json)",
    key="agentsJson",
    hint="its `sources` name OpenAPI documents: `registry import openapi URL` imports one",
)
_OVERLAY = _ARAZZO._replace(
    name="an Overlay of OpenAPI",
    key="overlay",
    hint="it changes an OpenAPI document: apply it to that, and convert the result: "
    "`registry import openapi openapi.json`",
)
_CATALOGUE = _ARAZZO._replace(
    name="a list of APIs (APIs.json)",
    key="apis",
    hint="it names documents: `registry import openapi URL` imports one that is in OpenAPI",
)
_ASYNCAPI = OtherFormat(
    "an AsyncAPI document",
    "asyncapi",
    "write each call that has an answer as a tool by hand; the page *Manual format* says how",
)
_GRAPHQL = OtherFormat(
    "a schema of GraphQL",
    "__schema",
    BY_QUERIES,
)
_OPENRPC = OtherFormat(
    "an OpenRPC document",
    "openrpc",
    f"{_AS_UTCP}write each method as a tool over `http` whose input `body` is an object with the "
    "properties `jsonrpc` and `method`, each with a `const`, `id` and `params`",
)
_AGENT = OtherFormat(
    "the card of an A2A agent",
    "skills",
    "its skills take words and have no inputs: describe the API or the MCP server behind the agent",
)
_UTCP_TOOL = OtherFormat(
    "one tool of UTCP", "tool_call_template", _ONE_TOOL.format('`utcp_version: "1.0.1"` and ')
)
_MCP_TOOL = OtherFormat("one tool of MCP", "inputSchema", _ONE_TOOL.format(""))


_OPENAPI = OtherFormat(
    "an OpenAPI document", "openapi", "convert it to a manual: `registry import openapi FILE`"
)
_EXCERPT = OtherFormat(
    "a part of an OpenAPI document",
    "paths",
    "start it with `openapi: 3.0.3`, and convert it to a manual: "
    "`registry import openapi FILE --server URL`",
)
_PLUGIN = OtherFormat(
    "the manifest of a ChatGPT plugin",
    "name_for_model",
    "it names an OpenAPI document: `registry import openapi URL`, with the `url` of its `api`",
)
_COPILOT_PLUGIN = _PLUGIN._replace(
    name="the manifest of a plugin for Microsoft 365 Copilot",
    key="runtimes",
    hint="it names OpenAPI documents: `registry import openapi URL`, with the `url` in the `spec` "
    "of one of its `runtimes`",
)
# The import takes only a list below `tools`.
_OF_OPENAI_BEFORE = _OF_OPENAI._replace(key="functions", hint=f"{_AS_UTCP}{_FUNCTIONS}")
_OF_GEMINI = _OF_OPENAI_BEFORE._replace(name="a list of functions for Gemini", key="tools")
_IN_GEMINI = ("functionDeclarations", "function_declarations")
_ONE_OF_OPENAI = _OF_OPENAI_BEFORE._replace(name="a function for OpenAI", key="function")
_ONE_OF_ANTHROPIC = OtherFormat("a tool for Anthropic", "input_schema", f"{_AS_UTCP}{_WITH_CALL}")

_OF_BEDROCK = OtherFormat(
    "a list of tools for Amazon Bedrock",
    "toolConfig",
    f"{_AS_UTCP}write each `toolSpec` as a UTCP tool: `name`, `description`, `inputs` (the `json` "
    "of its `inputSchema`) and `tool_call_template`",
)
_ACTION_GROUP = OtherFormat(
    "an action group of Amazon Bedrock",
    "apiSchema",
    "its schema is an OpenAPI document: `registry import openapi FILE` converts that to a manual",
)
_FUNCTION_GROUP = OtherFormat(
    _ACTION_GROUP.name,
    "functionSchema",
    f"{_AS_UTCP}write each function as a UTCP tool: `name`, `description`, `inputs` (an object "
    "whose `properties` are its `parameters`) and `tool_call_template`",
)
_OF_LANGCHAIN = OtherFormat(
    "a tool of LangChain",
    "args_schema",
    f"{_AS_UTCP}write its schema as `inputs`, and add a `tool_call_template`",
)

_BY_KEY = (
    *(_OPENAPI, _OPENAPI._replace(key="swagger"), _CONFIGURATION, _UTCP_TOOL, _MCP_TOOL),
    *(
        _UTCP_CONFIGURATION,
        _UTCP_CONFIGURATION._replace(key="call_template_type"),
        _UTCP_CONFIGURATION._replace(key="provider_type"),
        _POSTMAN,
        _SERVER,
        _SERVER._replace(key="remotes"),
    ),
    *(*(_OF_GEMINI._replace(key=key) for key in _IN_GEMINI), _PLUGIN),
    *(_ONE_OF_ANTHROPIC, _ONE_OF_OPENAI),
    *(_CONFIGURATION._replace(key="mcp_servers"), _CONFIGURATION._replace(key="context_servers")),
    *(_INSOMNIA, _GOOGLE, _ARAZZO, _ASYNCAPI, _GRAPHQL, _OF_LANGCHAIN, _OPENRPC),
    *(_SWAGGER_1, _SMITHY, _ENVIRONMENT, _BRUNO, _BRUNO._replace(key="opencollection"), _SMITHERY),
    *(_OF_BEDROCK, _OF_BEDROCK._replace(key="toolSpec"), _ACTION_GROUP, _FUNCTION_GROUP),
    *(_AGENTS_JSON, _OVERLAY),
    *(_ZAPIER, _NPM, _NPM._replace(key="devDependencies")),
)
"""The formats that a key at the top shows."""


def _in_any(fits: Callable[[Mapping[str, Json]], bool]) -> Callable[[Json], bool]:
    """Return whether one of the mappings in a list, or below the names of a mapping, *fits*."""
    return lambda value: any(
        isinstance(each, dict) and fits(each)
        for each in (value.values() if isinstance(value, dict) else array(value))
    )


def _is_server(value: Mapping[str, Json]) -> bool:
    """Return whether *value* is what an MCP registry says of a server."""
    return "name" in value and not value.keys().isdisjoint(("packages", "remotes"))


_BY_SHAPE: tuple[tuple[OtherFormat, Callable[[Json], bool]], ...] = (
    (
        _UTCP_CONFIGURATION._replace(key="providers"),
        _in_any(lambda each: "provider_type" in each or "call_template_type" in each),
    ),
    (_COPILOT_PLUGIN, _in_any(lambda runtime: "spec" in runtime)),
    (_CATALOGUE, _in_any(lambda api: not api.keys().isdisjoint(("baseURL", "properties")))),
    (_POSTMAN._replace(key="collection"), lambda value: "item" in mapping(value)),
    (_HOPPSCOTCH, _in_any(lambda request: "endpoint" in request)),
    (_N8N, _in_any(lambda node: "typeVersion" in node)),
    (_OLD_POSTMAN, _in_any(lambda request: "collectionId" in request)),
    (_THUNDER, lambda value: value == "Thunder Client"),
    (_SERVER._replace(key="server"), lambda value: _is_server(mapping(value))),
    (_SERVERS, _in_any(lambda each: _is_server(mapping(each.get("server")) or each))),
    (_BUNDLE, lambda value: "mcp_config" in mapping(value)),
    (_INSOMNIA._replace(key="type"), lambda value: string(value).startswith("collection.insomnia")),
    (_HAR, lambda value: "entries" in mapping(value)),
    (_GRAPHQL._replace(key="data"), lambda value: "__schema" in mapping(value)),
    (_EXCERPT, _in_any(lambda path: not path.keys().isdisjoint(_METHODS))),
    # Of VS Code: a file of its own, and its settings. Of OpenCode.
    (_CONFIGURATION._replace(key="servers"), _in_any(lambda server: "type" in server)),
    (_CONFIGURATION._replace(key="mcp"), lambda value: "servers" in mapping(value)),
    (_CONFIGURATION._replace(key="mcp"), _in_any(lambda server: "type" in server)),
    (_OF_OPENAI, _in_any(lambda tool: tool.get("type") == "function" or "parameters" in tool)),
    (_OF_OPENAI_BEFORE, _in_any(lambda function: isinstance(function.get("parameters"), dict))),
    (_OF_GEMINI, _in_any(lambda tool: not tool.keys().isdisjoint(_IN_GEMINI))),
    (_OF_ANTHROPIC, _in_any(lambda tool: "input_schema" in tool)),
    (_OF_BEDROCK._replace(key="tools"), _in_any(lambda tool: "toolSpec" in tool)),
    (_AGENT, _in_any(lambda skill: "id" in skill and "name" in skill)),
    (_ONE_OF_OPENAI._replace(key="parameters"), lambda value: isinstance(value, dict)),
    (_SCHEMA, lambda value: isinstance(value, dict)),
    # A list is the words of a command.
    (_OF_LANGCHAIN._replace(key="args"), lambda value: isinstance(value, dict)),
)
"""The formats that only what is below their key shows."""


def other_format(data: Mapping[str, Json]) -> OtherFormat | None:
    """Return the format of the document *data*, which is in no protocol; None if it is unknown."""
    shown = (found for found in _BY_KEY if found.key in data)
    shaped = (found for found, fits in _BY_SHAPE if fits(data.get(found.key)))
    return next(shown, None) or next(shaped, None)


_IN_TEXT = re.compile(
    r"""(?:^|\A\s*+\{[^{}\[\]]*?)["']?(openapi|swagger|swaggerVersion|asyncapi|arazzo|overlay"""
    r"""|openrpc|discoveryVersion|__export_format)["']?[ \t]*+:""",
    re.MULTILINE,
)
"""A key at the left edge of YAML, or one of the first in JSON, that no other document has there."""

_STARTS = {
    re.compile(r'\s*+\{\s*+"log"\s*+:\s*+\{'): _HAR,
    re.compile(r'\s*+\{\s*+(?:"data"\s*+:\s*+\{\s*+)?"__schema"\s*+:'): _GRAPHQL,
    re.compile(r'\s*+\{\s*+"info"\s*+:\s*+\{[^{}]*?"_postman_id"\s*+:'): _POSTMAN,
}
"""How JSON begins in which the key that shows the format is inside another or far below."""


def format_in_text(text: str) -> tuple[OtherFormat, int] | None:
    """Return what a document that begins with *text* is, and where that is seen; or None.

    This is for what cannot be read as data: it is too large, or has other mistakes.
    """
    if found := _IN_TEXT.search(text):
        return next(each for each in _BY_KEY if each.key == found[1]), found.start(1)
    return next(((each, 0) for start, each in _STARTS.items() if start.match(text)), None)
