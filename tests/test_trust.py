"""The commands of signing: keys and roots are made, sites are signed with them and verified."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from static_host import hosting

from registry.commands import main
from registry.signing import KEY_VARIABLE, METADATA

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("utcp", "utcp.json", "utcp-config.json", ".well-known/utcp.json", "v1/index.json")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a repository with a root, and a site; the keys lie beside the repository."""
    repository = tmp_path / "repository"
    for path in FILES:
        (repository / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / "site" / path).write_text("{}", encoding="utf-8")
    monkeypatch.chdir(repository)
    done = run("trust", "init", "--keys", "../keys")
    assert done.exit_code == 0, done.output
    monkeypatch.setenv(KEY_VARIABLE, (tmp_path / "keys" / "online.pem").read_text())
    return repository


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def verify(repository: Path, *arguments: str) -> Result:
    site = repository / "site"
    files = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }
    with hosting(files) as host:
        return run("verify", host.url, "--root", "trust/1.root.json", *arguments)


def test_signed_site_is_verified(repository: Path) -> None:
    signed = run("sign")
    verified = verify(repository)

    assert signed.exit_code == 0, signed.output
    assert f"{len(FILES)} files signed for 7 days" in signed.output
    assert verified.exit_code == 0, verified.output
    assert verified.output.count("bytes, as signed\n") == 4


def test_altered_site_is_not_verified(repository: Path) -> None:
    run("sign")
    (repository / "site" / "utcp.json").write_text("[]", encoding="utf-8")
    verified = verify(repository, "utcp.json")

    assert verified.exit_code == 1
    assert "not to be trusted: utcp.json" in verified.stderr


def test_unsigned_site_is_not_verified(repository: Path) -> None:
    verified = verify(repository)

    assert verified.exit_code == 1
    assert "not to be trusted: its signatures cannot be read" in verified.stderr


def test_site_without_a_key_stays_unsigned_and_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    done = run("sign")

    assert done.exit_code == 2
    assert "the site stays unsigned" in done.stderr
    assert not (repository / "site" / METADATA).exists()


def test_keys_are_for_their_owner_alone(repository: Path) -> None:
    keys = repository.parent / "keys"

    assert sorted(path.name for path in keys.iterdir()) == [
        *("online.pem", "root-1.pem", "root-2.pem", "root-3.pem")
    ]
    assert {path.stat().st_mode & 0o777 for path in (keys, *keys.iterdir())} == {0o600, 0o700}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--keys", "../other"), "follow it by another"),
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
    assert "no new root: 2 of the root's own keys are needed, not 1" in done.stderr
    assert not (repository / "trust" / "2.root.json").exists()


def test_without_a_root_nothing_is_signed(repository: Path) -> None:
    done = run("sign", "--trust", "nowhere")

    assert done.exit_code == 1
    assert "make one with `registry trust init`" in done.stderr
