"""Read a tool back from its published definition, which `catalogue/tool_definition` makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry.model import (
    Argument,
    Auth,
    Call,
    Effect,
    Envelope,
    EnvelopeField,
    Example,
    ExampleOutput,
    Tool,
    Variable,
    Where,
)
from registry.source import Document, Origin

if TYPE_CHECKING:
    from collections.abc import Mapping


def tool_of(tool_id: str, definition: Mapping[str, Any]) -> Tool:
    """Return the tool that *definition* defines; what no definition has, such as its file, is "".

    Raises KeyError, TypeError, ValueError and AttributeError if it is not a definition.
    """
    publisher, manual, name = tool_id.split("/")
    output = definition.get("example_output")
    return Tool(
        publisher=publisher,
        manual=manual,
        version="",
        name=name,
        protocol="",
        dialect="",
        description=str(definition.get("description", "")),
        tags=tuple(definition.get("tags", ())),
        inputs=dict(definition["inputs"]),
        outputs=definition.get("outputs"),
        call=call_of(definition["call"]),
        native={},
        origin=Origin(Document("", "", {})),
        effect=Effect(definition["effect"]),
        effect_is_stated=bool(definition.get("effect_is_stated")),
        examples=tuple(
            Example(each.get("task", ""), name, each["arguments"])
            for each in definition.get("examples", ())
        ),
        example_output=ExampleOutput(output) if "example_output" in definition else None,
        variables=tuple(Variable(**each) for each in definition.get("variables", ())),
        average_response_size=definition.get("average_response_size"),
    )


def call_of(record: Mapping[str, Any]) -> Call:
    """Return the call that *record*, the `call` of a definition, describes."""
    auth, envelope = record.get("auth"), record.get("envelope")
    return Call(
        transport=str(record["transport"]),
        method=str(record.get("method", "")),
        url=str(record.get("url", "")),
        content_type=str(record.get("content_type", "")),
        headers={str(name): str(value) for name, value in record.get("headers", {}).items()},
        arguments=tuple(
            Argument(str(each["name"]), Where(each["where"]))
            for each in record.get("arguments", ())
        ),
        auth=_auth(auth) if auth else None,
        envelope=_envelope(envelope) if envelope else None,
        options=dict(record.get("options", {})),
    )


def _auth(record: Mapping[str, Any]) -> Auth:
    return Auth(record["kind"], {key: value for key, value in record.items() if key != "kind"})


def _envelope(record: Mapping[str, Any]) -> Envelope:
    return Envelope(
        constants=record["constants"],
        arguments_at=tuple(record["arguments_at"]),
        fields=tuple(
            EnvelopeField(tuple(each["path"]), each["schema"], each["required"])
            for each in record["fields"]
        ),
        reply=record["reply"],
        value_at=tuple(record["value_at"]),
    )
