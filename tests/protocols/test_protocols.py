"""What every protocol must hold, told by fixture files alone.

`protocols/<protocol>/<dialect>/valid/<case>.yaml` (or `.json`) has no errors, and its tools,
normalised, are those of `<case>.tools.json` beside it. `…/invalid/<case>.yaml` has some. Both break
the rules that comments at the end of their lines name (see `expectations`), at those lines and
nowhere else: in a valid document these are warnings.

A new or changed document needs its expectation written, and read before it is committed:

    REGENERATE=1 .venv/bin/python -m pytest tests/protocols/test_protocols.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from expectations import expected_of
from hypothesis import given, settings, strategies
from releases import catalogue_of
from seen import some

from registry import source
from registry.diagnostics import has_errors
from registry.protocols import protocols

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expectations import Expectation

    from registry.diagnostics import Diagnostic
    from registry.model import Call, Release, Tool
    from registry.source import Json, Pointer

CASES = Path(__file__).parent
EXPECTATIONS = (".tools.json", ".expect")
ODD: tuple[Json, ...] = (None, True, 0, 1.5, "", "$x {y} ${z}", [], {}, [1], {"a": 1}, ["{a}"])


def cases(kind: str) -> list[Path]:
    found = CASES.glob(f"*/*/{kind}/*")
    return sorted(path for path in found if not path.name.endswith(EXPECTATIONS))


VALID = cases("valid")
INVALID = cases("invalid")


def case_name(path: Path) -> str:
    return path.relative_to(CASES).with_suffix("").as_posix()


def assembled(path: Path) -> tuple[Release | None, tuple[Diagnostic, ...]]:
    """Return what the registry makes of the document at *path*, as version 1.0.0 of a manual."""
    catalogue, problems = catalogue_of(path.name, path.read_bytes())
    return next(iter(catalogue.manuals[0].releases), None), problems


@pytest.mark.parametrize("path", VALID, ids=case_name)
def test_valid_document_is_read_as_expected(path: Path) -> None:
    expected_file = path.with_suffix(".tools.json")
    release, problems = assembled(path)
    assert not has_errors(problems), "\n".join(f"{each.place}: {each.message}" for each in problems)
    assert _found(problems) == expected_of(path)
    assert release is not None
    found = json.dumps(_shown_release(release), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("REGENERATE"):
        expected_file.write_text(found, encoding="utf-8")
    assert expected_file.exists(), "write it as the first lines of this module say"

    assert (release.protocol, release.dialect) == path.parts[-4:-2]
    assert json.loads(found) == json.loads(expected_file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", INVALID, ids=case_name)
def test_invalid_document_is_reported_where_it_is_wrong(path: Path) -> None:
    _, problems = assembled(path)
    expected = expected_of(path)

    assert expected, f"{path.name} names no rule"
    assert _found(problems) == expected
    assert has_errors(problems)
    assert all(each.message and each.hint for each in problems)


def _found(problems: tuple[Diagnostic, ...]) -> Expectation:
    return {(each.place.line, each.rule) for each in problems}


@pytest.mark.parametrize("name", protocols())
def test_every_dialect_has_documents_of_both_kinds(name: str) -> None:
    dialects = {dialect.id for dialect in protocols()[name].DIALECTS}
    folders = CASES / name

    assert {path.parts[-3] for path in VALID if folders in path.parents} == dialects
    assert {path.parts[-3] for path in INVALID if folders in path.parents} == dialects
    assert sum(folders in path.parents for path in VALID) >= 12, "add valid documents"
    assert sum(folders in path.parents for path in INVALID) >= 20, "add invalid documents"


@pytest.mark.parametrize("name", protocols())
def test_no_document_of_another_protocol_is_recognised(name: str) -> None:
    for path in some(VALID):
        release, _ = assembled(path)
        assert release is not None
        recognised = protocols()[name].recognise(release.document.data)

        assert (recognised is not None) == (path.parts[-4] == name), case_name(path)


@given(data=strategies.data())
@settings(max_examples=150, derandomize=True)
def test_no_change_to_a_document_makes_a_reader_fail(data: strategies.DataObject) -> None:
    path = data.draw(strategies.sampled_from(VALID))
    document, _ = source.read_document(path.name, path.read_bytes())
    assert document is not None
    pointer = data.draw(strategies.sampled_from(list(_pointers(document.data))))
    value = data.draw(strategies.sampled_from(ODD))

    catalogue_of("1.0.0.json", json.dumps(_replaced(document.data, pointer, value)).encode())


def _shown_release(release: Release) -> dict[str, Any]:
    return _without_empty(
        {
            "title": release.title,
            "notices": list(release.notices),
            "tools": [_shown_tool(tool) for tool in release.tools],
        }
    )


def _shown_tool(tool: Tool) -> dict[str, Any]:
    """Return everything that a reader decides about a tool, and the lines it points to."""
    return {
        "name": tool.name,
        "dialect": tool.dialect,
        "inputs": tool.inputs,
        "outputs": tool.outputs,
        **_without_empty(
            {
                "description": tool.description,
                "tags": list(tool.tags),
                "call": _shown_call(tool.call),
                "effect": tool.effect.value,
                "variables": [variable.name for variable in tool.variables],
                "average_response_size": tool.average_response_size,
                "notices": list(tool.notices),
                "obstacles": list(tool.obstacles),
                "lines": _lines(tool),
            }
        ),
    }


def _shown_call(call: Call) -> dict[str, Any]:
    auth, envelope = call.auth, call.envelope
    return _without_empty(
        {
            "transport": call.transport,
            "method": call.method,
            "url": call.url,
            "content_type": call.content_type,
            "headers": call.headers,
            "arguments": {each.name: each.where.value for each in call.arguments},
            "auth": {"kind": auth.kind, **auth.fields} if auth else None,
            "envelope": {
                "constants": envelope.constants,
                "arguments_at": list(envelope.arguments_at),
                "fields": [
                    {"path": list(each.path), "schema": each.schema, "required": each.required}
                    for each in envelope.fields
                ],
                "reply": envelope.reply,
                "value_at": list(envelope.value_at),
            }
            if envelope
            else None,
            "options": call.options,
            "unknown_keys": [list(pointer) for pointer in call.unknown_keys],
        }
    )


def _lines(tool: Tool) -> dict[str, int]:
    """Return the line to which a rule would point, by the field that it complains about."""
    fields: list[tuple[str, ...]] = [("name",), ("description",), ("inputs",), ("outputs",)]
    properties = cast("dict[str, Any]", tool.inputs.get("properties", {}))
    fields += [("inputs", "properties", name) for name in properties]
    fields += [("call",), ("call", "url"), ("call", "method")]
    fields += [("call", "headers", name) for name in tool.call.headers]
    fields += [("call", "options", name) for name in tool.call.options]
    if tool.call.auth:
        fields += [("call", "auth"), ("call", "auth", "kind")]
        fields += [("call", "auth", "fields", name) for name in tool.call.auth.fields]
    return {".".join(steps): tool.at(*steps).place.line for steps in fields}


def _without_empty(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, "", [], {}, ())}


def _pointers(value: Json, pointer: Pointer = ()) -> Iterator[Pointer]:
    """Yield the pointers of everything inside *value*."""
    steps = value.items() if isinstance(value, dict) else ()
    for step, inner in enumerate(value) if isinstance(value, list) else steps:
        yield (*pointer, step)
        yield from _pointers(inner, (*pointer, step))


def _replaced(value: Json, pointer: Pointer, new: Json) -> Json:
    """Return *value* with *new* at *pointer*."""
    if not pointer:
        return new
    step, *rest = pointer
    if isinstance(value, dict):
        return {
            key: _replaced(each, tuple(rest), new) if key == step else each
            for key, each in value.items()
        }
    assert isinstance(value, list)
    return [
        _replaced(each, tuple(rest), new) if index == step else each
        for index, each in enumerate(value)
    ]
