"""An OpenAPI document of examples: calls of the same method and path are one operation."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from registry.authoring.importers.example_requests._credentials import (
    is_secret,
    scheme_name,
    without_keys,
)
from registry.authoring.importers.example_requests._example_bodies import (
    body_of,
    repeated,
    replies_of,
)
from registry.authoring.importers.example_requests._example_schemas import schema_of_texts
from registry.authoring.importers.example_requests._placeholders import has_placeholder
from registry.authoring.importers.example_requests._tool_names import operation_id, summary_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.authoring.importers.example_requests._calls import Call
    from registry.authoring.importers.example_requests._requests import Examples, Field
    from registry.source import Json

_VERSION = re.compile(r"v\d+(?:\.\d+)*|api|rest", re.IGNORECASE)
_REQUIRED = re.compile(r"\(required\)\s*", re.IGNORECASE)
"""What Postman writes before a description, if it makes a collection of an OpenAPI document."""

_VALUE = re.compile(r"(?:.*[-_])?(?:id|key|uuid)", re.IGNORECASE)
"""Names of headers with another value in each call."""


def document_of(examples: Examples, calls: Sequence[Call]) -> dict[str, Json]:
    """Return the OpenAPI document of *calls*, which are those of *examples*."""
    schemes = _Schemes()
    base = _base([call.path for call in calls])
    servers = Counter(call.server for call in calls)
    main = servers.most_common(1)[0][0]
    paths: dict[str, dict[str, Json]] = {}
    for same in same_calls(calls):
        call, method = same[0], same[0].request.method.lower()
        path = call.path.removeprefix(base)
        if method in paths.get(path, {}):
            path = f"{path}#{call.server}"
        servers_: dict[str, Json] = (
            {} if call.server == main else {"servers": [{"url": call.server + base}]}
        )
        paths.setdefault(path, {})[method] = {**_operation(same, schemes), **servers_}
    info: dict[str, Json] = {"title": without_keys(examples.title)}
    if examples.description:
        info["description"] = without_keys(examples.description)
    return {
        "openapi": "3.1.0",
        "info": info,
        "servers": [{"url": main + base}],
        "paths": {**paths},
        "components": {"securitySchemes": {**schemes.by_name}},
    }


def same_calls(calls: Sequence[Call]) -> list[list[Call]]:
    """Return *calls* in groups that become one tool each."""
    groups: dict[tuple[str, str, str], list[Call]] = {}
    for call in calls:
        groups.setdefault(call.shape, []).append(call)
    return [*groups.values()]


def _base(paths: Sequence[str]) -> str:
    """Return the steps at the start of all *paths* that name a version or say `api`."""
    base = ""
    for steps in zip(*(path.split("/")[1:-1] for path in paths), strict=False):
        if len({*steps}) > 1 or not _VERSION.fullmatch(steps[0]):
            break
        base += f"/{steps[0]}"
    return base


class _Schemes:
    """The security schemes of one document, each with a name of its own."""

    def __init__(self) -> None:
        self.by_name: dict[str, Json] = {}

    def name(self, scheme: Mapping[str, Json]) -> str:
        base = name = scheme_name(scheme)
        number = 1
        while self.by_name.setdefault(name, dict(scheme)) != scheme:
            number += 1
            name = f"{base}_{number}"
        return name


def _operation(same: Sequence[Call], schemes: _Schemes) -> dict[str, Json]:
    """Return the operation of which all calls in *same* are examples."""
    request = same[0].request
    operation: dict[str, Json] = {}
    names = [*dict.fromkeys(operation_id(call.request.name, request.method) for call in same)]
    # Several names are those of cases, and none is that of the call.
    if len(names) == 1 and names[0]:
        operation["operationId"] = names[0]
    summaries = [*dict.fromkeys(filter(None, (summary_of(each.request.name) for each in same)))]
    operation["summary"] = without_keys("; ".join(summaries))
    words = next((call.request.description for call in same if call.request.description), "")
    operation["description"] = without_keys(words)
    # Exports name folders after the steps of a path.
    tags = [without_keys(each) for each in request.folders if not has_placeholder(each)]
    operation |= {"tags": [*tags]} if tags else {}
    operation["parameters"] = [*_path(same), *_query(same), *_headers(same)]
    if body := body_of([call.request for call in same]):
        operation["requestBody"] = body
    demanded: dict[str, Json] = {schemes.name(each): [] for each in same[0].schemes}
    operation["security"] = [demanded] if demanded else []
    operation["responses"] = replies_of([call.request for call in same])
    return operation


def _path(same: Sequence[Call]) -> Iterator[dict[str, Json]]:
    described = {field.name: field for call in same for field in call.request.path}
    for name in dict.fromkeys(re.findall(r"\{([^{}]*)\}", same[0].path)):
        field = described.get(name)
        schema = schema_of_texts([field.value] if field else [], name)
        yield _parameter(name, "path", schema, [field] if field else [], required=True)


def _query(same: Sequence[Call]) -> Iterator[dict[str, Json]]:
    lists = set().union(*(repeated(call.query) for call in same))
    for name, fields in _by_name([call.query for call in same]).items():
        schema = schema_of_texts([field.value for field in fields], name, is_list=name in lists)
        yield _parameter(name, "query", schema, fields)


def _headers(same: Sequence[Call]) -> Iterator[dict[str, Json]]:
    for name, fields in _by_name([call.headers for call in same]).items():
        if name.lower() == "cookie":
            for pair in fields[0].value.split(";"):
                yield _parameter(pair.partition("=")[0].strip(), "cookie", {"type": "string"}, [])
            continue
        values = [field.value for field in fields]
        if len(values) == len(same) and _is_fixed(name, values):
            schema: dict[str, Json] = {"type": "string", "enum": [values[0]]}
            yield _parameter(name, "header", schema, fields, required=True)
        else:
            yield _parameter(name, "header", schema_of_texts(values, name), fields)


def _is_fixed(name: str, values: list[str]) -> bool:
    """Return whether a header has the same value in every call, such as the version of an API."""
    value = values[0]
    is_said = bool(value) and not has_placeholder(value) and not is_secret(value)
    return len({*values}) == 1 and is_said and not _VALUE.fullmatch(name)


def _by_name(groups: Sequence[tuple[Field, ...]]) -> dict[str, list[Field]]:
    by_name: dict[str, list[Field]] = {}
    for fields in groups:
        for field in fields:
            by_name.setdefault(field.name, []).append(field)
    return by_name


def _parameter(
    name: str,
    where: str,
    schema: dict[str, Json],
    fields: Sequence[Field],
    *,
    required: bool = False,
) -> dict[str, Json]:
    words = next((field.description for field in fields if field.description), "")
    if stated := _REQUIRED.match(words):
        words, required = words[stated.end() :], True
    described: dict[str, Json] = {"description": without_keys(words)} if words else {}
    return {"name": name, "in": where, "required": required, "schema": {**schema}, **described}
