"""The command's manners: a sentence and an exit code, whatever is in the way, and no harm done."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import SAMPLES, refused, run
from paths import ROOT

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", ["explain plain-http-url", "--help", "--version", "fmt --help"])
def test_output_that_cannot_be_written_is_said(words: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "registry", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            check=False,
        )

    assert done.returncode == 1
    said = b"Error: standard output: No space left on device; free some space on that disk\n"
    assert done.stderr == said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("/dev/full", "No space left on device; free some space on that disk"),
        (
            "/proc/sys/kernel/osrelease",
            "Permission denied; change who may read or write it, or run this as that user",
        ),
    ],
)
def test_summary_of_a_job_that_cannot_be_written_is_named(
    summary: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "manuals" / "acme").mkdir(parents=True)
    done = run("check", "--format", "github", folder=tmp_path, GITHUB_STEP_SUMMARY=summary)

    assert done.stderr == f"Error: {summary}: {said}\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("check", "<&- >&- 2>&-", 0),
        ("explain nothing", "2>&-", 2),
        ("import openapi nothing.json", "<&-", 2),
    ],
)
def test_stream_that_is_closed_is_no_error(
    words: str, closed: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "manuals").mkdir()
    line = f"exec '{sys.executable}' -m registry {words} {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", line], stderr=subprocess.PIPE, cwd=tmp_path, check=False
    )

    assert b"Traceback" not in done.stderr
    assert done.returncode == code


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
    """Someone interrupts just when `click` is imported."""
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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("check", "the folder 'manuals' does not exist; change to the registry's folder, or use"),
        ("search x", "the folder 'manuals' does not exist; name a registry with --registry"),
        ("import utcp nothing.yaml", "nothing.yaml: No such file or directory"),
    ],
)
def test_wrong_folder_is_told_in_one_sentence(words: str, told: str, tmp_path: Path) -> None:
    done = run(*words.split(), folder=tmp_path)

    refused(done, 2, told)
    assert done.stderr.startswith("Error: ")


def test_wrong_syntax_is_answered_with_the_usage(tmp_path: Path) -> None:
    million = ("build", "--processes", "1000000")
    for words in (("bump", "patch"), ("check", "--nonsense"), ("search",), million):
        assert run(*words, folder=tmp_path).stderr.startswith("Usage: registry ")


def test_search_without_a_hit_says_so(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    done = run("search", "rain", folder=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        "no tool matches 'rain'\nno tools found\n",
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("preview example", "there is no manual 'example'; 'example' has example/"),
        ("preview example/zzzzz", "there is no manual 'example/zzzzz'; 'example' has example/"),
        ("preview nobody", "there is no manual 'nobody'; write publisher/manual"),
        ("diff example/sample", "there are not two versions: example/sample has 1.0.0"),
        ("diff example/sample 1.0.0", "name two versions, older first"),
        ("diff example/sample 1.0.0 3.0.0", "no readable version '3.0.0'; it has 1.0.0"),
        ("call example/sample/gett", "has no tool 'gett'; it has get_weather"),
        (
            "call example/sample",
            "is a manual; add the name of one of its tools: example/sample/TOOL",
        ),
    ],
)
def test_name_of_nothing_is_answered_with_what_there_is(words: str, told: str) -> None:
    refused(run(*words.split(), folder=SAMPLES.parent), 2, told)


def test_json_of_a_manual_needs_no_settings(tmp_path: Path) -> None:
    manual = ("--manuals", SAMPLES, "example/sample")

    assert run("preview", *manual, "--json", folder=tmp_path).returncode == 0
    refused(
        run("preview", *manual, folder=tmp_path),
        2,
        "the file 'mkdocs.yml' does not exist; choose another",
    )


def test_argument_given_as_an_option_is_one_without_it(tmp_path: Path) -> None:
    told = "--site is no option: give its value by itself."
    refused(run("serve", "--site", "public", folder=tmp_path), 2, told)


def test_misspelt_command_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    refused(run("chek", folder=tmp_path), 2, "No such command 'chek'. Did you mean 'check'?")


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


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
@pytest.mark.parametrize(
    "words",
    [
        "verify http://127.0.0.1:1 --root /dev/zero",
        "smoke http://127.0.0.1:1 --root /dev/zero",
        "smoke http://127.0.0.1:1 --deployed /dev/zero",
        "import issue /dev/zero",
        "show acme/clock/get --registry http://127.0.0.1:1 --signed-by /dev/zero",
    ],
)
def test_file_without_an_end_is_refused(words: str, tmp_path: Path) -> None:
    done = run(*words.split(), folder=tmp_path)

    refused(done, 2 if "--signed-by" in words else 1, "has more than ")
    assert "/dev/zero" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on what may be written")
def test_machine_without_a_temporary_folder_is_told_to_name_one(tmp_path: Path) -> None:
    code = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, -1))\n"
        "from registry.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        (sys.executable, "-B", "-c", code, "verify", "http://127.0.0.1:1", "--root", __file__),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    refused(done, 1, "; set TMPDIR to a folder in which you may write")


def test_python_without_docstrings_is_refused(tmp_path: Path) -> None:
    command = (sys.executable, "-BOO", "-m", "registry", "explain", "plain-http-url")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    refused(done, 1, "run it without -OO and PYTHONOPTIMIZE=2")
