"""The lock files say what pyproject.toml says, and nothing about where packages come from."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "requirements"
LOCKS = sorted(REQUIREMENTS.glob("*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[^\s;]+)", re.MULTILINE)


def pins(text: str) -> set[tuple[str, str]]:
    return {(name.replace("_", "-"), version) for name, version in PIN.findall(text)}


def locked(name: str) -> set[tuple[str, str]]:
    return pins((REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("wanted", "lock"),
    [
        (PROJECT["project"]["dependencies"], "site"),
        (PROJECT["dependency-groups"]["build"], "site"),
        (PROJECT["dependency-groups"]["test"], "test"),
        (PROJECT["build-system"]["requires"], "site"),
        (PROJECT["project"]["optional-dependencies"]["sign"], "sign"),
    ],
    ids=["dependencies", "build", "test", "build-system", "sign"],
)
def test_every_pin_is_the_one_in_the_lock(wanted: list[str], lock: str) -> None:
    stated = pins("\n".join(wanted).lower())

    assert len(stated) == len(wanted), "pin with =="
    assert not stated - locked(lock), "run `make lock`"


@pytest.mark.parametrize("name", ["test", "sign"])
def test_lock_that_is_added_holds_every_pin_of_the_site_lock(name: str) -> None:
    assert not locked("site") - locked(name), "run `make lock`"


@pytest.mark.parametrize("path", sorted(REQUIREMENTS.glob("*.in")), ids=lambda path: path.stem)
def test_every_client_is_locked_at_its_pin(path: Path) -> None:
    assert not pins(path.read_text(encoding="utf-8")) - locked(path.stem), "run `make lock`"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_lock_has_a_hash_for_every_package_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text)[1:]

    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


@pytest.mark.parametrize("folder", ["browser", "clients/typescript"])
def test_npm_lock_has_digests_and_no_address(folder: str) -> None:
    lock = json.loads((ROOT / "tests" / folder / "package-lock.json").read_text("utf-8"))
    packages = [package for path, package in lock["packages"].items() if path]

    assert packages
    assert all("integrity" in package and "resolved" not in package for package in packages)
