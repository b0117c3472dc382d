"""Every command answers programs, too: one JSON object, and the same thing under the same key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_page import commands
from click.testing import CliRunner

from registry.authoring.init import RegistryConfig, create_registry
from registry.cli import main
from registry.web.serve import serving

pytestmark = pytest.mark.slow

COMMANDS = dict(commands())
LEAVES = [name for name in COMMANDS if not any(each.startswith(f"{name} ") for each in COMMANDS)]
CLOCK = "example/clock"
FORM = "### Publisher\n\nacme\n"


@pytest.mark.parametrize("name", LEAVES)
def test_every_command_takes_json(name: str) -> None:
    assert "--json" in COMMANDS[name]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory: a registry of one example."""
    list(create_registry(tmp_path / "own", RegistryConfig("Tools of Acme"), "2026-11-20"))
    monkeypatch.chdir(tmp_path / "own")
    return tmp_path / "own"


def answer(*words: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the one object that is printed."""
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.stdout.isascii(), done.stderr
    data = json.loads(done.stdout)

    assert isinstance(data, dict)
    return done.exit_code, data


def broken(here: Path) -> None:
    release = here / "manuals/example/clock/1.0.0.yaml"
    text = release.read_text("utf-8").replace("https://", "http://")
    release.write_text(text, encoding="utf-8")


ENTRY = {"path", "line", "column", "severity", "rule", "message", "hint"}


def test_check_tells_what_it_finds(here: Path) -> None:
    clean = answer("check")
    broken(here)
    code, found = answer("check")

    assert (clean[0], clean[1]["diagnostics"]) == (0, [])
    assert code == 1
    assert found["diagnostics"][0].keys() >= ENTRY


def test_build_tells_what_it_has_published_or_why_not(here: Path) -> None:
    code, built = answer("build")
    broken(here)
    failed, nothing = answer("build")

    assert (code, failed) == (0, 1)
    assert built["published"]["site"] == "site"
    assert built["published"].keys() == {"site", "tools", "manuals", "publishers", "files"}
    assert built["published"]["files"] == sum(map(Path.is_file, (here / "site").rglob("*")))
    assert nothing["published"] is None
    assert {each["rule"] for each in nothing["diagnostics"]} >= {"plain-http-url"}


@pytest.mark.parametrize("style", ["sarif", "markdown"])
def test_build_prints_nothing_but_the_format(here: Path, style: str) -> None:
    done = CliRunner().invoke(main, ["build", "--format", style])

    assert "registry serve" not in done.stdout
    assert "1 manual," in done.stderr


def test_what_writes_files_names_them(here: Path) -> None:
    address = ("--url", "https://api.acme.com/v1/time")
    made = answer("new", "acme/watch", "--yes", *address)
    bumped = answer("bump", "minor", CLOCK)
    begun = answer("init", "other")
    taken = answer("import", "utcp", "manuals/example/clock/1.0.0.yaml", "--manual", "watch")

    assert made[1]["files"][-1] == "manuals/acme/watch/1.0.0.yaml"
    assert {each["severity"] for each in made[1]["diagnostics"]} == {"warning"}
    assert bumped[1] == {
        "manual": CLOCK,
        "version": "1.1.0",
        "files": ["manuals/example/clock/1.1.0.yaml"],
    }
    assert "other/mkdocs.yml" in begun[1]["files"]
    assert taken[1].keys() >= {"source", "files", "tools", "left_out", "changed", "diagnostics"}
    assert all(
        (here / path).is_file()
        for _, each in (made, bumped, begun, taken)
        for path in each["files"]
    )


API = """\
openapi: 3.0.0
info: {title: Tides}
servers: [{url: "https://api.acme.com"}]
paths:
  /tides: {get: {operationId: tides, summary: Tell high and low water., responses: {}}}
"""


def test_every_import_tells_the_same(here: Path) -> None:
    tool = {"name": "find", "description": "Find a book by its name.", "inputSchema": {}}
    (here / "api.yaml").write_text(API, encoding="utf-8")
    (here / "tools.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    (here / "functions.py").write_text('def find():\n    """Find it."""\n', encoding="utf-8")
    (here / "calls.sh").write_text("curl https://api.acme.com/tides\n", encoding="utf-8")
    collection = {"item": [{"name": "Find", "request": "https://api.acme.com/tides"}]}
    (here / "collection.json").write_text(json.dumps(collection), encoding="utf-8")
    sources = (
        ("curl", "calls.sh", "--manual", "five"),
        ("postman", "collection.json", "--manual", "six"),
        ("openapi", "api.yaml", "--manual", "one"),
        ("mcp", "tools.json", "--server", "https://mcp.acme.com/mcp", "--manual", "two"),
        ("python", "functions.py", "--url", "https://api.acme.com/{function}", "--manual", "three"),
        ("utcp", "manuals/example/clock/1.0.0.yaml", "--manual", "four"),
    )
    told = [answer("import", *words, "--publisher", "acme")[1] for words in sources]

    for each in told:
        assert each.keys() >= {"source", "files", "tools", "left_out", "changed", "diagnostics"}
        assert len(each["tools"]) == 1
        assert all(remark.keys() == {"what", "why"} for remark in each["changed"])


def test_form_that_is_refused_says_why(here: Path) -> None:
    (here / "form.md").write_text(FORM, encoding="utf-8")
    code, told = answer("import", "issue", "form.md")

    assert code == 1
    assert told == {
        "manual": "",
        "files": [],
        "refusal": "the field 'Manual' is missing: fill in the form again",
        "diagnostics": [],
    }


def test_layout_tells_what_cannot_be_read(here: Path) -> None:
    file = Path("manuals/example/clock/manual.yaml")
    file.write_text("title: [\n", encoding="utf-8")
    code, told = answer("fmt", str(file))

    assert code == 1
    assert told["unreadable"] == [file.as_posix()]
    assert told["diagnostics"][0]["line"] == 2


def test_rules_are_a_list_also_where_there_is_one(here: Path) -> None:
    assert len(answer("explain")[1]["rules"]) > 100
    assert [each["id"] for each in answer("explain", "plain-http-url")[1]["rules"]] == [
        "plain-http-url"
    ]


AGENT_GETS: tuple[tuple[tuple[str, ...], set[str]], ...] = (
    (("preview", CLOCK), {"tools"}),
    (("search", "time"), {"hits", "quality"}),
    (("show", f"{CLOCK}/get_time"), {"id", "version", "sha256", "keys", "definition"}),
    (("call", f"{CLOCK}/get_time", "zone=Europe/Oslo"), {"method", "url", "headers"}),
)
"""What an agent asks, and the keys of the answer that `docs/agents.md` names."""


@pytest.mark.parametrize(("words", "keys"), AGENT_GETS)
@pytest.mark.usefixtures("here")
def test_what_an_agent_gets_is_an_object(words: tuple[str, ...], keys: set[str]) -> None:
    code, found = answer(*words)

    assert code == 0
    assert keys <= found.keys()


def test_signatures_are_made_and_verified_for_programs(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer("build")
    made = answer("trust", "init", "--keys", "../keys")[1]["files"]
    renewed = answer("trust", "renew", "--keys", "../keys", "--new-online")[1]["files"]
    monkeypatch.setenv("REGISTRY_SIGNING_KEY", Path("../keys/online.pem").read_text("utf-8"))
    signed = answer("sign")[1]
    with serving(here / "site") as url:
        good = answer("verify", url, "--root", "trust/1.root.json")
        (here / "site/utcp.json").write_text("{}", encoding="utf-8")
        bad = answer("verify", url, "utcp.json", "--root", "trust/1.root.json")

    assert made[0] == "trust/1.root.json"
    assert renewed == ["trust/2.root.json", "../keys/online.pem"]
    assert signed["signed"] > 10
    assert (good[0], len(good[1]["files"]), good[1]["problems"]) == (0, 4, [])
    assert bad[0] == 1
    assert bad[1]["problems"][0].startswith("cannot be trusted: utcp.json")


def test_wrong_use_is_a_sentence_and_no_object(here: Path) -> None:
    done = CliRunner().invoke(main, ["bump", "minor", "nobody/nothing", "--json"])

    assert (done.exit_code, done.stdout) == (2, "")
    assert "nobody" in done.stderr
