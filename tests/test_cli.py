"""The command's manners: a sentence and an exit code, whatever is in the way, and no harm done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from registry.write import staging

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
CONFIG = ROOT / "mkdocs.yml"
SAMPLES = ROOT / "tests" / "broken" / "_base" / "manuals"


def run(
    *arguments: str | Path, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "registry", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def build(folder: Path, site: str, **environment: str) -> subprocess.CompletedProcess[str]:
    arguments = ("build", "--manuals", SAMPLES, "--config", CONFIG, "--site", site)
    return run(*arguments, folder=folder, **environment)


def everything(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def refused(done: subprocess.CompletedProcess[str], code: int, words: str) -> None:
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert words in done.stderr
    assert done.stderr.strip().splitlines()[-1].strip()


def test_folder_with_other_files_is_never_taken_for_an_old_site(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("years of work", encoding="utf-8")

    refused(build(tmp_path, "home"), 2, "holds something else")
    refused(build(tmp_path / "home", "."), 2, "holds something else")
    assert set(everything(tmp_path)) == {"home", "home/thesis.txt"}


def test_folder_inside_the_manuals_is_no_place_for_the_site() -> None:
    before = set(everything(SAMPLES))

    refused(build(ROOT, str(SAMPLES)), 2, "is a part of")
    refused(build(ROOT, str(SAMPLES / "site")), 2, "is a part of")
    assert set(everything(SAMPLES)) == before


@pytest.mark.parametrize(
    ("config", "words"),
    [("%", "bad.yml:1"), ("site_name: x", "site_url"), ("- x", "bad.yml:1")],
)
def test_configuration_that_cannot_be_used_is_wrong_use(
    config: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.yml").write_text(config, encoding="utf-8")

    done = run("build", "--manuals", SAMPLES, "--config", "bad.yml", folder=tmp_path)
    refused(done, 2, words)


def test_generator_that_fails_is_named(tmp_path: Path) -> None:
    done = build(tmp_path, "site", REGISTRY_SITE_GENERATOR="no_such_module")

    refused(done, 1, "no_such_module")
    assert list(everything(tmp_path)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal that a test can read")
def test_terminal_is_told_how_far_a_build_has_come(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not everywhere

    here, there = pty.openpty()
    words = ("build", "--manuals", str(SAMPLES), "--config", str(CONFIG), "--site", "site")
    with subprocess.Popen(
        [sys.executable, "-m", "registry", *words],
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=there,
    ) as building:
        os.close(there)
        told = "".join(read_terminal(here))
        assert building.stdout is not None
        printed = building.stdout.read()
    os.close(here)

    assert "\r\x1b[Kpublishing: 2 of " in told
    assert told.endswith("make serve)\r\n")
    assert b"publishing" not in printed


def read_terminal(descriptor: int) -> Iterator[str]:
    """Yield what comes until nobody writes any more, which some systems call an error."""
    with suppress(OSError):
        while data := os.read(descriptor, 1024):
            yield data.decode()


def test_nobody_else_is_told(tmp_path: Path) -> None:
    told = build(tmp_path, "site").stderr

    assert told == "look at it with: registry serve  (in a clone of the program: make serve)\n"


def test_second_build_of_one_site_says_that_it_is_not_alone(tmp_path: Path) -> None:
    with staging(tmp_path / "site"):
        refused(build(tmp_path, "site"), 1, "another build")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "registry", "explain", "plain-http-url"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            check=False,
        )

    assert done.returncode != 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_terminal_that_cannot_show_a_character_shows_its_number(
    encoding: str, tmp_path: Path
) -> None:
    manual = tmp_path / "manuals" / "acme" / "notes"
    manual.mkdir(parents=True)
    (manual / "1.0.0.yaml").write_text('"\u5929\u6c14": 1\n', encoding="utf-8")

    done = run("check", folder=tmp_path, PYTHONIOENCODING=encoding)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "\\u5929" in done.stdout


def test_ctrl_c_while_it_is_loaded_is_no_error(tmp_path: Path) -> None:
    """Somebody interrupts just when `click` is imported."""
    hasty = """
import sys

class Hasty:
    def find_spec(name, *_):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Hasty)
