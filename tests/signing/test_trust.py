"""`registry trust` makes keys and roots, and never writes over any."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from signing_commands import run, verify

from registry.signing import KEY_VARIABLE, ROOT_DAYS, first_root

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
        (
            ("--keys", "../of us"),
            "already has a root; make the next with: registry trust renew --keys '../of us'",
        ),
        (("--keys", "keys", "--trust", "new"), "keep private keys elsewhere"),
        (("--keys", "../new", "--trust", "../new/trust"), "keep private keys elsewhere"),
        (("--keys", "../keys", "--trust", "new"), "is not empty"),
    ],
    ids=["there is a root", "keys in the repository", "keys around the root", "there are keys"],
)
def test_nothing_that_is_there_is_written_over(
    repository: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = {path: path.read_bytes() for path in repository.parent.rglob("*.pem")}
    done = run("trust", "init", *arguments)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert {path: path.read_bytes() for path in repository.parent.rglob("*.pem")} == before


def test_no_key_is_left_of_a_root_that_cannot_be_written(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object) -> None:
        path.write_bytes(b"")
        if path.name == "1.root.json":
            path.unlink()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as full_disk:
        full_disk.setattr("registry.cli.trust.init.create_whole", full)
        failed = run("trust", "init", "--keys", "../new", "--trust", "new")

    assert "1.root.json: No space left on device" in failed.stderr
    assert list((repository.parent / "new").iterdir()) == []
    assert run("trust", "init", "--keys", "../new", "--trust", "new").exit_code == 0


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


def test_copy_of_a_key_is_not_a_second_one(repository: Path) -> None:
    keys = repository.parent / "keys"
    (keys / "root-3.pem").unlink()
    (keys / "root-2.pem").write_bytes((keys / "root-1.pem").read_bytes())
    done = run("trust", "renew", "--keys", "../keys")

    assert done.exit_code == 1
    assert "2 of the root's own keys are needed, not 1" in done.stderr


def test_lost_root_key_is_replaced_by_the_two_that_are_left(repository: Path) -> None:
    keys = repository.parent / "keys"
    lost = (keys / "root-2.pem").read_bytes()
    (keys / "root-2.pem").unlink()
    done = run("trust", "renew", "--keys", "../keys", "--new-root-key")
    # From now on the new key and one of the old ones agree, and the lost one is nobody's.
    (keys / "root-1.pem").unlink()
    renewed = run("trust", "renew", "--keys", "../keys")
    (keys / "root-2.pem").write_bytes(lost)
    refused = run("trust", "renew", "--keys", "../keys")

    assert done.exit_code == 0, done.output
    assert "../keys/root-2.pem: give it to" in done.output
    assert (keys / "root-2.pem").stat().st_mode & 0o777 == 0o600
    assert renewed.exit_code == 0, renewed.output
    assert refused.exit_code == 1
    assert run("sign").exit_code == 0
    assert verify(repository).exit_code == 0


def test_key_that_is_there_is_not_replaced(repository: Path) -> None:
    done = run("trust", "renew", "--keys", "../keys", "--new-root-key")

    assert done.exit_code == 1
    assert "0 of the root's own keys are missing from the folder, not 1" in done.stderr
    assert "leave out only the one that is to be replaced" in done.stderr
    assert not (repository / "trust" / "2.root.json").exists()


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("1.root.json", "2.root.json is version 1 of the root"),
        (
            "foreign",
            "no reader would follow trust/2.root.json: root was signed by 0/2 keys of version 1",
        ),
        (
            "short",
            "no reader would follow trust/2.root.json: root was signed by 1/2 keys of version 1",
        ),
    ],
)
def test_site_is_not_signed_under_a_root_that_no_reader_follows(
    repository: Path, second: str, words: str
) -> None:
    trust, place = repository / "trust", repository / "trust" / "2.root.json"
    if second == "foreign":
        run("trust", "init", "--trust", "other", "--keys", "../others")
        run("trust", "renew", "--trust", "other", "--keys", "../others")
        place.write_bytes((repository / "other" / "2.root.json").read_bytes())
    elif second == "short":
        run("trust", "renew", "--keys", "../keys")
        root = json.loads(place.read_bytes())
        del root["signatures"][1:]
        place.write_text(json.dumps(root), encoding="utf-8")
    else:
        place.write_bytes((trust / second).read_bytes())
    done = run("sign")

    assert done.exit_code == 1
    assert words in done.stderr
    assert not (repository / "site" / "tuf").exists()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("sign",), 1),
        (("trust", "renew", "--keys", "../keys"), 1),
        (("trust", "init", "--keys", "../other"), 2),
    ],
)
def test_missing_root_is_restored_and_not_made_again(
    repository: Path, command: tuple[str, ...], code: int
) -> None:
    for _ in range(2):
        run("trust", "renew", "--keys", "../keys")
    (repository / "trust" / "2.root.json").unlink()
    done = run(*command)

    assert done.exit_code == code
    assert "trust/2.root.json is missing, although 3.root.json exists; restore it" in done.stderr
    assert not (repository / "trust" / "2.root.json").exists()
    assert not (repository / "site" / "tuf").exists()


def test_root_that_cannot_be_read_is_named(repository: Path) -> None:
    run("trust", "renew", "--keys", "../keys")
    (repository / "trust" / "1.root.json").write_text("{}", encoding="utf-8")
    done = run("sign")

    assert done.exit_code == 1
    assert "not signed: trust/1.root.json: the root cannot be read" in done.stderr


@pytest.mark.parametrize("days", [30, 20, 3])
def test_root_that_ends_soon_is_announced(repository: Path, days: int) -> None:
    keys = [path.read_bytes() for path in sorted((repository.parent / "keys").glob("*.pem"))]
    made = datetime.now(UTC) - timedelta(days=ROOT_DAYS - days, minutes=-1)
    root = first_root(keys[1:], keys[0], made)
    (repository / "trust" / "1.root.json").write_bytes(root)
    done = run("sign")
    end = f"{made + timedelta(days=ROOT_DAYS):%Y-%m-%d}"

    assert f"signed for {min(days, 7)} days" in done.stdout
    assert (f"the newest root expires on {end}, and no reader" in done.stderr) == (days < 30)
    assert ("registry trust renew --keys ../registry-keys" in done.stderr) == (days < 30)


def test_new_online_key_is_to_be_stored(repository: Path) -> None:
    made = run("trust", "init", "--keys", "../others", "--trust", "other")
    renewed = run("trust", "renew", "--keys", "../keys", "--new-online")

    for done, place in ((made, "../others"), (renewed, "../keys")):
        assert f"{place}/online.pem: store its text as REGISTRY_SIGNING_KEY" in done.stdout
