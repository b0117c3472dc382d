"""Every command that cannot do what it was asked for says so in a sentence, and does nothing."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from cli_page import commands
from click.testing import CliRunner

from registry.authoring.init import RegistryConfig, create_registry
from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

NAMES = dict(commands())
LEAVES = {name for name in NAMES if not any(each.startswith(f"{name} ") for each in NAMES)}
NOWHERE = "https://127.0.0.1:1"

REFUSALS: tuple[tuple[str, str, str], ...] = (
    ("build", "--site manuals", "manuals/ is inside manuals/; choose another folder with --site"),
    ("build", "--config nothing.yml", "the file 'nothing.yml' does not exist; choose another with"),
    ("bump", "minor example/clocks", "there is no manual 'example/clocks'; did you mean 'example"),
    ("bump", "example/clock minor", "'example/clock' is a manual; write the step before it"),
    ("call", "example/clock/get_time", "'zone' is missing"),
    ("call", "example/clock/get_time zone=x day=1", "day"),
    ("call", "example/clock/get_time --signed-by mkdocs.yml", "name a registry with --registry"),
    ("call", "example/clock/get_time zone=“x”", "has typographic quotes: write zone=x, or zone:="),
    ("call", "example/clock/get_time zone:=NaN", "has no valid JSON after :="),
    ("check", "--base nowhere", "cannot compare with 'nowhere': git has no such commit"),
    ("check", "docs", "docs is neither in manuals/ nor"),
    (
        "check",
        "rules.yaml",
        "save a manual as manuals/<publisher>/<manual>/1.0.0.yaml; for another",
    ),
    ("check", "example/clock", "here; did you mean 'manuals/example/clock'?"),
    ("deploy", "docs s3://tools", "docs/ is not a site; build one with: registry build"),
    ("deploy", "site s3://tools", "the folder 'site' does not exist; build it with"),
    ("diff", "example/clock", "there are not two versions: example/clock has 1.0.0"),
    ("explain", "plain-htp-url", "no rule is called 'plain-htp-url'; did you mean 'plain-http-url"),
    ("fmt", "--base nowhere", "cannot compare with 'nowhere'"),
    ("fmt", "docs", "docs is not in manuals/; name its files if you want them formatted"),
    ("fmt", "example/clock", "here; did you mean 'manuals/example/clock'?"),
    ("links", "--observations mkdocs.yml", "mkdocs.yml is not a file of observations"),
    (
        "import curl",
        "mkdocs.yml",
        "mkdocs.yml has no curl command; a line begins with `curl`",
    ),
    ("import curl", "nothing.sh", "nothing.sh: No such file or directory"),
    (
        "import curl",
        "manuals/example/clock/1.0.0.yaml",
        "1.0.0.yaml is a document of UTCP: `registry import utcp manuals/example/clock/1.0.0.yaml`",
    ),
    ("import issue", "rules.yaml", "the field 'Publisher' is missing"),
    ("import mcp", "tools.json", "tools.json: No such file or directory"),
    (
        "import mcp",
        "manuals/example/clock/1.0.0.yaml --server npx",
        "1.0.0.yaml is a document of UTCP: `registry import utcp manuals/example/clock/1.0.0.yaml`",
    ),
    ("import mcp", f"{NOWHERE}/mcp", "https://127.0.0.1:1/mcp: 127.0.0.1 cannot be reached"),
    ("import mcp", f"{NOWHERE}/mcp --env KEY", "--env is for a server that is started; for one"),
    ("import mcp", "--bearer KEY -- no-such-program", "--bearer is for a server at a URL; for"),
    ("import mcp", "-- no-such-program", "no-such-program: it cannot be started: No such file"),
    ("import openapi", "mkdocs.yml", "mkdocs.yml has no key `openapi` or `swagger`: it"),
    (
        "import openapi",
        "manuals/example/clock/1.0.0.yaml",
        "1.0.0.yaml is a document of UTCP: `registry import utcp manuals/example/clock/1.0.0.yaml`",
    ),
    ("import openapi", "nothing.yaml", "nothing.yaml: No such file or directory"),
    ("import openapi", f"{NOWHERE}/api.json", "https://127.0.0.1:1/api.json: Connection refused"),
    ("import postman", "mkdocs.yml", "mkdocs.yml has no list `item`: it is not a collection of"),
    ("import postman", f"{NOWHERE}/a.json", "https://127.0.0.1:1/a.json: Connection refused"),
    ("import python", "docs/about --url https://api.acme.com", "neither a dotted name nor a file"),
    ("import python", "json --url api.acme.com", "--url 'api.acme.com' is not a full URL"),
    ("import utcp", "mkdocs.yml --server https://[", "--server 'https://[' is not a full URL"),
    ("import openapi", "mkdocs.yml --server a.com", "--server 'a.com' is not a full URL"),
    (
        "import utcp",
        "manuals/example/clock/1.0.0.yaml --manual two --version 1",
        "'1' is not a version of the form x.y.z; choose one with --version",
    ),
    ("import utcp", "docs", "docs: Is a directory"),
    ("import utcp", "mkdocs.yml", "mkdocs.yml has no UTCP tools"),
    ("include", "", "there is nothing to include"),
    ("init", "rules.yaml", "there can be no folder 'rules.yaml': 'rules.yaml' is a file"),
    ("init", "rules.yaml/own", "there can be no folder 'rules.yaml/own': 'rules.yaml' is a file"),
    ("init", ".", "already exists and is not an empty folder"),
    ("init", "docs --schemas", "docs is not a registry: it has neither manuals/ nor mkdocs.yml"),
    ("init", ". --schemas --url https://tools.acme.com", "leave out --url"),
    ("init", "own --url http://tools.acme.com", "'http://tools.acme.com' is not the URL of a site"),
    (
        "new",
        "example/clock --yes",
        "example/clock already has a release; write your draft again with --replace",
    ),
    ("new", "acme --yes", "'acme' is not of the form publisher/manual"),
    ("preview", "example", "there is no manual 'example'; 'example' has example/clock"),
    ("lock add", "example/clock", "name a registry with --registry"),
    (
        "lock add",
        "example/clock --registry docs --signed-by mkdocs.yml",
        "--signed-by needs the URL of a site: 'docs' is a folder",
    ),
    ("lock check", "--file mkdocs.yml", "mkdocs.yml is not a lock of tools"),
    (
        "lock remove",
        "example/clock",
        "'tools.lock' does not exist; begin one with: registry lock add",
    ),
    ("lock update", "", "'tools.lock' does not exist; begin one with: registry lock add"),
    ("mcp install", "cursor", "name a registry with --registry"),
    ("preview", "manuals/example/clock", "did you mean 'example/clock'?"),
    ("preview", "manuals/example/clock/1.0.0.yaml", "did you mean 'example/clock'?"),
    ("preview", "example/clock/now", "has no tool 'now'; it has get_time"),
    ("review", "--base nowhere --author 7", "cannot compare with 'nowhere'"),
    ("review", "--base HEAD --author eve", "https://api.github.com/users/eve says it as `id`"),
    ("review", "--base HEAD --author 7 --whole-url a(b", "'a(b' is not a URL that can be linked"),
    ("search", f"rain --index {NOWHERE}/x.zip", "the index https://127.0.0.1:1/x.zip cannot be"),
    ("serve", "", "the folder 'site' does not exist; build it with `registry build`"),
    ("show", "example/clock", "example/clock is a manual; add the name of one of its tools"),
    ("show", "example/clock/", "example/clock is a manual; add the name of one of its tools"),
    ("show", "example/clock/x", "has no tool 'x'; it has get_time"),
    ("show", "example/clock/get_tim", "has no tool 'get_tim'; did you mean 'get_time'?"),
    ("show", "get_time", "write publisher/manual/tool; find it with: registry search get_time"),
    ("show", "example", "there is no manual 'example'; 'example' has example/clock"),
    ("show", "example/clock/get_time --manuals nowhere", "there is no folder 'nowhere'; name a"),
    ("sign", "", "the folder 'site' does not exist; build it with `registry build`"),
    ("sign", "docs", "the variable REGISTRY_SIGNING_KEY holds no key; nothing was signed"),
    ("smoke", "", "the folder 'site' does not exist; build it with `registry build`"),
    ("smoke", NOWHERE, "https://127.0.0.1:1/v1/index.json: Connection refused"),
    (
        "smoke",
        "docs --root mkdocs.yml",
        "--root needs a URL: the signatures of a folder are not verified",
    ),
    (
        "source check",
        "example/clock --document mkdocs.yml",
        "mkdocs.yml has no `paths`: it is not an OpenAPI document",
    ),
    ("source drift", "--manuals nowhere", "the folder 'nowhere' does not exist; change to"),
    ("trust init", "--keys keys", "keys/ is inside the repository; keep private keys elsewhere"),
    ("trust renew", "--keys keys", "no root was created"),
    ("verify", f"{NOWHERE} --root mkdocs.yml", "cannot be trusted: "),
    ("verify-host", "exampel", "there is no publisher 'exampel'; did you mean 'example'?"),
    ("verify-host", "example x.org", "the publisher.yaml of 'example' does not list 'x.org'"),
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a registry of one example, in git; what is refused changes nothing in it."""
    folder = tmp_path_factory.mktemp("refusals") / "own"
    list(create_registry(folder, RegistryConfig("Tools of Acme"), "2026-11-20"))
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


@pytest.fixture
def here(own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory."""
    monkeypatch.chdir(own)
    monkeypatch.delenv("REGISTRY_SIGNING_KEY", raising=False)
    return own


def test_every_command_is_in_the_table() -> None:
    assert {f"registry {command}" for command, _, _ in REFUSALS} == LEAVES, "add rows to REFUSALS"


@pytest.mark.parametrize(("command", "words", "told"), REFUSALS)
def test_refusal_is_a_sentence_and_changes_nothing(
    here: Path, command: str, words: str, told: str
) -> None:
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    done = CliRunner().invoke(main, [*command.split(), *words.split()])
    after = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}

    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    assert told in done.output
    assert "Errno" not in done.output
    assert "Usage:" not in done.output
    assert before == after