from registry.__main__ import run
run()
"""
    done = subprocess.run(
        [sys.executable, "-c", hasty], capture_output=True, text=True, cwd=ROOT, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Aborted!\n")


def test_reader_that_goes_away_early_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "registry", "explain", "plain-http-url"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert b"Traceback" not in command.stderr.read()


def test_problems_link_the_rules_of_the_site_beside_the_manuals(tmp_path: Path) -> None:
    (tmp_path / "manuals" / "Acme").mkdir(parents=True)
    (tmp_path / "manuals" / "Acme" / "publisher.yaml").write_text("name: Acme\n", encoding="utf-8")
    alone = run("check", folder=tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_url: https://tools.acme.com/\n", encoding="utf-8")

    assert "see: registry explain malformed-name\n" in alone.stdout
    assert (
        "see: https://tools.acme.com/rules/malformed-name/\n"
        in run("check", folder=tmp_path).stdout
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("check", "there is no folder 'manuals' here; go to the folder of the registry, or name"),
        ("search x", "there is no manuals/ here; name an index with --index"),
        ("import utcp nothing.yaml", "nothing.yaml: No such file or directory"),
    ],
)
def test_wrong_folder_is_told_in_one_sentence(words: str, told: str, tmp_path: Path) -> None:
    done = run(*words.split(), folder=tmp_path)

    refused(done, 2, told)
    assert done.stderr.startswith("Error: ")


def test_wrong_syntax_is_answered_with_the_usage(tmp_path: Path) -> None:
    for words in (("bump", "patch"), ("check", "--nonsense"), ("search",)):
        assert run(*words, folder=tmp_path).stderr.startswith("Usage: registry ")


def test_without_git_nothing_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    done = run("check", "--base", "HEAD", folder=tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path))

    refused(done, 2, "nothing to compare with at 'HEAD': not a git repository")


def test_commit_that_is_not_there_can_be_fetched(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    done = run("check", "--base", "origin/main", folder=tmp_path)

    refused(done, 2, "at 'origin/main': git has no such commit here; `git fetch` may get it")


def test_search_without_a_hit_says_so(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    done = run("search", "rain", folder=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (1, "", "nothing was found\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("preview example", "there is no manual 'example'; 'example' has example/"),
        ("preview example/zzzzz", "there is no manual 'example/zzzzz'; 'example' has example/"),
        ("preview nobody", "there is no manual 'nobody'; its name is of the form publisher/manual"),
        ("diff example/sample", "there are not two versions: example/sample has 1.0.0"),
        ("diff example/sample 1.0.0", "name two versions, the older one first"),
        ("diff example/sample 1.0.0 3.0.0", "no readable version '3.0.0'; it has 1.0.0"),
        ("call example/sample/gett", "has no tool 'gett'; it has get_weather"),
        ("call example/sample", "is a manual; name one of its tools behind it"),
    ],
)
def test_name_of_nothing_is_answered_with_what_there_is(words: str, told: str) -> None:
    refused(run(*words.split(), folder=SAMPLES.parent), 2, told)


def test_json_of_a_manual_needs_no_settings(tmp_path: Path) -> None:
    manual = ("--manuals", SAMPLES, "example/sample")

    assert run("preview", *manual, "--json", folder=tmp_path).returncode == 0
    refused(run("preview", *manual, folder=tmp_path), 2, "no file 'mkdocs.yml' here; name another")


def test_misspelt_command_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    refused(run("chek", folder=tmp_path), 2, "No such command 'chek'. Did you mean 'check'?")


def test_check_of_paths_tells_of_those_alone(tmp_path: Path) -> None:
    for name in ("acme", "other"):
        folder = tmp_path / "manuals" / name / "clock"
        folder.mkdir(parents=True)
        (folder / "1.0.0.yaml").write_text("tools: 1\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()

    whole = run("check", folder=tmp_path)
    part = run("check", "manuals/acme", "--format", "json", folder=tmp_path)
    file = run("check", "manuals/acme/clock/1.0.0.yaml", "--format", "json", folder=tmp_path)
    paths = {each["path"] for each in json.loads(part.stdout)["diagnostics"]}

    assert "manuals/other/" in whole.stdout
    assert part.returncode == 1
    assert paths == {"manuals/acme", "manuals/acme/clock/1.0.0.yaml"}
    assert {each["path"] for each in json.loads(file.stdout)["diagnostics"]} == paths - {
        "manuals/acme"
    }
    refused(run("check", "elsewhere", folder=tmp_path), 2, "no part of manuals/")


def test_rule_that_is_misspelt_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    refused(run("explain", "plain-htp-url", folder=tmp_path), 2, "did you mean 'plain-http-url'")
    refused(run("explain", "zzz", folder=tmp_path), 2, "`registry explain` lists all")


def test_rule_is_told_with_its_severity_and_its_group(tmp_path: Path) -> None:
    told = run("explain", "missing-description", folder=tmp_path).stdout
    printed = run("explain", "--json", "model-addressed", folder=tmp_path).stdout
    (as_json,) = json.loads(printed)["rules"]

    assert told.startswith("missing-description (warning, quality)\n\n")
    assert (as_json["severity"], as_json["group"]) == ("note", "security")


def test_rules_are_listed_without_a_name(tmp_path: Path) -> None:
    listed = run("explain", folder=tmp_path).stdout.splitlines()
    as_json = json.loads(run("explain", "--json", folder=tmp_path).stdout)

    assert [line.split()[0] for line in listed] == [each["id"] for each in as_json["rules"]]
    assert any(line.startswith("plain-http-url") for line in listed)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("registry diff exa", {"example/sample"}),
        ("registry call exa", {"example/sample/"}),
        ("registry call example/sample/", {"example/sample/get_weather"}),
        ("registry call nobody/nothing/", set()),
        ("registry explain plain-h", {"plain-http-url"}),
    ],
)
def test_shell_completes_names(typed: str, offered: set[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": "2", "_REGISTRY_COMPLETE": "bash_complete"}
    program = Path(sys.executable).with_name("registry")
    done = subprocess.run(
        [program],
        cwd=SAMPLES.parent,
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=True,
    )

    assert {line.partition(",")[2] for line in done.stdout.split()} == offered
