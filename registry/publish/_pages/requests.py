"""Say in a few words how the request of a tool is made, and where each argument goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Where
from registry.model.request import ACCESS_TOKEN
from registry.publish._pages.markdown import Markdown, code_of, line
from registry.publish._pages.utcp_programs import enveloped
from registry.publish._pages.values_as_code import pretty_json, shell_word
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Call, Tool
    from registry.source import Json

_PLACES = {
    Where.PATH: "in path",
    Where.QUERY: "in query",
    Where.HEADER: "as header",
    Where.BODY: "is the whole body",
}


def request_lines(call: Call) -> Iterator[Markdown]:
    """Yield the sentences that say how *call* is made; none for what is no HTTP request."""
    if not call.url:
        return
    yield Markdown(f"{line(call.method)} {code_of(call.url)}".strip())
    for name, value in call.headers.items():
        yield Markdown(f"Header {code_of(f'{name}: {value}')}")
    if call.envelope:
        yield Markdown(f"JSON body around the arguments: {_envelope_body(call)}")
    elif call.names(Where.BODY):
        yield Markdown(f"Content-Type {code_of(call.content_type or 'application/json')}")


def _envelope_body(call: Call) -> Markdown:
    return code_of(pretty_json(enveloped(call.envelope, {})["body"]))


def places(tool: Tool) -> dict[str, str]:
    """Return in words where each argument of *tool* goes, by its name."""
    if envelope := tool.call.envelope:
        below = ".".join(envelope.arguments_at)
        return dict.fromkeys((each.name for each in tool.call.arguments), f"in body below {below}")
    by_argument = {each.name: _PLACES.get(each.where, "") for each in tool.call.arguments}
    for name in tool.call.names(Where.QUERY):
        field = tool.properties.get(name)
        if mapping(field).get("type") == "array":
            by_argument[name] = "in query, once for each item"
    return by_argument


def reply_words(tool: Tool, kind: str) -> str:
    """Return what the reply of *tool* is: its type *kind*, its place in the whole, its meaning."""
    if not tool.outputs:
        return ""
    shape = ", ".join(filter(None, (kind, reply_at(tool.call, kind))))
    description = string(tool.outputs.get("description"))
    if not shape or not description:
        return description or (f"{shape}." if shape else "")
    return f"{shape}: {description}"


def reply_at(call: Call, kind: str) -> str:
    """Return where the whole answer of *call* has the tool's own, which is of the type *kind*.

    It is "" where one is the other.
    """
    envelope = call.envelope
    if envelope is None or not envelope.value_at:
        return ""
    at: Json = dict(envelope.reply)
    for step in envelope.value_at:
        at = mapping(mapping(at).get("properties")).get(step)
    is_inside = mapping(at).get("type") == "object" and kind != "object"
    below = "inside the object at" if is_inside else "at"
    return f"{below} {'.'.join(envelope.value_at)} of the whole reply"


def token_request(tool: Tool) -> str:
    """Return the command that puts the token where a call of *tool* reads it.

    It is "" for tools without OAuth 2.
    """
    auth = tool.call.auth
    if auth is None or auth.kind != "oauth2":
        return ""
    fields = auth.fields
    # Some servers only read the header, which every server has to (RFC 6749, section 2.3.1).
    options = [
        f"--user {shell_word('{client_id}:{client_secret}'.format_map(fields))}",
        "--data 'grant_type=client_credentials'",
    ]
    if fields.get("scope"):
        options.append(f"--data-urlencode {shell_word('scope={scope}'.format_map(fields))}")
    url = shell_word(str(fields.get("token_url", "")))
    asked = " \\\n  ".join((f"curl --silent {url}", *options))
    return f"{ACCESS_TOKEN}=$({asked} \\\n  | jq --raw-output .access_token)\n"
