"""`registry verify` says whether a published site is what its registry signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signing_commands import FILES, run, verify

if TYPE_CHECKING:
    from pathlib import Path


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
    assert "cannot be trusted: utcp.json" in verified.stderr


def test_unsigned_site_is_not_verified(repository: Path) -> None:
    verified = verify(repository)

    assert verified.exit_code == 1
    assert "cannot be trusted: its signatures cannot be read" in verified.stderr
