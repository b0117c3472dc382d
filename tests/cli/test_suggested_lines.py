"""A command that a message suggests runs as it is pasted, whatever folders are called."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from registry.authoring.init import RegistryConfig, create_registry
from registry.cli import main

HOME = "our tools/it's & ours"
MANUALS = f"{HOME}/manuals"
RELEASE = f"{MANUALS}/example/clock/1.0.0.yaml"
_LINE = re.compile(r"(?:run|with|for|by): (registry .+)$|`(registry [^`]+)`", re.MULTILINE)


@pytest.fixture(autouse=True)
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a registry of one example in HOME, and stay in the folder around it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REGISTRY_SIGNING_KEY", raising=False)
    list(create_registry(Path(HOME), RegistryConfig("Tools of Acme"), "2026-11-20"))
    (Path("site") / ".well-known").mkdir(parents=True)
    Path("site/.well-known/utcp.json").write_text("{}", encoding="utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def suggested(done: Result) -> list[list[str]]:
    """Return the words of each line that the output says to type, without `registry`."""
    found = [line or quoted for line, quoted in _LINE.findall(done.output)]
    assert found, done.output
    return [shlex.split(each)[1:] for line in found for each in line.split("; ")]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("deploy", "our site", "s3://tools"), ("build", "--site", "our site")),
        (("deploy", "site", "our site"), ("build", "--site", "our site")),
        (("deploy", HOME, "s3://tools"), ("build",)),
        (("serve", "our site"), ("build", "--site", "our site")),
        (("sign", "our site"), ("build", "--site", "our site")),
        (("smoke", "our site"), ("build", "--site", "our site")),
        (
            ("new", "example/clock", "--yes", "--manuals", MANUALS),
            ("bump", "minor", "example/clock", "--manuals", MANUALS),
        ),
        (
            ("bump", "minor", "example/clock", "--manuals", MANUALS),
            ("diff", "example/clock", "--manuals", MANUALS),
        ),
    ],
)
def test_folders_are_named_and_quoted(words: tuple[str, ...], line: tuple[str, ...]) -> None:
    assert suggested(run(*words)) == [[*line]]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (f"{MANUALS}/example/publisher.yaml", ("verify-host", "example")),
        (RELEASE, ("preview", "example/clock/get_time")),
        (RELEASE, ("preview", "example/clock", "--json")),
        (RELEASE, ("diff", "example/clock")),
    ],
)
@pytest.mark.parametrize("is_absolute", [False, True])
def test_suggested_check_finds_the_error(
    file: str, words: tuple[str, ...], *, is_absolute: bool
) -> None:
    text = Path(file).read_text(encoding="utf-8")
    broken = text.replace("hosts: [", "hosts: [7, ").replace("description: Tell", "descr: Tell")
    Path(file).write_text(broken, encoding="utf-8")
    (line,) = suggested(
        run(*words, "--manuals", str(Path(MANUALS).absolute()) if is_absolute else MANUALS)
    )

    assert line[0] == "check"
    assert run(*line).exit_code == 1


def test_next_steps_run_from_where_they_are_read() -> None:
    said = ("--description", "Tell the time.", "--task", "What time is it?")
    words = ("new", "acme/time", "--url", "https://api.acme.com/v1/time", "--yes", *said)
    steps = suggested(run(*words, "--manuals", MANUALS))

    assert [step[0] for step in steps] == ["fmt", "check", "preview"]
    for step in steps:
        shown = ("--json",) if step[0] == "preview" else ()
        assert run(*step, *shown).exit_code == 0
