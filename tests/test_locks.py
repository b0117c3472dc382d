"""The lock files say what pyproject.toml says, and nothing about where packages come from."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import distributions
from typing import TYPE_CHECKING

import pytest
import yaml
from packaging.requirements import Requirement
from paths import ROOT
from seen import some

if TYPE_CHECKING:
    from pathlib import Path

REQUIREMENTS = ROOT / "requirements"
LOCKS = sorted(REQUIREMENTS.glob("*.lock"))
NPM_LOCKS = sorted(
    path for path in ROOT.glob("tests/**/package-lock.json") if "node_modules" not in path.parts
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[([a-z0-9,_-]+)\])?==([^\s;]+)", re.MULTILINE)


def pins(text: str) -> set[tuple[str, str]]:
    return {(name.replace("_", "-"), version) for name, _, version in PIN.findall(text)}


def locked(name: str) -> set[tuple[str, str]]:
    return pins((REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8"))


def asked_for(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith(("#", "-c "))]


EXTRAS = PROJECT["project"]["optional-dependencies"]
CLIENTS = [(asked_for(path), path.stem) for path in some(sorted(REQUIREMENTS.glob("*.in")))]


@pytest.mark.parametrize(
    ("wanted", "lock"),
    [
        (PROJECT["project"]["dependencies"], "site"),
        (EXTRAS["build"], "site"),
        (PROJECT["dependency-groups"]["package"], "site"),
        (PROJECT["dependency-groups"]["test"], "test"),
        (PROJECT["build-system"]["requires"], "site"),
        (EXTRAS["sign"], "sign"),
        (EXTRAS["mcp"], "test"),
        (PROJECT["project"]["dependencies"] + EXTRAS["mcp"] + EXTRAS["sign"], "reader"),
        *CLIENTS,
    ],
    ids=[
        *("dependencies", "build", "package", "test", "build-system", "sign", "mcp", "reader"),
        *(name for _, name in CLIENTS),
    ],
)
def test_lock_pins_a_version_that_is_asked_for(wanted: list[str], lock: str) -> None:
    versions = dict(locked(lock))

    for requirement in some(map(Requirement, wanted)):
        pinned = versions.get(requirement.name, "none")
        assert pinned in requirement.specifier, f"{requirement} in {lock}.lock: run `make lock`"


def test_what_is_asked_for_with_an_extra_is_pinned_with_it() -> None:
    """Else pip looks for its newest release, for which the lock file has no digest."""
    text = (REQUIREMENTS / "test.lock").read_text(encoding="utf-8")
    pinned = {(name, extra) for name, extras, _ in PIN.findall(text) for extra in extras.split(",")}
    installed = {each.name: each.requires or () for each in distributions()}
    asked = {
        (requirement.name.lower(), extra)
        for name, _ in some(sorted(pins(text)))
        for requirement in map(Requirement, installed.get(name, ()))
        if not requirement.marker or requirement.marker.evaluate({"extra": ""})
        for extra in requirement.extras
    }

    assert asked
    assert asked <= pinned, "run `make lock`"


def test_package_can_be_installed_beside_anything_else() -> None:
    """An exact pin would shut out every project that pins another version."""
    pinned = [each for each in PROJECT["project"]["dependencies"] if "==" in each]

    assert not pinned


@pytest.mark.parametrize("name", ["test", "sign"])
def test_lock_that_is_added_holds_every_pin_of_the_site_lock(name: str) -> None:
    assert not locked("site") - locked(name), "run `make lock`"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_lock_has_a_hash_for_every_package_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text)[1:]

    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


@pytest.mark.parametrize("path", NPM_LOCKS, ids=lambda path: path.parent.name)
def test_npm_lock_has_digests_and_no_address(path: Path) -> None:
    lock = json.loads(path.read_text(encoding="utf-8"))
    packages = [package for path, package in lock["packages"].items() if path]
    settings = path.with_name(".npmrc").read_text(encoding="utf-8").splitlines()

    assert packages
    assert all("integrity" in package and "resolved" not in package for package in packages)
    assert "omit-lockfile-registry-resolved=true" in settings, "or the next update adds addresses"


def test_newer_releases_are_proposed_for_every_npm_lock() -> None:
    settings = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text(encoding="utf-8"))
    folders = {
        folder
        for each in settings["updates"]
        if each["package-ecosystem"] == "npm"
        for folder in each["directories"]
    }

    assert folders == {f"/{path.parent.relative_to(ROOT).as_posix()}" for path in NPM_LOCKS}
