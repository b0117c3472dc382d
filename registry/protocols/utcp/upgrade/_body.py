"""Convert templates for bodies to the one argument that 1.x can send as a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry.model import PLACEHOLDER
from registry.protocols.utcp.upgrade._credentials import is_left_open, variables_in
from registry.protocols.utcp.upgrade._rewriting import (
    PROPERTIES,
    is_credential,
    placeholders,
)
from registry.source.strings import strings_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.protocols.utcp.upgrade._rewriting import Rewriting
    from registry.source import Json, Pointer

_CREDENTIAL = "it sends a credential in the body, which UTCP cannot do"


def rewrite_body(rewriting: Rewriting) -> None:
    """Rewrite `body`: `"{x}"` names the argument, a mapping becomes an object of arguments."""
    body = rewriting.template.pop("body")
    rewriting.note_origin("body_field", "body")
    if isinstance(body, dict):
        _wrap(rewriting, body)
    elif rewriting.is_declared(name := body.strip()[1:-1]) and body.strip() == f"{{{name}}}":
        rewriting.template["body_field"] = name
    else:
        rewriting.obstacles.append("its body is a template string, which UTCP 1.x cannot fill in")


def _wrap(rewriting: Rewriting, template: Mapping[str, Json]) -> None:
    """Convert *template* and the arguments in it to one object argument."""
    sources = _Sources(rewriting)
    schema = sources.object(template, ("body",))
    in_url = PLACEHOLDER.findall(rewriting.template["url"])
    for name in sources.used:
        if name not in in_url:
            rewriting.remove(name)
    field = "body"
    while field in rewriting.properties:
        field = f"request_{field}"
    rewriting.template["body_field"] = field
    rewriting.add(field, schema, required=True, origin=(rewriting.key, "body"))
    for inner, source in sources.moved.items():
        rewriting.moved[(*PROPERTIES, field, *inner)] = source
        if rewriting.is_used_once(str(source[-1])):
            rewriting.places[str(source[-1])] = (field, *map(str, inner[1::2]))
    names = ", ".join(f"`{name}`" for name in sources.used)
    rewriting.notices.append(
        f"Its body is the one input `{field}`, an object"
        + (f" with {names}" if names else "")
        + ": UTCP 1.x has no templates for bodies."
    )


class _Sources:
    """The schema of a body made from its template, and the arguments that went into it."""

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self.used: dict[str, None] = {}
        self.moved: dict[Pointer, Pointer] = {}

    def object(
        self, template: Mapping[str, Json], steps: tuple[str, ...], inner: Pointer = ()
    ) -> dict[str, Any]:
        """Return the schema of the objects that *template*, at *steps* of the call, produces."""
        properties: dict[str, Any] = {}
        required: list[str] = []
        for key, value in template.items():
            schema, is_required = self._value(value, (*steps, key), (*inner, "properties", key))
            properties[key] = schema
            required += [key] if is_required else []
        found: dict[str, Any] = {"type": "object", "properties": properties}
        return {**found, "required": required} if required else found

    def _value(
        self, value: Json, steps: tuple[str, ...], inner: Pointer
    ) -> tuple[dict[str, Any], bool]:
        """Return the schema of one value of the body, and whether it is always present."""
        if isinstance(value, dict):
            schema = self.object(value, steps, inner)
            return schema, "required" in schema
        rewriting = self._rewriting
        if isinstance(value, str) and rewriting.gaps(value):
            return self._filled(value, steps, inner)
        names = [each for each in placeholders(value) if rewriting.is_declared(each)]
        if names:
            self.used.update(dict.fromkeys(names))
            rewriting.obstacles.append(
                "its body has a list with placeholders, which UTCP 1.x cannot fill in"
            )
            return {"type": "array"}, True
        if any(map(is_left_open, strings_in(value))):
            for text in strings_in(value):
                rewriting.variables += variables_in(text)
            rewriting.obstacles.append(_CREDENTIAL)
            return {}, True
        return {"const": value}, True

    def _filled(
        self, form: str, steps: tuple[str, ...], inner: Pointer
    ) -> tuple[dict[str, Any], bool]:
        """Return the schema of a string with placeholders, and whether it is always present."""
        rewriting = self._rewriting
        names, missing = rewriting.gaps(form), rewriting.undeclared(form)
        if missing and all(map(is_credential, missing)):
            rewriting.obstacles.append(_CREDENTIAL)
            return {"type": "string"}, True
        if missing:
            rewriting.report_undeclared(missing, *steps)
            return {"type": "string"}, True
        self.used.update(dict.fromkeys(names))
        is_required = any(map(rewriting.is_required, names))
        if form == f"{{{names[0]}}}":
            self.moved[inner] = (*PROPERTIES, names[0])
            return rewriting.properties[names[0]], is_required
        return rewriting.composed(form), is_required
