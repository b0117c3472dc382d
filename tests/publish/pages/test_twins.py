"""The Markdown twins say what the pages say, and contributed text in them is only text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt
from poison import poisoned
from publishing import SAMPLES, SETTINGS
from seen import some

from registry import pipeline
from registry.model import Catalogue
from registry.publish import Context, artefacts, render
from registry.publish._pages.markdown import MOST_OF_OUTPUT, block, code_of, inputs, line, outputs
from registry.publish._pages.schema_rows import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

PAYLOADS = json.loads((Path(__file__).parent / "payloads.json").read_text(encoding="utf-8"))
LIMIT = 60_000
MARKUP = MarkdownIt("commonmark", {"html": True}).enable("table")
MANUALS = ("acme/tides", "elm/workshop", "fen/streams")
NAMES = ("pages_tools", "pages_manuals", "pages_publishers", "pages_facets", "llms")
ARTEFACTS = [each for each in artefacts() if each.name in NAMES]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    whole = pipeline.check(SAMPLES).catalogue
    manuals = tuple(manual for manual in whole.manuals if manual.id in MANUALS)
    return Catalogue(tuple(manual.publisher for manual in manuals), manuals)


def twins(catalogue: Catalogue, payload: str, shell: str) -> Iterator[str]:
    for file in render(poisoned(catalogue, payload), Context(SETTINGS, shell), ARTEFACTS):
        if file.path.endswith(".md"):
            yield file.data.decode("utf-8")


def markup_in(text: str) -> set[str]:
    """Return the kinds of everything in *text* that is more than words."""
    found = set()
    for token in MARKUP.parse(text):
        for each in (token, *(token.children or ())):
            if each.type in ("link_open", "image"):
                href = str(each.attrGet("href") or each.attrGet("src"))
                found.add("own link" if href.startswith(SETTINGS.base_url) else f"link {href}")
            elif each.type not in ("text", "inline", "softbreak", "code_inline", "fence"):
                found.add(each.type)
    return found


@pytest.fixture(scope="module")
def benign(catalogue: Catalogue, shell: str) -> set[str]:
    return set().union(*map(markup_in, twins(catalogue, "plain words", shell)))


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_hostile_text_is_only_text(
    payload: str, catalogue: Catalogue, benign: set[str], shell: str
) -> None:
    for text in some(twins(catalogue, payload, shell)):
        assert markup_in(text) <= benign


def test_every_page_has_its_twin(site: Path) -> None:
    without = (
        "catalogue",
        "compare",
        "tags",
        "404.html",
        "protocols/index.html",
        "changes",
        "stats",
    )
    pages = [path.relative_to(site).as_posix() for path in site.rglob("index.html")]
    wanted = [path for path in pages if not path.startswith(without) and "/changes/" not in path]

    assert wanted
    for path in wanted:
        assert (site / path).with_suffix(".md").is_file(), path
        assert 'type="text/markdown" href="index.md"' in (site / path).read_text(encoding="utf-8")


def test_links_between_twins_lead_to_twins(site: Path) -> None:
    linked = re.compile(rf"\]\({re.escape(SETTINGS.base_url)}([^)\s#]*)")
    for path, target in some(
        (twin, target)
        for twin in site.rglob("*.md")
        for target in linked.findall(twin.read_text(encoding="utf-8"))
    ):
        assert (site / target).exists(), path


def test_llms_txt_has_a_link_on_every_line_of_its_sections(site: Path) -> None:
    """As llmstxt.org describes the format: its reader refuses a section with anything else."""
    text = (site / "llms.txt").read_text(encoding="utf-8")
    about, *sections = re.split(r"^## .+$", text, flags=re.MULTILINE)
    entry = re.compile(r"- \[[^\]]+\]\(https://[^)\s]+\)(: .+)?")

    assert re.match(r"# .+\n\n> .+\n\n", about)
    assert len(sections) > 1
    for each in some(each for section in sections for each in section.splitlines() if each):
        assert entry.fullmatch(each), each


def test_llms_txt_says_what_its_reader_has_to_run(launch: Path) -> None:
    text = (launch / "llms.txt").read_text(encoding="utf-8")
    marked = re.findall(r"; ([^;]+) \([^()]*(?:\([^()]*\)[^()]*)*; you run it\)", text)

    assert "Workshop (OpenTool 1.1) (Unit conversion, word counts and slugs; you run it)" in text
    assert "Git (MCP reference server)" in marked
    assert "Open-Meteo weather" in text
    assert "Open-Meteo weather" not in marked


def test_twins_are_short_enough_to_be_read_whole(site: Path) -> None:
    for path in [*site.rglob("*.md"), site / "llms.txt"]:
        assert len(path.read_text(encoding="utf-8")) < LIMIT, path


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("acme/tides/send_report", "POST `https://api.acme.example.com/v1/{port}/reports`"),
        ("acme/tides/send_report", "`port` (in path; string; required)"),
        ("acme/tides/send_report", "`report` (is the whole body; object; required)"),
        ("acme/tides/send_report", "`registry_ACME__TIDES__API_KEY` for /utcp"),
        ("acme/tides/delete_report", "--data 'grant_type=client_credentials'"),
        ("acme/tides/delete_report", '--user "${CLIENT_ID}:${CLIENT_SECRET}"'),
        ("acme/tides/delete_report", "ACCESS_TOKEN=$(curl --silent 'https://api.acme.exam"),
        ("fen/streams/follow_news", "curl --no-buffer --max-time 30 "),
        ("elm/workshop/convert_unit", "`value` (in body below params; number; required)"),
        ("elm/workshop/convert_unit", "number, inside the object at result of the whole reply"),
        ("dell/oxp/Weekday", "object, at result.value of the whole reply"),
    ],
)
def test_a_tool_says_what_request_it_is_called_by(site: Path, tool: str, said: str) -> None:
    assert said in (site / "tools" / tool / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("twin", ["manuals/fen/retired", "tools/fen/retired/count_frogs"])
def test_a_deprecated_manual_and_each_of_its_tools_say_why(site: Path, twin: str) -> None:
    text = (site / twin / "index.md").read_text(encoding="utf-8")

    assert "- Caution: This manual is deprecated since 2026-05-01: Frogs are" in text
    assert "are counted elsewhere now.\n" in text
    assert "- Caution: It is replaced by `fen/streams`." in text


@pytest.mark.parametrize("twin", ["manuals", "publishers/fen", "tools/fen/retired"])
def test_lists_mark_what_is_deprecated(site: Path, twin: str) -> None:
    lines = (site / twin / "index.md").read_text(encoding="utf-8").splitlines()
    marked = [each for each in lines if each.endswith("deprecated)") or "deprecated):" in each]

    assert len(marked) == 1
    assert "fen/retired" in marked[0]


def test_what_an_api_is_for_is_said_once_where_two_of_its_tools_are_alike(launch: Path) -> None:
    twin = launch / "tools/internet-archive/open-library/get_work/index.md"
    others = [each for each in twin.read_text("utf-8").splitlines() if each.startswith("- Or [")]
    said = [each.partition("): ")[2] for each in others if "): " in each]

    assert sum("google/books/" in each for each in others) > 1
    assert sum("shelves" in each for each in said) == 1


def test_every_value_of_an_argument_is_named_and_an_answer_only_as_deep_as_is_short() -> None:
    names = [f"v{number}" for number in range(100)]
    values: list[Json] = [*names]
    one_of: dict[str, Json] = {"properties": {"unit": {"enum": values}}}
    deep: dict[str, Json] = {"properties": {"at": {"properties": {name * 9: {} for name in names}}}}
    wide: dict[str, Json] = {"properties": {f"{name}_{'x' * 100}": {} for name in names}}

    assert '"v99"`.' in inputs(rows(one_of, "in"), {})
    assert "… and 76 more" in outputs(rows(one_of, "out"))
    assert len(outputs(rows(deep, "out"))) < MOST_OF_OUTPUT
    assert "more, in the record" in outputs(rows(wide, "out"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("use `a_b` and c_d", "use `a_b` and c_d"),
        ("_em_ *em* [x](y) <b> # no", r"\_em\_ \*em\* \[x\](y) \<b\> \# no"),
        ("one\n\n# two", r"one \# two"),
        ("- a list", r"\- a list"),
        ("12. a list", r"12\. a list"),
        ("12 apostles", "12 apostles"),
        ("an `unfinished", "an 'unfinished"),
        ("````", "''''"),
        ("``` `code` ```", "''' `code` '''"),
        ("2.0.0 is out", "2.0.0 is out"),
    ],
)
def test_text_stays_one_line_of_text(text: str, shown: str) -> None:
    assert line(text) == shown


def test_code_cannot_end_its_block() -> None:
    assert block("a\n```\nb") == "````\na\n```\nb\n````"
    assert code_of("a ` b") == "`` a ` b ``"
