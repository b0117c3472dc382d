"""The body that a tool sends, compared with that of an operation: JSON, or the fields of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.source_comparison import _required
from registry.authoring.source_comparison._facts import Finding, Verdict
from registry.authoring.source_comparison._parameters import JSON, bare
from registry.authoring.source_comparison._placed_schema import INPUT
from registry.authoring.source_comparison._schema import compare_inside, compare_schema
from registry.authoring.source_comparison._sent_as_text import compare_field, compare_parameter
from registry.model.request import FORM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._parameters import Body, Parameters
    from registry.authoring.source_comparison._placed_schema import Stated
    from registry.model import Tool


def compare_body(tool: Tool, stated: Stated, taken: Parameters) -> Iterator[Finding]:
    """Yield findings on the argument *stated*, which is the body, and on everything in it."""
    if taken.fields:
        yield from _form(stated, taken)
        return
    body = taken.body
    if body is None:
        yield stated.found("place", Verdict.NOT_FOUND, "body", "no body", taken.pointer)
        return
    yield stated.found("place", Verdict.RIGHT, "body", "body", body.pointer)
    ours = bare(tool.call.content_type) or JSON
    yield _content_type(ours, body)
    yield from _need(tool, stated, body)
    if ours == FORM:
        yield from compare_inside(INPUT, stated, body.node, value=compare_field)
    else:
        yield from compare_schema(INPUT, stated, body.node)


def _content_type(ours: str, body: Body) -> Finding:
    verdict = Verdict.RIGHT if ours in body.media or "*/*" in body.media else Verdict.WRONG
    documented = ", ".join(body.media) or "nothing"
    at = ("tool_call_template",)
    return Finding("call", "content type", verdict, ours, documented, at, body.pointer)


def _need(tool: Tool, stated: Stated, body: Body) -> Iterator[Finding]:
    is_needed = _required.is_listed(tool.inputs, stated.steps[-1])
    is_documented = body.is_required
    if not is_needed and not is_documented:
        return
    # Hardly a document means that a body with required fields is optional.
    is_meant = is_documented or bool(body.node.required)
    verdict = _required.of_input(stated, body.node, is_needed=is_needed, is_documented=is_meant)
    yield _required.compared(
        stated, verdict, is_needed=is_needed, is_documented=is_documented, at=body.pointer
    )


def _form(stated: Stated, parameters: Parameters) -> Iterator[Finding]:
    """Compare the fields of a form as Swagger 2 has them: each is a parameter."""
    for name, schema in stated.properties.items():
        inner = stated.inner(schema, f".{name}", "properties", name)
        field = parameters.fields.get(name)
        if field is None:
            yield inner.found("name", Verdict.NOT_FOUND, name, "nothing", parameters.pointer)
            continue
        yield inner.found("name", Verdict.RIGHT, name, name, field.pointer)
        is_needed = _required.is_listed(stated.schema, name)
        yield from compare_parameter(inner, field, is_needed=is_needed)
    for name, field in parameters.fields.items():
        if field.is_required and name not in stated.properties and not field.has_default:
            yield _required.left_out(f"{stated.subject}.{name}", stated.steps, field.pointer)
