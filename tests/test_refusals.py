"""Every command that cannot do what it was asked for says so in a sentence, and does nothing."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from cli_page import commands
from click.testing import CliRunner

from registry.commands import main
from registry.founding import Charter, found

if TYPE_CHECKING:
    from pathlib import Path

NAMES = dict(commands())
LEAVES = {name for name in NAMES if not any(each.startswith(f"{name} ") for each in NAMES)}
NOWHERE = "https://127.0.0.1:1"

REFUSALS: tuple[tuple[str, str, str], ...] = (
    ("build", "--site manuals", "manuals/ is a part of manuals/; name another folder with --site"),
    ("build", "--config nothing.yml", "there is no file 'nothing.yml' here; name another with"),
    ("bump", "minor example/clocks", "there is no manual 'example/clocks'; did you mean 'example"),
    ("call", "example/clock/get_time", "'zone' is missing"),
    ("call", "example/clock/get_time zone=x day=1", "day"),
    ("check", "--base nowhere", "nothing to compare with at 'nowhere': git has no such commit"),
    ("check", "docs", "docs is no part of manuals/"),
    ("diff", "example/clock", "there are not two versions: example/clock has 1.0.0"),
    ("explain", "plain-htp-url", "no rule is called 'plain-htp-url'; did you mean 'plain-http-url"),
    ("fmt", "--base nowhere", "nothing to compare with at 'nowhere'"),
    ("hosts", "--observations mkdocs.yml", "mkdocs.yml holds no observations"),
    ("import issue", "rules.yaml", "the field 'Publisher' is missing"),
    ("import mcp", "tools.json", "a file does not say what offers the tools: add --server"),
    ("import mcp", f"{NOWHERE}/mcp", "https://127.0.0.1:1/mcp: Connection refused"),
    ("import mcp", "-- no-such-program", "no-such-program cannot be started: No such file"),
    ("import openapi", "mkdocs.yml", "mkdocs.yml has no key `openapi` or `swagger`"),
    ("import openapi", "nothing.yaml", "nothing.yaml: No such file or directory"),
    ("import openapi", f"{NOWHERE}/api.json", "https://127.0.0.1:1/api.json: Connection refused"),
    ("import python", "docs/about --url https://api.acme.com", "neither a dotted name nor a file"),
    ("import python", "json --url api.acme.com", "--url api.acme.com is no full address"),
    (
        "import utcp",
        "manuals/example/clock/1.0.0.yaml --manual two --version 1",
        "'1' is not a version of the form x.y.z; name one with --version",
    ),
    ("import utcp", "docs", "docs: Is a directory"),
    ("import utcp", "mkdocs.yml", "mkdocs.yml holds no UTCP tools"),
    ("include", "", "there is nothing to include"),
    ("init", ".", "is there already, and not an empty folder"),
    ("init", "own --url http://tools.acme.com", "'http://tools.acme.com' is no address of a site"),
    ("new", "example/clock --yes", "example/clock has a release; for the next: registry bump"),
    ("new", "acme --yes", "'acme' is not of the form publisher/manual"),
    ("preview", "example", "there is no manual 'example'; 'example' has example/clock"),
    ("preview", "example/clock/now", "has no tool 'now'; it has get_time"),
    ("review", "--base nowhere --author 7", "nothing to compare with at 'nowhere'"),
    ("search", f"rain --index {NOWHERE}/x.zip", "the index https://127.0.0.1:1/x.zip cannot be"),
    ("serve", "", "there is no folder 'site' here; build it with `registry build`"),
    ("sign", "", "there is no folder 'site' here; build it with `registry build`"),
    ("sign", "docs", "there is no key in REGISTRY_SIGNING_KEY; the site stays unsigned"),
    ("smoke", "", "there is no folder 'site'; build it with `registry build`"),
    ("smoke", NOWHERE, "https://127.0.0.1:1/v1/index.json: Connection refused"),
    ("smoke", "docs --root mkdocs.yml", "--root wants an address: a folder is not verified"),
    ("trust init", "--keys keys", "keys/ is a part of the repository; keep private keys elsewhere"),
    ("trust renew", "--keys keys", "no new root"),
    ("verify", f"{NOWHERE} --root mkdocs.yml", "not to be trusted: "),
    ("verify-host", "exampel", "there is no publisher 'exampel'; did you mean 'example'?"),
    ("verify-host", "example x.org", "the publisher.yaml of 'example' does not list 'x.org'"),
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory: a registry of one example, in git."""
    list(found(tmp_path / "own", Charter("Tools of Acme"), "2026-11-20"))
    monkeypatch.chdir(tmp_path / "own")
    monkeypatch.delenv("REGISTRY_SIGNING_KEY", raising=False)
    subprocess.run(["git", "init", "--quiet"], check=True)
    return tmp_path / "own"


def test_every_command_is_in_the_table() -> None:
    assert {f"registry {command}" for command, _, _ in REFUSALS} == LEAVES


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
