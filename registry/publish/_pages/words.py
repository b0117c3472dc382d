"""The words in which pages say what a tool is: its transport, credentials, effect and author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import protocols
from registry.changes import Kind
from registry.model import Author, Effect, State
from registry.report import counted
from registry.web.hosts import is_listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.model import Manual, Publisher, Release, Status, Tool
    from registry.model.entries import ManualEntry, ToolEntry
    from registry.model.rate_limits import Limit

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
    "grpc": "gRPC",
    "webrtc": "WebRTC",
}
AUTHS = {
    "": "no key",
    "api_key": "key or token",
    "basic": "user and password",
    "oauth2": "OAuth 2",
    "variables": "keys of its own",
}
EFFECTS = {
    Effect.READ: "reads only",
    Effect.WRITE: "writes",
    Effect.DESTRUCTIVE: "may delete something",
}
AUTHORS = {
    Author.CONTRIBUTORS: "contributors",
    Author.PUBLISHER: "the publisher",
    Author.REGISTRY: "another registry",
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


def as_sentence(notice: str) -> str:
    """Return *notice*, a clause or a sentence, as a sentence that can be between others."""
    return f"{notice[:1].upper()}{notice[1:].removesuffix('.')}."


def initials(title: str) -> str:
    """Return the first letters of the first two words of *title*, which stand for a logo."""
    words = [word for word in title.replace("-", " ").split() if word[0].isalnum()]
    return "".join(word[0] for word in words[:2]).upper()


def written_by(publisher: Publisher, registry: str) -> str:
    """Return who wrote the manuals of *publisher*, as far as this *registry* knows."""
    if publisher.upstream:
        return f"someone in the registry {publisher.upstream.name}"
    if not publisher.owners:
        others = "" if is_own(publisher, registry) else ", not the publisher"
        return f"contributors of this registry{others}"
    return (
        "the publisher" if publisher.is_verified else "the publisher, whose hosts are not verified"
    )


def stated_by(publisher: Publisher, registry: str) -> str:
    """Return who answers for what the manuals of *publisher* say in this *registry*."""
    if publisher.upstream:
        return f"the registry {publisher.upstream.name}, from which this one includes it"
    if is_own(publisher, registry):
        return "contributors of this registry"
    return "the publisher" if publisher.owners else "contributors who are not the publisher"


def is_own(publisher: Publisher, registry: str) -> bool:
    """Return whether *publisher* is the *registry* of this name itself, with tools of its own."""
    return publisher.title == registry and not publisher.owners and not publisher.upstream


def category_name(category: str) -> str:
    """Return the id *category* as people write it: `AI`, `Web search`."""
    name = category.replace("-", " ")
    return name.upper() if len(name) == len("AI") else name[:1].upper() + name[1:]


def title_below_publisher(manual: Manual | ManualEntry) -> str:
    """Return what *manual* is called after its publisher: its name if both have the same title."""
    return manual.name if is_titled_as_publisher(manual) else manual.title


def is_titled_as_publisher(manual: Manual | ManualEntry) -> bool:
    """Return whether *manual* and its publisher have the same title, as `UniProt` has."""
    return manual.title.casefold() == manual.publisher.title.casefold()


def protocol_title(name: str) -> str:
    """Return the name by which people know the protocol *name*."""
    known = protocols.protocols().get(name)
    return known.TITLE if known else name


def dialect_name(protocol: str, dialect: str) -> str:
    """Return the name by which people know *dialect* of *protocol*."""
    known = protocols.protocols().get(protocol)
    names = {each.id: each.name for each in known.DIALECTS} if known else {}
    return names.get(dialect, dialect)


def call_words(tool: Tool | ToolEntry) -> str:
    """Return in words how *tool* is called, such as `HTTP GET`."""
    return f"{TRANSPORTS.get(tool.transport, tool.transport)} {tool.method}".strip()


def effect_words(tool: Tool | ToolEntry) -> str:
    """Return in words what a call of *tool* does to the world; a guess is said to be one."""
    if tool.effect_is_stated:
        return EFFECTS[tool.effect]
    return f"{EFFECTS[tool.effect]} (guessed)"


def effect_mark(tool: Tool | ToolEntry) -> str:
    """Return the mark that the effect of *tool* has: "" for what only reads.

    `destructive` is kept for what the author says of it.
    """
    if tool.effect is Effect.READ:
        return ""
    return "write" if not tool.effect_is_stated else tool.effect.value


def auth_words(tool: Tool | ToolEntry) -> str:
    """Return in words what proves who calls *tool*."""
    return AUTHS.get(tool.auth_kind, tool.auth_kind)


def keys_of(tools: Sequence[Tool | ToolEntry]) -> str:
    """Return in words how many of a manual's *tools* need a key or an account."""
    keyed = sum(bool(tool.auth_kind) for tool in tools)
    if not keyed:
        return AUTHS[""]
    kinds = dict.fromkeys(auth_words(tool) for tool in tools if tool.auth_kind)
    named = " or ".join(kinds)
    return named if keyed == len(tools) else f"{named} for {keyed} of {len(tools)}"


