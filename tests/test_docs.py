"""What the hand-written pages say is so: their links lead somewhere, their examples are clean."""

from __future__ import annotations

import re
from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from publishing import published
from seen import some

from registry import pipeline
from registry.source import limits

if TYPE_CHECKING:
    from pathlib import Path

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
FILE = re.compile(r"`((?:benchmarks|registry|scripts|tests)/[\w./-]+)`")
"""The path of a file or folder of this repository, without a place for a name in it."""

STEP = re.compile(r"^\d+\. ", re.MULTILINE)

UVX = re.compile(r"uvx (?!open-tool-registry)[^`\n]* registry .*")
"""A call of `uvx` that runs the command `registry`."""

MOVED = re.compile(r"^\| `(registry/\S+)` \| `(registry/\S+)` \|$", re.MULTILINE)
FENCE = re.compile(
    r"^(?P<indent> *)```yaml\n(?P<text>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL
)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the anchors that headings get in GitHub and in mkdocs alike."""
    headings = HEADING.findall(text_of(page))
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_every_link_within_the_repository_leads_somewhere() -> None:
    links = ((page, target) for page in PAGES for target in LINK.findall(text_of(page)))
    for page, target in some((page, target) for page, target in links if "://" not in target):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page

        assert linked.exists(), f"{page.relative_to(ROOT)}: {target}"
        assert not anchor or anchor in anchors(linked), f"{page.relative_to(ROOT)}: {target}"


def test_every_file_of_the_program_that_a_page_names_exists() -> None:
    moved = dict(MOVED.findall(text_of(ROOT / "docs/adr/README.md")))
    named = {(page, path) for page in PAGES for path in FILE.findall(text_of(page))}
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page, path in some(sorted(named))
        if page.name != "CHANGELOG.md" and not (ROOT / moved.get(path, path)).exists()
    ]

    assert not missing, missing


def test_every_page_below_docs_stays_below_docs_with_its_links() -> None:
    """The site has nothing above `docs/`, so such a link would be dead there."""
    pages = [page for page in PAGES if (ROOT / "docs") in page.parents]
    outside = [
        (page.name, target)
        for page in pages
        for target in LINK.findall(text_of(page))
        if "://" not in target and (ROOT / "docs") not in (page.parent / target).resolve().parents
    ]

    assert not outside


def test_no_recipe_for_contributors_has_more_than_nine_steps() -> None:
    contributing = text_of(ROOT / "CONTRIBUTING.md")
    counts = {
        recipe.partition("\n")[0]: len(STEP.findall(recipe))
        for recipe in contributing.split("\n## Add ")[1:]
    }

    assert max(some(counts.values())) <= 9, counts


def test_uvx_is_told_the_name_of_the_package() -> None:
    """Without it, `uvx registry` builds and installs a stranger's package of that name."""
    pages = [*PAGES, *ROOT.glob("registry/authoring/skeleton/**/*.md")]
    calls = [call for page in pages for call in UVX.findall(text_of(page))]

    assert [call for call in some(calls) if "--from " not in call] == []


def yaml_blocks(page: str) -> list[str]:
    return [match["text"] for match in FENCE.finditer(text_of(ROOT / "docs" / page))]


def test_shortest_manual_of_the_guide_has_no_problems(tmp_path: Path) -> None:
    publisher, listing, release = yaml_blocks("submit.md")
    place(tmp_path, publisher, {"world-time": release})
    (tmp_path / "manuals/acme/world-time/manual.yaml").write_text(listing, encoding="utf-8")
    copytree(ROOT / "categories", tmp_path / "categories")

    assert pipeline.check(tmp_path / "manuals").diagnostics == ()


