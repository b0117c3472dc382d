# ruff: noqa: SIM905 - lists of words are easier to read without quotes
"""Write a tree of manuals of any size, made up of real words and always the same."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from registry.source import Json

TOOLS_A_MANUAL = 10
MANUALS_A_PUBLISHER = 3
SEED = 20261121
KEYED_SHARE = 0.4
"""The share of tools that want a key; the first of each manual does."""

VERBS = (
    "get list search create update delete send cancel convert estimate compare validate"
).split()
NOUNS = (
    "account address airport album animal appointment article asset author balance book booking "
    "branch budget calendar campaign channel city comment company contact contract coordinate "
    "country currency customer dataset delivery device document email employee event exchange "
    "expense file flight forecast game group holiday hotel image incident invoice issue item job "
    "journey language lead library license location log map measurement meeting message metric "
    "movie museum news note notification offer order package page parcel park patient payment "
    "photo place player playlist point policy port post price product project property quote "
    "rate receipt recipe region release report repository reservation review ride road room "
    "route sample schedule school score season sensor service session shipment shop song species "
    "station stock store street subscription survey table task team template ticket tide time "
    "track train transaction translation trip user vehicle venue vessel video visit volcano "
    "warehouse weather website word workflow zone"
).split()
FILLERS = (
    "the of a in for and by with from to current recent daily public open nearest full short "
    "given known valid every any own shared first last"
).split()


def make_tree(manuals: Path, tools: int, manuals_each: int = MANUALS_A_PUBLISHER) -> int:
    """Write manuals with *tools* tools in all below the folder *manuals*; return how many files.

    Each publisher has *manuals_each*.
    """
    chance = random.Random(SEED)
    files = 0
    for number in range(-(-tools // TOOLS_A_MANUAL)):
        publisher = f"publisher-{number // manuals_each}"
        folder = manuals / publisher / f"{chance.choice(NOUNS)}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        count = min(TOOLS_A_MANUAL, tools - number * TOOLS_A_MANUAL)
        host = f"api.{publisher}.example.com"
        files += _save(folder.parent / "publisher.yaml", _publisher(publisher, host))
        files += _save(folder / "manual.yaml", _listing(chance))
        files += _save(folder / "1.0.0.yaml", _release(chance, host, count))
    return files


def _save(path: Path, document: Json) -> int:
    path.write_text(_yaml(document), encoding="utf-8")
    return 1


def _yaml(value: Json, indent: int = 0) -> str:
    """Return *value* as YAML in blocks, as people write it."""
    pad = "  " * indent
    if isinstance(value, dict) and value:
        return "".join(
            f"{pad}{json.dumps(key) if not key.isidentifier() else key}:{_inside(each, indent)}"
            for key, each in value.items()
        )
    if isinstance(value, list) and value:
        return "".join(f"{pad}-{_inside(each, indent)}" for each in value)
    return f"{pad}{json.dumps(value)}\n"


def _inside(value: Json, indent: int) -> str:
    if isinstance(value, dict | list) and value:
        return "\n" + _yaml(value, indent + 1)
    return f" {json.dumps(value)}\n"


def _publisher(name: str, host: str) -> Json:
    return {"name": name.title(), "homepage": f"https://{host}/", "hosts": [host]}


def _listing(chance: random.Random) -> Json:
    return {
        "title": _words(chance, 3).title(),
        "summary": _sentence(chance, 12),
        "category": chance.choice(NOUNS[:12]),
        "tags": chance.sample(NOUNS, 3),
        "licence": "CC-BY-4.0",
    }


def _release(chance: random.Random, host: str, count: int) -> Json:
    names = chance.sample([f"{verb}_{noun}" for verb in VERBS for noun in NOUNS], count)
    tools = [_tool(chance, host, name, is_keyed=name == names[0]) for name in names]
    return {
        "utcp_version": "1.0.1",
        "manual_version": "1.0.0",
        "tools": tools,
        "x-registry": {
            "sources": [_source(host)],
            "released": f"2026-{chance.randint(1, 11):02}-{chance.randint(1, 28):02}",
            "effects": {name: _effect(name) for name in names},
            "variables": {"API_KEY": {"description": "Key of a free account."}},
        },
    }


def _source(host: str) -> Json:
    return {
        "kind": "openapi",
        "repository": f"https://git.example.com/{host}",
        "path": "openapi.yaml",
        "commit": "1a2b3c4d5e",
        "date": "2026-11-20",
    }


def _tool(chance: random.Random, host: str, name: str, *, is_keyed: bool) -> Json:
    verb, _, noun = name.partition("_")
    fields = {each: _field(chance) for each in chance.sample(NOUNS, chance.randint(2, 6))}
    key: dict[str, Json] = {"type": "string", "description": _sentence(chance, 6)}
    inputs: dict[str, Json] = {"id": key, **fields}
    template: dict[str, Json] = {
        "call_template_type": "http",
        "http_method": "GET" if verb in ("get", "list", "search", "compare") else "POST",
        "url": f"https://{host}/v1/{noun}/{{id}}",
    }
    if template["http_method"] == "POST":
        template["body_field"] = ""
    if is_keyed or chance.random() < KEYED_SHARE:
        template["auth"] = {
            "auth_type": "api_key",
            "api_key": "${API_KEY}",
            "var_name": "X-Api-Key",
            "location": "header",
        }
    outputs: dict[str, Json] = {each: _field(chance) for each in chance.sample(NOUNS, 5)}
    return {
        "name": name,
        "description": " ".join(_sentence(chance, 14) for _ in range(3)),
        "tags": [*chance.sample(NOUNS, 4)],
        "inputs": {"type": "object", "properties": inputs, "required": ["id"]},
        "outputs": {"type": "object", "properties": outputs},
        "tool_call_template": template,
    }


def _field(chance: random.Random) -> Json:
    kind = chance.choice(("string", "string", "integer", "number", "choice"))
    described: dict[str, Json] = {"description": _sentence(chance, 8)}
    if kind == "choice":
        return {"type": "string", "enum": chance.sample(NOUNS, 4), **described}
    if kind == "integer":
        return {"type": kind, "minimum": 1, "maximum": 100, **described}
    return {"type": kind, **described}


def _effect(name: str) -> str:
    verb = name.partition("_")[0]
    if verb in ("delete", "cancel"):
        return "destructive"
    return "write" if verb in ("create", "update", "send") else "read"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(FILLERS if n % 2 else NOUNS) for n in range(count))


def _sentence(chance: random.Random, count: int) -> str:
    return _words(chance, count).capitalize() + "."