def effects_of(tools: Sequence[Tool | ToolEntry]) -> str:
    """Return in words whether one of a manual's *tools* does more than read."""
    changing = sum(tool.effect is not Effect.READ for tool in tools)
    return f"{changing} of {len(tools)} write" if changing else EFFECTS[Effect.READ]


def limits_words(limits: Iterable[Limit]) -> str:
    """Return *limits* on one line: numbers with semicolons between, and notes as sentences."""
    line = ""
    for limit in limits:
        if line:
            line += " " if line.endswith(".") else "; " if limit.requests else ". "
        line += str(limit)
    return line


def size_words(size: int | None) -> str:
    """Return the size of an average answer in words, "" where nobody has stated it."""
    if size is None:
        return ""
    if size < 1_000:  # noqa: PLR2004
        return counted(size, "byte")
    return f"about {size / 1_000:,.0f} kB"


def host(tool: Tool) -> str:
    """Return the host that a call of *tool* goes to, "" where it goes to none."""
    return next(iter(tool.call.hosts), "")


def unlisted_hosts(manual: Manual, release: Release, tool: Tool) -> tuple[str, ...]:
    """Return the hosts of *tool* that its publisher does not list, of those who list any."""
    listed = manual.publisher.hosts
    if release.self_hosted or not listed:
        return ()
    return tuple(each for each in tool.call.hosts if not is_listed(each, listed))


def manual_cautions(manual: Manual) -> Iterator[str]:
    """Yield what users should know before they use *manual*."""
    return status_sentences(manual.status)


def unusual_state(state: State) -> str:
    """Return the word that lists have for *state*, "" for an active manual."""
    return "" if state is State.ACTIVE else STATES[state]


def status_sentences(status: Status) -> Iterator[str]:
    """Yield what *status* means to those who use the manual, nothing for an active one."""
    if status.state is not State.ACTIVE:
        since = f" since {status.since}" if status.since else ""
        reason = f": {status.reason}" if status.reason else ""
        end = "" if reason.endswith((".", "!", "?")) else "."
        yield f"This manual is {STATES[status.state]}{since}{reason}{end}"
    if status.replaced_by:
        yield f"It is replaced by `{status.replaced_by}`."


def tool_cautions(tool: Tool) -> Iterator[str]:
    """Yield what users should know before they call *tool*, most severe first."""
    if tool.effect is Effect.DESTRUCTIVE and tool.effect_is_stated:
        yield "A call may delete or overwrite something, perhaps for good. Ask first."
    elif tool.effect is Effect.DESTRUCTIVE:
        yield (
            "A call may delete or overwrite something, perhaps for good: "
            "its author does not say what it does."
        )
    elif tool.effect is Effect.WRITE:
        where = f" at {host(tool)}" if host(tool) else ""
        if tool.effect_is_stated:
            yield f"Each call changes something{where}."
        else:
            yield f"A call may change something{where}: its author does not say what it does."
    if tool.call.starts_program:
        yield "A call runs a program on the caller's machine."
    if tool.call.options.get("file_path"):
        yield "A call reads from the caller's machine."
