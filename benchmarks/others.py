"""The other programs in `peers.py`: some make pages of finished Markdown, one checks files."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from contender import Contender, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
_MKDOCS = (sys.executable, "-m", "mkdocs", "build")

_LAYOUT = """\
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head>
<body><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>
"""
_HUGO = """\
baseURL = "https://registry.example/"
title = "Tools"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
"""
_MATERIAL = """\
site_name: Tools
site_url: https://registry.example/
docs_dir: content
theme: {name: material, font: false, features: [navigation.prune]}
plugins: []
"""
_ZENSICAL = """\
[project]
site_name = "Tools"
site_url = "https://registry.example/"
docs_dir = "content"
site_dir = "of-zensical"
"""


def others_in(work: Path, tools: int, peers: Path) -> Iterator[Contender]:
    """Yield those that make pages of finished Markdown, and the one that checks files."""
    pages = work / "pages"
    _copy_markdown(work / "site", pages / "content")
    (pages / "layouts" / "_default").mkdir(parents=True)
    for name in ("single", "list"):
        (pages / "layouts" / "_default" / f"{name}.html").write_text(_LAYOUT, encoding="utf-8")
    (pages / "hugo.toml").write_text(_HUGO, encoding="utf-8")
    (pages / "mkdocs.yml").write_text(_MATERIAL, encoding="utf-8")
    (pages / "zensical.toml").write_text(_ZENSICAL, encoding="utf-8")

    makers: dict[str, tuple[str | Path, ...]] = {
        "Hugo": (peers / "bin" / "hugo", "--quiet", "--destination", "of-hugo"),
        "Zensical": (peers / "bin" / "zensical", "build", "--clean"),
        "MkDocs with Material": (*_MKDOCS, "--quiet", "--site-dir", "of-mkdocs-with-material"),
    }
    for name, words in makers.items():
        row = Row("pages", f"{name}, pages of tools from finished Markdown", tools)
        made = pages / f"of-{name.lower().replace(' ', '-')}"
        yield Contender(row, words, pages, partial(shutil.rmtree, made, ignore_errors=True))
    schema = ("--schemafile", ROOT / "schemas" / "utcp-1.x.json")
    releases = sorted((work / "manuals").glob("*/*/*.*.*.yaml"))
    checker: tuple[str | Path, ...] = (peers / "bin" / "check-jsonschema", *schema, *releases)
    yield Contender(Row("check", "check-jsonschema, only the schema", tools), checker, work)


def _copy_markdown(site: Path, content: Path) -> None:
    """Copy the Markdown of each tool's page as a page of its own."""
    for number, twin in enumerate(sorted((site / "tools").glob("*/*/*/index.md"))):
        page = content / twin.parent.relative_to(site).with_suffix(".md")
        page.parent.mkdir(parents=True, exist_ok=True)
        text = twin.read_text(encoding="utf-8")
        page.write_text(f"---\ntitle: Tool {number}\n---\n{text}", encoding="utf-8")
