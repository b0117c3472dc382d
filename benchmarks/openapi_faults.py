"""Find faults in a tool that was made from an OpenAPI operation, by looking only at the tool.

None of this is the importer's own code: both importers are checked against the same plain reading
of the document.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from registry.validate import SCHEMAS, Schema
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

FAULTS = {
    "body lost": "the operation has a body, the tool has none",
    "required body optional": "the document says that the body must be sent, the tool does not",
    "dangling reference": "a `$ref` in the inputs or outputs that leads nowhere",
    "inputs without type": "inputs that do not say `type: object`",
    "relative URL": "no client can call it",
    "plain-http URL": "every client refuses to call it",
    "loopback URL": "one such tool, and the Python client refuses the whole manual",
    "`$` in the URL": "clients look for a variable, and never find one",
    "undeclared place in the URL": "a `{name}` that is no required input",
    "credentials lost": "the operation wants credentials, the tool sends none",
    "unsendable query input": "a boolean or an object, on which the Python client stops",
    "name unfit for models": "not of the form `^[A-Za-z0-9_-]{1,64}$`",
    "name used twice": "two tools of one document, of which clients keep one",
    "no description": "the Python client's search sees nothing else",
    "phantom input": "a body that means nothing with the method, or is empty by its schema",
    "credential among the inputs": "a model would ask the user for it, and send it as any other",
    "generic tag": "a version, `api` or `rest`, which says nothing of the tool",
    "refused by a client": "a form that the Python or the TypeScript client does not load",
}
"""Each fault and what it means."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLACE = re.compile(r"(?<!\$)\{([^{}]*)\}")
_VARIABLE = re.compile(r"\$\{[A-Za-z0-9_]+\}")
_BODILESS = ("get", "head", "delete")
_KEY = re.compile(
    r"(?:.*[-_])?(?:key|token|app_?id)|apikey|(?:api|access|auth)token", re.IGNORECASE
)
_SAYS_KEY = re.compile(
    r"\b(?:api|access|auth\w*|registered|security) (?:key|token)\b", re.IGNORECASE
)
_GENERIC = re.compile(r"v?\d[\d.]*|apis?|rest|default", re.IGNORECASE)
_SCHEMAS = SCHEMAS / "api"


@dataclass(frozen=True, slots=True)
class Facts:
    """What the document says of one operation."""

    id: str
    has_body: bool
    needs_body: bool
    needs_credentials: bool


def facts(data: dict[str, Any]) -> dict[tuple[str, str], Facts]:
    """Return the facts of every operation, by method in upper case and path."""
    return {
        (method.upper(), path): _facts(data, method, operation)
        for path, item in (data.get("paths") or {}).items()
        for method, operation in _operations(data, item)
    }


def _operations(data: dict[str, Any], item: Any) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401
    item = _target(data, item)
    for method in METHODS:
        if isinstance(item, dict) and method in item:
            operation = item[method]
            yield method, operation if isinstance(operation, dict) else {}


def _facts(data: dict[str, Any], method: str, operation: dict[str, Any]) -> Facts:
    body = _target(data, operation.get("requestBody"))
    has_body = isinstance(body, dict) and bool(body.get("content"))
    if has_body and body.get("required") is not True:
        has_body = method not in _BODILESS and not _is_empty(data, body["content"])
    security = operation.get("security", data.get("security")) or []
    return Facts(
        id=str(operation.get("operationId") or ""),
        has_body=has_body,
        needs_body=has_body and body.get("required") is True,
        needs_credentials=bool(security) and {} not in security,
    )


def _is_empty(data: dict[str, Any], content: dict[str, Any]) -> bool:
    """Return whether each body in *content* is an object that has no properties.

    `{type: object}` allows any property, and plain text has none whatever its schema says.
    """
    schemas = {
        kind.lower(): _target(data, (_target(data, media) or {}).get("schema"))
        for kind, media in content.items()
    }
    return all(
        isinstance(schema, dict)
        and schema.keys() <= {"type", "description", "title", "properties", "additionalProperties"}
        and schema.get("type", "object") == "object"
        and ("properties" in schema or schema.get("additionalProperties") is False)
        and not schema.get("properties")
        and not schema.get("additionalProperties")
        and not kind.startswith("text/plain")
        for kind, schema in schemas.items()
    )


