"""`registry trust` makes keys and roots, and never writes over any."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from signing_commands import run, verify

from registry.signing import KEY_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path


def test_keys_are_for_their_owner_alone(repository: Path) -> None:
    keys = repository.parent / "keys"

    assert sorted(path.name for path in keys.iterdir()) == [
        *("online.pem", "root-1.pem", "root-2.pem", "root-3.pem")
    ]
    assert {path.stat().st_mode & 0o777 for path in (keys, *keys.iterdir())} == {0o600, 0o700}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--keys", "../other"), "already has a root"),
        (("--keys", "keys", "--trust", "new"), "keep private keys elsewhere"),
        (("--keys", "../keys", "--trust", "new"), "is not empty"),
    ],
    ids=["there is a root", "keys in the repository", "there are keys"],
)
def test_nothing_that_is_there_is_written_over(
    repository: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = {path: path.read_bytes() for path in repository.parent.rglob("*.pem")}
    done = run("trust", "init", *arguments)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert {path: path.read_bytes() for path in repository.parent.rglob("*.pem")} == before


def test_stolen_key_is_replaced_by_two_who_agree(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stolen = os.environ[KEY_VARIABLE]
    (repository.parent / "keys" / "root-3.pem").unlink()
    renewed = run("trust", "renew", "--keys", "../keys", "--new-online")
    refused = run("sign")
    monkeypatch.setenv(KEY_VARIABLE, (repository.parent / "keys" / "online.pem").read_text())

    assert renewed.exit_code == 0, renewed.output
    assert os.environ[KEY_VARIABLE] != stolen
    assert refused.exit_code == 1
    assert "not signed: the newest root does not let this key sign" in refused.stderr
    assert run("sign").exit_code == 0
    assert verify(repository).exit_code == 0


def test_one_alone_cannot_renew_the_root(repository: Path) -> None:
    for number in (2, 3):
        (repository.parent / "keys" / f"root-{number}.pem").unlink()
    done = run("trust", "renew", "--keys", "../keys")

    assert done.exit_code == 1
    assert "no root was created: 2 of the root's own keys are needed, not 1" in done.stderr
    assert not (repository / "trust" / "2.root.json").exists()
