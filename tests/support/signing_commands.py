"""The commands that sign and verify, run in the working directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner, Result
from static_host import hosting

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("utcp", "utcp.json", "utcp-config.json", ".well-known/utcp.json", "v1/index.json")


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


def trust_of(repository: Path, keys: Path) -> str:
    """Make the trust root of *repository*, and return the private key that signs its site."""
    done = run("trust", "init", "--trust", str(repository / "trust"), "--keys", str(keys))
    assert done.exit_code == 0, done.stderr
    return (keys / "online.pem").read_text(encoding="utf-8")
