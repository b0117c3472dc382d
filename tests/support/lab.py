"""The manual of a lab, whose tools show every way in which a call can end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from paths import TESTS
from publishing import published
from redigest import redigest

from registry.catalogue.find_manual import find_manual
from registry.catalogue.tool_definition import tool_definition
from registry.client.call import Reply, Target

if TYPE_CHECKING:
    from pathlib import Path

    from registry.client.call import Confirm, Question

MANUALS = TESTS / "client" / "call" / "manuals"
HOST = "https://api.example.com"
KEYS = {
    "acme__lab_LAB_KEY": "hunter2-hunter2",
    "acme__lab_LAB_ID": "jane",
    "acme__lab_LAB_SECRET": "correct horse",
}

CallTool: TypeAlias = Callable[..., Reply]


def target(name: str, url: str = HOST, **stated: str) -> Target:
    """Return the tool *name* of the manual, with its API at *url*, and what else is *stated*."""
    release = find_manual(MANUALS, "acme/lab").releases[-1]
    tool = next(each for each in release.tools if each.name == name)
    definition = json.dumps(tool_definition(tool)).replace(HOST, url)
    return Target.of(tool.id, json.loads(definition) | stated)


def write_site(folder: Path, url: str) -> Path:
    """Write a registry of the manual into *folder*, with its API at *url*, and return it."""
    for path, data in published(MANUALS).files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        is_text = path.endswith((".json", ".jsonl"))
        target.write_bytes(data.replace(HOST.encode(), url.encode()) if is_text else data)
    redigest(folder)
    return folder


def answering(word: str, asked: list[Question]) -> Confirm:
    """Return someone who says *word* to every question, and keeps it in *asked*."""

    async def confirm(question: Question) -> bool:
        asked.append(question)
        return word == "yes"

    return confirm
