"""The bodies and replies that a document shows fit the schemas of its tools."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from openapi_damage import read

from registry.authoring.importers.openapi import convert_document
from registry.validate import checker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

HERE = Path(__file__).parent / "documents"
DOCUMENTS = [
    HERE / name for name in ("choices.yaml", "large-choices.json", "merged.yaml", "read-only.yaml")
]


def examples(content: dict[str, Any]) -> list[Any]:
    """Return the examples in *content*, which has one media type."""
    (media,) = content.values()
    named = [each["value"] for each in media.get("examples", {}).values()]
    return [*named, *([media["example"]] if "example" in media else [])]


def shown(path: Path) -> Iterator[tuple[str, str, Any]]:
    """Yield the operationId, the side and the value of each example in the document at *path*."""
    for item in read(path)["paths"].values():
        for operation in item.values():
            body = operation.get("requestBody", {"content": {"none": {}}})["content"]
            replies = [each["content"] for each in operation["responses"].values()]
            yield from ((operation["operationId"], "inputs", each) for each in examples(body))
            for reply in replies:
                yield from ((operation["operationId"], "outputs", each) for each in examples(reply))


@cache
def converted(path: Path) -> dict[str, Any]:
    """Return the tools made of the document at *path*, by name."""
    return {str(tool["name"]): tool for tool in convert_document(read(path)).tools}


CASES = [
    pytest.param(path, *case, id=f"{path.stem}-{case[0]}-{case[1]}-{number}")
    for path in DOCUMENTS
    for number, case in enumerate(shown(path))
]


@pytest.mark.parametrize(("path", "name", "side", "value"), CASES)
def test_example_of_the_document_fits_the_tool(
    path: Path, name: str, side: str, value: Json
) -> None:
    schema: Any = converted(path)[name][side]
    instance = {"body": value} if side == "inputs" else value

    assert checker(schema)(instance) == []
