"""`registry verify` says whether a published site is what its registry signed."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from signing_commands import FILES, run, trust_of, verify
from static_host import hosting

from registry.cli import main
from registry.signing import KEY_VARIABLE, METADATA, Trust, sign

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result
    from static_host import Host


def test_signed_site_is_verified(repository: Path) -> None:
    signed = run("sign")
    verified = verify(repository)

    assert signed.exit_code == 0, signed.output
    assert f"{len(FILES)} files signed for 7 days" in signed.output
    assert verified.exit_code == 0, verified.output
    assert verified.output.count("bytes, as signed\n") == 4


@pytest.mark.parametrize("text", ["[]", "", "a longer text"], ids=["same", "shorter", "longer"])
def test_altered_file_is_not_what_was_signed(repository: Path, text: str) -> None:
    """It says so in our words, whatever it is of length and digest that differs."""
    run("sign")
    (repository / "site" / "utcp.json").write_text(text, encoding="utf-8")
    verified = verify(repository, "utcp.json")

    assert verified.exit_code == 1
    assert "cannot be trusted: utcp.json is not what was signed: " in verified.stderr
    assert "if the site was published at this moment, try again" in verified.stderr


def test_longer_list_of_what_was_signed_is_damaged(repository: Path) -> None:
    run("sign")
    (snapshot,) = (repository / "site" / METADATA).glob("*.snapshot.json")
    snapshot.write_bytes(snapshot.read_bytes() + b" " * 5_000_000)
    verified = verify(repository)

    name = f"{METADATA}/{snapshot.name}"
    assert verified.exit_code == 1
    assert f" cannot be trusted: its signatures in {name} are damaged: " in verified.stderr


def test_list_that_is_not_as_signed_is_named(repository: Path) -> None:
    run("sign")
    (targets,) = (repository / "site" / METADATA).glob("*.targets.json")
    targets.write_bytes(targets.read_bytes().replace(b"utcp", b"utcq"))
    verified = verify(repository)

    assert verified.exit_code == 1
    assert f" cannot be trusted: {METADATA}/{targets.name}: targets was signed" in verified.stderr


def test_unsigned_site_is_not_verified(repository: Path) -> None:
    verified = verify(repository)

    assert verified.exit_code == 1
    assert "cannot be trusted: its signatures cannot be read" in verified.stderr
    assert "; it is not signed, or at another URL" in verified.stderr


def test_one_folder_remembers_the_versions_of_each_site(repository: Path, tmp_path: Path) -> None:
    def files() -> dict[str, bytes]:
        site = repository / "site"
        found = (path for path in site.rglob("*") if path.is_file())
        return {path.relative_to(site).as_posix(): path.read_bytes() for path in found}

    def verified(host: Host, trust: str = "trust") -> Result:
        root = f"{trust}/1.root.json"
        return run("verify", host.url, "--root", root, "--kept", str(tmp_path / "kept"))

    earlier = datetime.now(UTC) - timedelta(hours=1)
    own_key = os.environ[KEY_VARIABLE].encode()
    sign(repository / "site", Trust.read(repository / "trust"), own_key, earlier, ["v1"])
    before = files()
    run("sign")
    now = files()
    key = trust_of(repository / "other", tmp_path / "other-keys")
    shutil.rmtree(repository / "site" / "tuf")
    other = CliRunner(env={KEY_VARIABLE: key}).invoke(main, ["sign", "--trust", "other/trust"])
    assert other.exit_code == 0, other.output
    with hosting(now) as host, hosting(files()) as another:
        assert verified(host).exit_code == 0
        assert verified(another, "other/trust").exit_code == 0
        host.files = before
        refused = verified(host)

    assert refused.exit_code == 1
    assert "a part of it is older than what was read before" in refused.stderr


@pytest.mark.parametrize("root", ["keys/root-1.pem", "repository/site/v1/index.json"])
def test_what_is_no_root_is_not_blamed_on_the_site(repository: Path, root: str) -> None:
    run("sign")
    verified = verify(repository, "--root", str(repository.parent / root))

    assert verified.exit_code == 1
    assert "cannot be trusted: nothing can be compared: the root cannot be read" in verified.stderr


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_password_in_the_address_is_not_shown(repository: Path, words: tuple[str, ...]) -> None:
    address = "https://me:hunter2@tools.acme.com/"
    root = str(repository / "trust/1.root.json")
    verified = CliRunner().invoke(main, ["verify", address, "--root", root, *words])

    assert verified.exit_code == 1
    assert "tools.acme.com" in verified.output
    assert "hunter2" not in verified.output


def test_address_that_cannot_be_sent_is_reported(repository: Path) -> None:
    root = str(repository / "trust/1.root.json")
    verified = CliRunner().invoke(main, ["verify", "https://acme.com/\udce9", "--root", root])

    assert verified.exit_code == 1
    assert "it is not a valid URL" in verified.stderr
