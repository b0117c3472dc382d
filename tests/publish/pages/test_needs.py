"""The table of what a caller needs says what is known, and nothing about other tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from publishing import SETTINGS, read

from registry.publish import Context, artefacts, render

SERVERS = Path(__file__).parents[1] / "mcp_servers" / "manuals"
LOCAL = "tools/gull/charts/read_chart/index.html"


@pytest.fixture(scope="module")
def page(shell: str) -> str:
    """Return the page of a tool whose key is an environment variable of a local server."""
    wanted = [each for each in artefacts() if each.name == "pages_tools"]
    files = render(read(SERVERS).catalogue, Context(SETTINGS, shell), wanted)
    return next(file.data.decode("utf-8") for file in files if file.path == LOCAL)


def test_a_column_that_would_be_empty_is_left_out(page: str) -> None:
    assert "GULL_KEY" in page
    assert "Sent as" not in page


def test_programs_that_cannot_call_the_tool_are_not_named(page: str) -> None:
    assert "for other programs" in page
    assert "curl" not in page


def test_what_is_not_in_utcp_has_no_name_there(page: str) -> None:
    assert "UTCP clients prefix each variable" in page
    assert "for <code>/utcp</code>" not in page


def needs_of(page: str) -> str:
    """Return what the *page* of a tool says that a caller needs, in words."""
    section = page.partition('<h2 id="needs">What you need</h2>')[2].partition("<h2")[0]
    return " ".join(re.sub(r"<[^>]+>", "", section).split())


@pytest.mark.parametrize(
    ("tool", "needed"),
    [
        ("fen/local/ring_bell", "Its server, which you start yourself. No key and no account."),
        (
            "fen/streams/show_date",
            "The programs that its commands run, on your machine. No key and no account.",
        ),
        ("fen/streams/follow_news", "Nothing: no key and no account."),
    ],
)
def test_what_has_to_run_on_the_callers_machine_is_needed(
    site: Path, tool: str, needed: str
) -> None:
    page = (site / "tools" / tool / "index.html").read_text(encoding="utf-8")

    assert needs_of(page) == needed


def test_the_program_that_starts_a_server_is_needed_beside_its_key(page: str) -> None:
    assert needs_of(page).startswith("npx on your machine, which a call starts. UTCP clients")


def test_a_column_with_a_value_is_shown(site: Path) -> None:
    page = (site / "tools/acme/tides/send_report/index.html").read_text(encoding="utf-8")

    assert '<th scope="col">Sent as</th>' in page
    assert '<td data-label="Sent as">' in page
