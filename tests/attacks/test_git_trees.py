"""Whatever a branch holds, its review ends with a verdict, and nothing odd merges unread."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from repositories import Repository
from upstreams import release

from registry.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

OWNER = 583231
FOLDER = "manuals/acme/weather"
ABOUT = f"""\
name: Acme
homepage: https://acme.example.com/
hosts: [api.acme.example.com]
owners: [{{login: wile, id: {OWNER}}}]
"""
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1048576\n"
NEXT = release("acme", version="1.0.1", words="Current weather at the station next to a place.")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path)
    made.write("README.md", "A registry.\n")
    made.write("manuals/acme/publisher.yaml", ABOUT)
    made.write(f"{FOLDER}/1.0.0.yaml", release("acme"))
    made.commit()
    monkeypatch.chdir(tmp_path)
    return made


def attributes(text: str) -> Callable[[Repository], None]:
    def act(repository: Repository) -> None:
        repository.write("manuals/.gitattributes", text)
        repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)

    return act


def submodule(repository: Repository) -> None:
    # A repository inside is what `git add` makes a submodule of.
    Repository(repository.root / "manuals" / "acme" / "tides").commit()
    repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)


def submodules(repository: Repository) -> None:
    text = f'[submodule "x"]\npath = {FOLDER}\nurl = ext::sh -c id\n'
    repository.write(".gitmodules", text)
    repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)


def linked(target: str, name: str = "1.0.1.yaml") -> Callable[[Repository], None]:
    return lambda repository: (repository.root / FOLDER / name).symlink_to(target)


def linked_folder(repository: Repository) -> None:
    (repository.root / "manuals" / "other").symlink_to("acme")


def executable(repository: Repository) -> None:
    repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)
    (repository.root / FOLDER / "1.0.1.yaml").chmod(0o755)


def only_executable(repository: Repository) -> None:
    (repository.root / FOLDER / "1.0.0.yaml").chmod(0o755)


def linked_manual(repository: Repository) -> None:
    (repository.root / FOLDER).rename(repository.root / "weather")
    (repository.root / FOLDER).symlink_to("../../weather")


def repository_inside(repository: Repository) -> None:
    repository.write(f"{FOLDER}/.git/config", "[core]\nfsmonitor = touch pwned\n")
    repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)


def renamed(repository: Repository) -> None:
    repository.git("mv", f"{FOLDER}/1.0.0.yaml", f"{FOLDER}/1.0.1.yaml")


def both_cases(repository: Repository) -> None:
    repository.write("manuals/Acme/publisher.yaml", ABOUT)
    repository.write("manuals/Acme/weather/1.0.1.yaml", NEXT)


def writes(path: str, text: str) -> Callable[[Repository], None]:
    return lambda repository: repository.write(path, text)


TREES: dict[str, Callable[[Repository], None]] = {
    "git-lfs pointer as a release": writes(f"{FOLDER}/1.0.1.yaml", POINTER),
    "git-lfs pointer as a publisher": writes("manuals/acme/publisher.yaml", POINTER),
    "git-lfs pointer in place of a release": writes(f"{FOLDER}/1.0.0.yaml", POINTER),
    "git-lfs settings": writes(".lfsconfig", "[lfs]\nurl = https://evil.test/\n"),
    "git-lfs attributes": attributes("*.yaml filter=lfs diff=lfs merge=lfs -text\n"),
    "filter of attributes": attributes("*.yaml filter=evil\n"),
    "keywords of attributes": attributes("*.yaml ident export-subst\n"),
    "hidden from diffs": attributes("*.yaml -diff linguist-generated export-ignore\n"),
    "link to a secret": linked("/etc/passwd"),
    "link to itself": linked("1.0.1.yaml"),
    "link to the older release": linked("1.0.0.yaml"),
    "link as the listing": linked("../../../README.md", "manual.yaml"),
    "linked folder": linked_folder,
    "submodule": submodule,
    "settings of submodules": submodules,
    "executable": executable,
    "only another mode": only_executable,
    "linked manual": linked_manual,
    "repository inside": repository_inside,
    "renamed release": renamed,
    "both cases": both_cases,
    "newline in a name": writes(f"{FOLDER}/1.0.1.yaml\n::error::x", NEXT),
    "quotes in a name": writes(f'{FOLDER}/"1.0.1".yaml', NEXT),
    "option as a name": writes("manuals/--output=x/a/1.0.0.yaml", NEXT),
    "name that is no UTF-8": writes(os.fsdecode(f"{FOLDER}/1.0.\xff.yaml".encode("latin-1")), NEXT),
    "direction of a name": writes(f"{FOLDER}/1.0.1\u202elmay.yaml", NEXT),
    "too large": writes(f"{FOLDER}/1.0.1.yaml", NEXT + "# x\n" * 600_000),
    "no file at all": writes(f"{FOLDER}/1.0.1.yaml", ""),
    "merge markers": writes(f"{FOLDER}/1.0.1.yaml", f"<<<<<<< HEAD\n{NEXT}=======\n>>>>>>> x\n"),
    "workflow beside it": writes(".github/workflows/x.yml", "on: push\n"),
    "settings of pre-commit": writes(".pre-commit-config.yaml", "repos: []\n"),
    "included tree": writes("included/x/lock.json", "{}"),
}


def reviewed() -> dict[str, Any]:
    """Return what `registry review` says of the last commit, by the owner."""
    command = ["review", "--base", "HEAD^1", "--author", str(OWNER), "--json"]
    done = CliRunner().invoke(main, command)

    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_update_in_which_nothing_is_odd_may_merge(repository: Repository) -> None:
    repository.write(f"{FOLDER}/1.0.1.yaml", NEXT)
    repository.commit()

    assert reviewed()["verdict"] == "may-merge"


@pytest.mark.parametrize("tree", TREES)
def test_hostile_tree_is_looked_at_or_rejected(repository: Repository, tree: str) -> None:
    TREES[tree](repository)
    repository.commit()
    said = reviewed()

    assert said["verdict"] != "may-merge", said
    assert not (repository.root / "pwned").exists()
    check = CliRunner().invoke(main, ["check", "--base", "HEAD^1"])
    assert isinstance(check.exception, SystemExit | None), check.exception
    assert "\x1b" not in check.output
    assert not any(line.startswith("::") for line in check.output.splitlines())