def test_examples_of_the_format_have_no_problems(tmp_path: Path) -> None:
    publisher, listing, facts, utcp = yaml_blocks("manual-format.md")
    [opentool] = yaml_blocks("protocols/opentool.md")
    [otc] = yaml_blocks("protocols/otc.md")
    manuals = {"shipping": utcp, "shipping-two": utcp, "greenhouse": opentool, "geo": otc}
    place(tmp_path, publisher, manuals)
    folder = tmp_path / "manuals/acme/shipping"
    (folder / "manual.yaml").write_text(listing, encoding="utf-8")
    (folder / "1.0.1.yaml").write_text(utcp.replace("1.0.0", "1.0.1"), encoding="utf-8")
    compared = tmp_path / "benchmarks/facts/acme/shipping.yaml"
    compared.parent.mkdir(parents=True)
    compared.write_text(facts, encoding="utf-8")

    assert pipeline.check(tmp_path / "manuals").diagnostics == ()


def place(root: Path, publisher: str, manuals: dict[str, str]) -> None:
    home = root / "manuals" / "acme"
    for name, text in manuals.items():
        (home / name).mkdir(parents=True)
        (home / name / "1.0.0.yaml").write_text(text, encoding="utf-8")
    (home / "publisher.yaml").write_text(publisher, encoding="utf-8")
    # The hosts of a guide are only examples.
    (root / "rules.yaml").write_text("levels: {reserved-host: ignored}\n", encoding="utf-8")


MCP_SERVERS = ROOT / "tests/publish/mcp_servers/manuals"


def paths_in_the_table() -> list[str]:
    """Return a pattern for each path in the table of all published files."""
    rows = text_of(ROOT / "docs/agents.md").split("## All files")[1].split("\nRules for")[0]
    paths = re.findall(r"`/([^`]+)`", "\n".join(re.findall(r"^\| (`/.+?) \|", rows, re.MULTILINE)))
    wild = (re.sub(r"<\w+>", "[^/]+", re.escape(path)) for path in paths)
    return [path.replace(re.escape("{v}"), r"(?:latest|\d+\.\d+\.\d+[^/]*)") for path in wild]


def test_every_published_file_is_in_the_table_and_the_other_way_round() -> None:
    """Maps for search engines aside: they are neither loaded nor read by anyone else."""
    patterns = paths_in_the_table()
    every = {*published().files, *published(MCP_SERVERS).files}
    files = [path for path in every if not path.endswith((".xml", ".txt"))]

    assert not [
        path for path in some(files) if not any(re.fullmatch(each, path) for each in patterns)
    ], "add them to the table of all files in docs/agents.md"
    assert not [
        each for each in some(patterns) if not any(re.fullmatch(each, path) for path in files)
    ]


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("a file", f"{limits.MAX_BYTES // 2**20} MiB"),
        ("values in a file", f"{limits.MAX_NODES:,}"),
        ("nesting", f"{limits.MAX_DEPTH}"),
        ("keys of a mapping", f"{limits.MAX_KEYS:,}"),
        ("characters of a string", f"{limits.MAX_SCALAR:,}"),
        ("characters of a key", f"{limits.MAX_KEY:,}"),
    ],
)
def test_limits_on_the_page_are_those_of_the_reader(what: str, limit: str) -> None:
    assert f"| {what} | {limit} |" in text_of(ROOT / "docs" / "reading-yaml.md")


def test_every_decision_has_a_number_of_its_own_and_is_listed() -> None:
    pages = sorted(path.name for path in (ROOT / "docs" / "adr").glob("[0-9]*.md"))
    listed = re.findall(
        r"\]\((\d{4}-[\w-]+\.md)\)", (ROOT / "docs" / "adr" / "README.md").read_text("utf-8")
    )

    assert listed == pages
    assert len({name[:4] for name in pages}) == len(pages)


def test_every_column_of_a_table_has_a_heading() -> None:
    """A heading without words is read out as nothing."""
    rule = re.compile(r"^(\|.*)\n\|[-: |]+\|$", re.MULTILINE)
    headings = [(page, head) for page in PAGES for head in rule.findall(text_of(page))]
    empty = [each for each in some(headings) if re.search(r"\|\s*\|", each[1])]

    assert empty == []
