"""A host proves that a publisher may name it, and the day is written down and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from websites import offline, serving

from registry import pipeline
from registry.cli import main
from registry.review import verify_host

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["offline"]

ABOUT = """\
# Who we are.
name: Acme
homepage: https://www.acme.com/
hosts: [api.acme.com, www.acme.com]   # both ours
owners:
  - {login: wile, id: 583231}
"""
TODAY = "2026-11-20"
STATEMENT = '{"publishers": {"acme": {"owners": [583231]}}}'


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    write(tmp_path, ABOUT)
    return tmp_path / "manuals"


def write(root: Path, text: str) -> None:
    (root / "manuals/acme").mkdir(parents=True, exist_ok=True)
    (root / "manuals/acme/publisher.yaml").write_text(text, encoding="utf-8")


def problem(manuals: Path, answer: int | str) -> str:
    publisher = verify_host.find_publisher(manuals, "acme")
    with serving({f"api.acme.com{verify_host.PATH}": answer}) as web:
        (found,) = verify_host.verify_hosts(publisher, ["api.acme.com"], web.at)
    return found.problem


def test_host_that_names_publisher_and_owners_is_a_proof(manuals: Path) -> None:
    assert problem(manuals, STATEMENT) == ""
    assert (
        problem(
            manuals, verify_host.expected_statement(verify_host.find_publisher(manuals, "acme"))
        )
        == ""
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (404, "answers 404"),
        ("->www.acme.com/", "/www.acme.com/, which is not followed"),
        ("", "does not name 'acme'"),
        ("[]", "does not name 'acme'"),
        ("[" * 10_000, "does not name 'acme'"),
        ('{"publishers": {"best": {"owners": [583231]}}}', "does not name 'acme'"),
        ('{"publishers": {"acme": {"owners": [7]}}}', "the account 583231"),
        ('{"publishers": {"acme": {"owners": "583231"}}}', "the account 583231"),
        ("x" * 70_000, "larger than"),
    ],
)
def test_any_other_answer_says_what_is_missing(
    manuals: Path, answer: int | str, words: str
) -> None:
    assert words in problem(manuals, answer)


def test_only_the_day_is_written(manuals: Path) -> None:
    path = verify_host.record_verification(
        manuals, verify_host.find_publisher(manuals, "acme"), ["www.acme.com"], TODAY
    )
    verify_host.record_verification(
        manuals, verify_host.find_publisher(manuals, "acme"), ["api.acme.com"], "2026-11-21"
    )

    assert path.read_text(encoding="utf-8") == (
        f'{ABOUT}verified:\n  www.acme.com: "2026-11-20"\n  api.acme.com: "2026-11-21"\n'
    )
    assert pipeline.check(manuals).catalogue.publishers[0].verified["www.acme.com"] == TODAY


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "{name: Acme, homepage: 'https://www.acme.com/'}\n",
            (
                "{name: Acme, homepage: 'https://www.acme.com/', "
                'verified: {"www.acme.com": "2026-11-20"}}\n'
            ),
        ),
        (
            f"{ABOUT}verified:\n  # asked by phone\n  www.acme.com: '2026-01-01'\n# The end.\n",
            f"{ABOUT}verified:\n  # asked by phone\n  www.acme.com: '2026-11-20'\n# The end.\n",
        ),
    ],
)
def test_every_layout_and_every_comment_stays(before: str, after: str, tmp_path: Path) -> None:
    write(tmp_path, before)
    publisher = verify_host.find_publisher(tmp_path / "manuals", "acme")
    path = verify_host.record_verification(tmp_path / "manuals", publisher, ["www.acme.com"], TODAY)

    assert path.read_text(encoding="utf-8") == after


def run(manuals: Path, *arguments: str) -> tuple[int, str, str]:
    command = ["verify-host", *arguments, "--manuals", str(manuals)]
    done = CliRunner().invoke(main, command)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("acne",), "did you mean 'acme'?"),
        (("acme", "evil.example.org"), "does not list 'evil.example.org'"),
    ],
)
def test_wrong_use_says_so(manuals: Path, arguments: tuple[str, ...], words: str) -> None:
    code, _, error = run(manuals, *arguments)

    assert code == 2
    assert words in error


def test_command_says_what_the_host_has_to_serve(manuals: Path, offline: None) -> None:
    code, output, error = run(manuals, "acme")

    assert code == 1
    assert output.startswith("api.acme.com: https://api.acme.com/.well-known/")
    assert json.loads(error.partition(": ")[2]) == json.loads(STATEMENT)