def _target(data: dict[str, Any], value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    for _ in range(9):
        reference = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return value
        value = data
        for step in reference[2:].split("/"):
            name = step.replace("~1", "/").replace("~0", "~")
            value = value.get(name) if isinstance(value, dict) else None
    return None


def faults(tool: dict[str, Any], known: Facts | None) -> set[str]:
    """Return what is wrong with *tool*, made from an operation of which *known* is true."""
    template = tool["tool_call_template"]
    inputs = tool.get("inputs") or {}
    found = {
        "inputs without type": inputs.get("type") != "object",
        "dangling reference": any(
            _dangles(side, side) for side in (inputs, tool.get("outputs") or {})
        ),
        "unsendable query input": any(_unsendable(tool)),
        "name unfit for models": not _NAME.fullmatch(tool["name"]),
        "no description": not str(tool.get("description") or "").strip(),
        "refused by a client": not _accepted().accepts(_whole(tool)),
        **_of_url(template, inputs),
    }
    found["credential among the inputs"] = any(
        isinstance(schema, dict) and _asks_for_key(name, str(schema.get("description") or ""))
        for name, schema in (inputs.get("properties") or {}).items()
        if f"{{{name}}}" not in template["url"]
    )
    found["generic tag"] = any(_GENERIC.fullmatch(str(tag)) for tag in tool.get("tags") or ())
    if known:
        body = template.get("body_field")
        has_body = bool(body) and body in (inputs.get("properties") or {})
        is_required = has_body and body in (inputs.get("required") or [])
        found["body lost"] = known.has_body and not has_body
        found["phantom input"] = has_body and not known.has_body
        found["required body optional"] = known.needs_body and has_body and not is_required
        found["credentials lost"] = known.needs_credentials and not _authorises(template)
    return {fault for fault, is_there in found.items() if is_there}


def _asks_for_key(name: str, described: str) -> bool:
    words = described.lower()
    is_another = any(word in words for word in ("page", "next", "idempot", "sync", "device"))
    return bool(_KEY.fullmatch(name) and _SAYS_KEY.search(words)) and not is_another


def _of_url(template: dict[str, Any], inputs: dict[str, Any]) -> dict[str, bool]:
    url = str(template["url"])
    required = inputs.get("required") or []
    return {
        "relative URL": "://" not in url,
        "plain-http URL": url.startswith("http://"),
        "loopback URL": is_loopback(host_of(url)),
        "`$` in the URL": "$" in _VARIABLE.sub("", url),
        "undeclared place in the URL": any(each not in required for each in _PLACE.findall(url)),
    }


def _authorises(template: dict[str, Any]) -> bool:
    """Return whether a call carries a credential of any sort."""
    fields = [name.lower() for name in template.get("header_fields") or ()]
    return bool(template.get("auth")) or "authorization" in fields


def _unsendable(tool: dict[str, Any]) -> Iterator[bool]:
    template = tool["tool_call_template"]
    elsewhere = {template.get("body_field"), *(template.get("header_fields") or ())}
    elsewhere |= set(_PLACE.findall(template["url"]))
    for name, schema in ((tool.get("inputs") or {}).get("properties") or {}).items():
        kind = schema.get("type") if isinstance(schema, dict) else None
        yield name not in elsewhere and kind in ("boolean", "object", "null")


def _dangles(value: Any, root: dict[str, Any]) -> bool:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, list):
        return any(_dangles(each, root) for each in value)
    if not isinstance(value, dict):
        return False
    reference = value.get("$ref")
    if isinstance(reference, str) and _target(root, {"$ref": reference}) in (None, value):
        return True
    return any(_dangles(each, root) for each in value.values())


def _whole(tool: dict[str, Any]) -> dict[str, Any]:
    """Return *tool* with the defaults of the clients written out, as far as both share them."""
    whole = {"description": "", "tags": [], "outputs": {}, **tool}
    whole["tool_call_template"] = {
        key: value
        for key, value in {"http_method": "GET", **tool["tool_call_template"]}.items()
        if value is not None and key not in ("name", "allowed_communication_protocols")
    }
    return whole


@cache
def _accepted() -> Schema:
    """Return the schema of an http tool that both clients load, but for what has a row here."""
    path = _SCHEMAS / "utcp-manual.schema.json"
    definitions = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    definitions["http"]["properties"]["url"] = {"type": "string"}
    definitions["tool"]["properties"]["name"] = {"type": "string"}
    definitions["tool"]["properties"]["inputs"] = {"$ref": "#/$defs/schema"}
    return Schema({"$ref": "#/$defs/tool", "$defs": definitions})
