"""Generate `docs/architecture.md`, the page *Architecture*, from the docstrings of the packages.

Run `make generated` to update it.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "registry"
PAGE = ROOT / "docs" / "architecture.md"
MOST_ROWS = 40
"""Modules that a table lists; of a package with more, only their number is given."""

DESCRIBED = {
    "cli": "[The command line](cli.md) lists its commands.",
    "publish": "[For agents](agents.md#all-files) lists the files; `pages_….py` make the pages.",
}
"""Packages whose modules have a page of their own, with a link to it."""

_INTRODUCTION = """\
# Architecture

How the program is put together, for people who want to change it.
`make generated` writes this page from the docstrings of the packages; the reasons are in the
[decisions](adr/README.md).

## From a file to the site

```text
manuals/ ─load─▶ bytes ─source─▶ Document ─validate─▶ ─protocols─┐
                   │               │                             ▼
                   │ problems      │ problems              Tool, Manual
                   ▼               ▼                             ▼
           report (text, json, github, …) ◀─problems─rules─ Catalogue
                                                                 │ no errors
                                                                 ▼
   publish: /utcp · JSON API · native listings · search · pages ──▶ site/
```

A manual of any protocol is first converted to `Tool`s; rules and pages only work on those.
All problems of all files are reported in one run, and a tree with errors publishes nothing.

{steps}

## The parts

All code is in `registry/`.
A part imports only from those below it, and each third-party library is imported by one part;
`tests/test_architecture.py` checks both.
"""

_GROUP = re.compile(r"^- \*\*(?P<title>[^*]+)\*\*: (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
_NAME = re.compile(r"`(\w+)`")


def page() -> str:
    """Return the page as Markdown."""
    steps = _docstring(PACKAGE / "pipeline.py").partition("\n\n")[2]
    introduction = _INTRODUCTION.format(steps=steps)
    return "\n".join([introduction, *_groups()])


def _groups() -> Iterator[str]:
    """Yield a section for each group of parts in the docstring of `registry`, top to bottom."""
    for group in _GROUP.finditer(_docstring(PACKAGE / "__init__.py")):
        yield f"### {group['title']}\n"
        for name in _NAME.findall(group["text"]):
            yield from _part(name)
    yield "### Beside the program\n"
    yield from _part("providers")


def _part(name: str) -> Iterator[str]:
    folder = PACKAGE / name
    if not folder.is_dir():
        yield f"#### `registry/{name}.py`\n\n{_paragraphs(folder.with_suffix('.py'))[0]}\n"
        return
    yield f"#### `registry/{name}/`\n\n{_opening(folder / '__init__.py')}\n"
    modules = list(_modules(folder))
    if name in DESCRIBED:
        yield f"{DESCRIBED[name]}\n"
    elif len(modules) > MOST_ROWS:
        yield f"It has {len(modules)} modules.\n"
    elif modules:
        rows = (f"| `{path.name}{'/' * path.is_dir()}` | {_summary(path)} |" for path in modules)
        yield "\n".join(["| module | what it does |", "|---|---|", *rows, ""])


def _modules(folder: Path) -> Iterator[Path]:
    """Yield the modules and packages in *folder* that other parts may import."""
    for path in sorted(folder.iterdir()):
        is_package = (path / "__init__.py").is_file()
        if not path.name.startswith("_") and (path.suffix == ".py" or is_package):
            yield path


def _summary(path: Path) -> str:
    """Return the first paragraph of the docstring of the module or package at *path*."""
    file = path / "__init__.py" if path.is_dir() else path
    return " ".join(_paragraphs(file)[0].split()).replace("|", "\\|")


def _opening(path: Path) -> str:
    """Return the first paragraphs of the docstring in *path*: two, unless a list follows."""
    first, *others = _paragraphs(path)[:2]
    return "\n\n".join([first, *(each for each in others if not each.endswith(":"))])


def _paragraphs(path: Path) -> list[str]:
    return _docstring(path).split("\n\n")


def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
