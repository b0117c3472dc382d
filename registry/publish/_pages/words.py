"""The words in which pages say what a tool is: its transport, credentials, effect and needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import protocols, utcp_tools
from registry.changes import Kind
from registry.hosts import host_of
from registry.model import Effect, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Publisher, Tool

TRANSPORTS = {
    "http": "HTTP",
    "sse": "server-sent events",
    "streamable_http": "HTTP stream",
    "cli": "command line",
    "mcp": "MCP server",
    "text": "text",
    "file": "file",
    "graphql": "GraphQL",
    "websocket": "WebSocket",
    "tcp": "TCP",
    "udp": "UDP",
}
AUTHS = {
    "": "no key",
    "api_key": "API key",
    "basic": "user and password",
    "oauth2": "OAuth 2",
}
EFFECTS = {
    Effect.READ: "reads only",
    Effect.WRITE: "writes",
    Effect.DESTRUCTIVE: "can destroy",
}
STATES = {
    State.ACTIVE: "active",
    State.DEPRECATED: "deprecated",
    State.ARCHIVED: "archived",
    State.QUARANTINED: "in quarantine",
}
KINDS = {
    None: "nothing that callers notice",
    Kind.COSMETIC: "only words differ",
    Kind.COMPATIBLE: "what worked still works",
    Kind.BREAKING: "breaks calls that worked",
}


@dataclass(frozen=True, slots=True)
class Need:
    """A value that the caller must have, under the name that a UTCP client looks up."""

    name: str
    variable: str
    description: str
    obtain: str
    sent: str


def count(number: int, singular: str, plural: str = "") -> str:
    """Return *number* with the noun that fits it: `1 tool`, `2,400 tools`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def written_by(publisher: Publisher) -> str:
    """Return who wrote the manuals of *publisher*, as far as this registry knows."""
    if publisher.upstream:
        return f"somebody in the registry {publisher.upstream.name}"
    return "the publisher" if publisher.owners else "contributors of this registry"


def stated_by(publisher: Publisher) -> str:
    """Return who answers for what the manuals of *publisher* say."""
    if publisher.upstream:
        return f"the registry {publisher.upstream.name}, from which this one includes it"
    return "the publisher" if publisher.owners else "contributors who are not the publisher"


def protocol_title(name: str) -> str:
    """Return the name by which people know the protocol *name*."""
    known = protocols.protocols().get(name)
    return known.TITLE if known else name


def dialect_name(protocol: str, dialect: str) -> str:
    """Return the name by which people know *dialect* of *protocol*."""
    known = protocols.protocols().get(protocol)
    names = {each.id: each.name for each in known.DIALECTS} if known else {}
    return names.get(dialect, dialect)


def call_words(tool: Tool) -> str:
    """Return in words how *tool* is called, such as `HTTP GET`."""
    transport = tool.call.transport
    return f"{TRANSPORTS.get(transport, transport)} {tool.call.method}".strip()


def effect_words(tool: Tool) -> str:
    """Return in words what a call of *tool* does to the world; a guess is said to be one."""
    words = EFFECTS[tool.effect]
    return words if tool.effect_is_stated else f"{words} (guessed)"


def auth_kind(tool: Tool) -> str:
    """Return the kind of credentials that a call of *tool* takes, "" for none."""
    return tool.call.auth.kind if tool.call.auth else ""


def auth_words(tool: Tool) -> str:
    """Return in words what proves who calls *tool*."""
    kind = auth_kind(tool)
    return AUTHS.get(kind, kind)


def needs(manual: Manual, tools: tuple[Tool, ...]) -> tuple[Need, ...]:
    """Return what a caller of *tools* must have, each thing once.

    A UTCP client puts the name of the manual in front of a variable and doubles its underscores.
    """
    found: dict[str, Need] = {}
    for tool in tools:
        for variable in tool.variables:
            found.setdefault(
                variable.name,
                Need(
                    utcp_tools.looked_up(manual.utcp_name, variable.name),
                    variable.name,
                    variable.description,
                    variable.obtain,
                    _sent(tool),
                ),
            )
    return tuple(found.values())


def exports(needs: tuple[Need, ...], *, for_clients: bool) -> str:
    """Return the lines for a shell that give *needs* to curl and, if told, to UTCP clients."""
    plain = "".join(f'export {need.variable}="…"\n' for need in needs)
    if not for_clients:
        return plain
    looked_up = "".join(f'export {need.name}="…"\n' for need in needs)
    return f"# for UTCP clients\n{looked_up}# for curl\n{plain}"


def _sent(tool: Tool) -> str:
    """Return in words where a call of *tool* carries its credentials."""
    auth = tool.call.auth
    if auth is None:
        return ""
    if auth.kind == "api_key":
        where = {"header": "header", "query": "query parameter", "cookie": "cookie"}
        location = where.get(str(auth.fields.get("location", "header")), "header")
        return f"{location} {auth.fields.get('var_name', 'X-Api-Key')}"
    if auth.kind == "oauth2":
        return f"exchanged for a token at {auth.fields.get('token_url', '')}"
    return {"basic": "basic authentication"}.get(auth.kind, auth.kind)


def size_words(size: int | None) -> str:
    """Return the size of an average answer in words, "" where nobody has stated it."""
    if size is None:
        return ""
    if size < 1_000:  # noqa: PLR2004
        return count(size, "byte")
    return f"about {size / 1_000:,.0f} kB"


def host(tool: Tool) -> str:
    """Return the host that a call of *tool* goes to, "" where it goes to none."""
    return host_of(tool.call.url) if tool.call.url else ""


def manual_cautions(manual: Manual) -> Iterator[str]:
    """Yield what somebody should know before they use *manual*."""
    status = manual.status
    if status.state is not State.ACTIVE:
        since = f" since {status.since}" if status.since else ""
        reason = f": {status.reason}" if status.reason else ""
        yield f"This manual is {STATES[status.state]}{since}{reason}."
    if status.replaced_by:
        yield f"It is replaced by `{status.replaced_by}`."


def tool_cautions(tool: Tool) -> Iterator[str]:
    """Yield what somebody should know before they call *tool*, the gravest first."""
    if tool.effect is Effect.DESTRUCTIVE:
        yield "A call can delete or overwrite something for good: ask a person first."
    if tool.call.transport in ("cli", "mcp"):
        yield "A call runs a program on the machine of whoever makes it."
    if tool.call.transport in ("file", "text"):
        yield "A call reads from the machine of whoever makes it."
