"""Editors get the schemas by which files are checked, with words on every key."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from paths import ROOT
from schema_files import FOLDER, texts
from seen import some

from registry import protocols, source
from registry.catalogue import file_schemas
from registry.cli import main
from registry.validate import Schema, embedded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMAS = file_schemas.editor_schemas()
BY_DIALECT = {
    f"{protocol.NAME}-{dialect.id}"
    for protocol in protocols.protocols().values()
    for dialect in protocol.DIALECTS
}
DOCUMENTS = sorted(
    path
    for folder in ("manuals", "tests/protocols/*/*/valid")
    for path in ROOT.glob(f"{folder}/**/*")
    if path.suffix in (".yaml", ".json") and not path.name.endswith(".tools.json")
)
MINDED = ("null", "saved_by", "unknown_template_keys")
"""In the names of files that are accepted with a notice, and that an editor minds."""


def read(path: Path) -> dict[str, Any]:
    document, _ = source.read_document(str(path), path.read_bytes())
    assert document is not None
    return document.data


@pytest.mark.parametrize(("path", "text"), list(texts()), ids=list(SCHEMAS))
def test_files_are_current(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run: make generated"


def test_there_is_a_schema_for_every_file_that_people_write() -> None:
    own = {"publisher", "manual", "facts", "category", "wishes", "tools-lock", "release"}
    assert set(SCHEMAS) == {*own, *BY_DIALECT}
    assert {path.stem for path in FOLDER.iterdir()} == set(SCHEMAS)


def test_editors_do_not_mind_what_is_accepted() -> None:
    accepted = [path for path in DOCUMENTS if not any(each in path.name for each in MINDED)]
    minded = {path: found for path in some(accepted) if (found := schemas_that_mind(path))}

    assert minded == {}


def schemas_that_mind(path: Path) -> list[str]:
    """Return the schemas that an editor applies to *path* and that do not accept it."""
    data = read(path)
    applied = [path.stem if path.stem in ("publisher", "manual") else "release"]
    if applied == ["release"] and (match := protocols.recognised(data)):
        applied.append(file_schemas.schema_name(match))
    return [name for name in applied if not accepts(name, data)]


def accepts(name: str, data: dict[str, Any]) -> bool:
    """Return whether an editor with *name* and the files beside it minds nothing in *data*."""
    return in_editor(name).accepts(data)


@cache
def in_editor(name: str) -> Schema:
    whole = {
        f"{each}.json": embedded(schema, f"#/$defs/{each}.json") for each, schema in SCHEMAS.items()
    }
    text = re.sub(r'"\$ref": "([a-z])', r'"$ref": "#/$defs/\1', json.dumps(whole))
    return Schema({"$ref": f"#/$defs/{name}.json", "$defs": json.loads(text)})


@pytest.mark.parametrize(
    "data",
    [
        {"utcp_version": "1.0.1", "tools": [{"name": "x y", "tool_call_template": {}}]},
        {"utcp_version": "1.0.1", "tools": [{"tool_transport": {"transport_type": "smoke"}}]},
        {"tools": [{"name": "look", "inputSchema": {"type": "string"}}]},
        {"opentool": "1.1.0", "functions": [{"name": "look"}], "server": {}},
        {"items": [{"id": "x"}], "x-registry": {"dialect": "oxp-1.0"}},
        {"opentool": "1.0.0", "functions": [{}], "info": {}},
    ],
)
def test_release_is_held_against_the_schema_of_its_shape(data: dict[str, Any]) -> None:
    assert not accepts("release", data)


def keys(schema: Any, name: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    """Yield every key that a schema describes, with how; not where it only tells shapes apart."""
    if isinstance(schema, list):
        for each in schema:
            yield from keys(each, name)
    elif isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from ((f"{name}/{key}", each) for key, each in properties.items())
        for key, each in schema.items():
            if key not in ("if", "not", "allOf"):
                yield from keys(each, f"{name}/{key}")


WORDS_OF_JSON_SCHEMA = ("type", "properties", "required", "items", "enum", "$ref")
OLD_OR_REFUSED = re.compile(r"old-call|json-schema|additionalProperties$|command_name$")


@pytest.mark.parametrize("name", ["publisher", "manual", *sorted(BY_DIALECT)])
def test_every_key_is_explained(name: str) -> None:
    told = [
        (key, each)
        for key, each in keys(SCHEMAS[name])
        if isinstance(each, dict) and each and not OLD_OR_REFUSED.search(key)
    ]
    silent = [
        key
        for key, each in told
        if "description" not in resolved(SCHEMAS[name], each)
        and "not" not in each
        and key.rpartition("/")[2] not in WORDS_OF_JSON_SCHEMA
    ]

    assert len(told) > 5
    assert not silent


def resolved(schema: Any, value: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return *value* with what it refers to."""
    steps = value.get("$ref", "").removeprefix("#/").split("/")
    for step in steps if "$ref" in value else ():
        schema = schema[step]
    return {**schema, **value} if "$ref" in value else value


def test_keywords_of_the_registry_stay_inside() -> None:
    assert not re.search(r'"x-(?:hint|rule|message|example|key-hints)"', json.dumps(SCHEMAS))


def test_schemas_refer_to_nothing_outside() -> None:
    referred = re.compile(r'"\$ref": "([^"]*)"')
    for schema, target in some(
        (each, target) for each in SCHEMAS.values() for target in referred.findall(json.dumps(each))
    ):
        file, _, path = target.partition("#/")
        value: Any = SCHEMAS[file.removesuffix(".json")] if file else schema
        for step in path.split("/") if path else ():
            value = value[step]

        assert isinstance(value, dict)


def test_settings_of_the_editor_name_files_that_are_there() -> None:
    settings = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    named = [*settings["yaml.schemas"], *(each["url"] for each in settings["json.schemas"])]

    assert all((ROOT / name).is_file() for name in some(named))


def first_line(root: Path) -> str:
    command = ["new", "acme/clock", "--yes", "--manuals", str(root / "manuals")]
    assert CliRunner().invoke(main, command).exit_code == 0
    text = (root / "manuals/acme/clock/1.0.0.yaml").read_text(encoding="utf-8")
    return text.partition("\n")[0]


def test_new_manual_names_the_schema_beside_the_manuals(tmp_path: Path) -> None:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "utcp-1.x.json").write_text("{}", encoding="utf-8")
    line = first_line(tmp_path)

    assert line == "# yaml-language-server: $schema=../../../schemas/utcp-1.x.json"
    there = tmp_path / "manuals/acme/clock" / line.partition("=")[2]
    assert there.resolve() == tmp_path / "schemas/utcp-1.x.json"


def test_new_manual_names_the_published_schema_of_another_registry(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_url: https://tools.acme.com/\n", encoding="utf-8")
    published = "https://tools.acme.com/v1/schemas/files/utcp-1.x.json"

    assert first_line(tmp_path) == f"# yaml-language-server: $schema={published}"


def test_new_manual_names_no_schema_where_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_url: https://x.example/\n", encoding="utf-8")

    assert first_line(tmp_path) == 'utcp_version: "1.0.1"'
