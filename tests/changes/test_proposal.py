"""A pull request gets the verdict that its files deserve, asked as a workflow asks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from examples import PUBLISHER
from repositories import Repository

from registry.changes.proposal import find_proposal, release_file
from registry.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RELEASE = """\
utcp_version: "1.0.1"
manual_version: "{version}"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    tags: [weather]
    inputs: {{type: object}}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/weather
"""
FOLDER = "manuals/example/weather"
ONE, TWO = f"{FOLDER}/1.0.0.yaml", f"{FOLDER}/2.0.0.yaml"

PROPOSAL_RULES = {"edited-release", "stale-version", "irregular-file-mode", "mixed-pull-request"}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Return a registry with one publisher and two releases of one manual, all merged."""
    made = Repository(tmp_path)
    made.write("README.md", "A registry.\n")
    made.write("manuals/example/publisher.yaml", PUBLISHER)
    made.write(f"{FOLDER}/manual.yaml", "title: Weather\n")
    for version in ("1.0.0", "2.0.0"):
        release(made, version)
    made.commit()
    monkeypatch.chdir(tmp_path)
    return made


def release(repository: Repository, version: str, text: str = RELEASE) -> None:
    repository.write(f"{FOLDER}/{version}.yaml", text.format(version=version))


def remove(repository: Repository, path: str) -> None:
    (repository.root / path).unlink()


def rename(repository: Repository, path: str, new: str) -> None:
    (repository.root / path).rename(repository.root / new)


def link(repository: Repository, path: str, target: str) -> None:
    (repository.root / path).unlink(missing_ok=True)
    (repository.root / path).symlink_to(target)


def foreign(repository: Repository) -> None:
    repository.write("manuals/gazette/publisher.yaml", PUBLISHER)
    repository.write("manuals/example/publisher.yaml", PUBLISHER + "summary: Weather.\n")


def with_workflow(repository: Repository) -> None:
    release(repository, "2.0.1")
    repository.write(".github/workflows/check.yml", "name: check\n")
    repository.git("add", "--all")


def with_readme(repository: Repository) -> None:
    release(repository, "2.0.1")
    repository.write("manuals/README.md", "Hello.\n")


SCRIPTS: dict[str, tuple[Callable[[Repository], None], set[tuple[str, str]]]] = {
    "nothing": (lambda _: None, set()),
    "next version": (lambda r: release(r, "2.0.1"), set()),
    "next of an older line": (lambda r: release(r, "1.0.1"), set()),
    "prerelease": (lambda r: release(r, "3.0.0-rc.1"), set()),
    "listing data": (lambda r: r.write(f"{FOLDER}/manual.yaml", "title: The weather\n"), set()),
    "code alone": (lambda r: r.write("README.md", "Other words.\n"), set()),
    "released file edited": (
        lambda r: r.write(ONE, RELEASE.format(version="1.0.0") + "# a comment\n"),
        {(ONE, "edited-release")},
    ),
    "released file removed": (lambda r: remove(r, ONE), {(ONE, "edited-release")}),
    "released file renamed": (
        lambda r: rename(r, TWO, f"{FOLDER}/3.0.0.yaml"),
        {(TWO, "edited-release")},
    ),
    "released file put over another": (
        lambda r: rename(r, TWO, ONE),
        {(ONE, "edited-release"), (TWO, "edited-release")},
    ),
    "released file turned into JSON": (
        lambda r: rename(r, TWO, f"{FOLDER}/2.0.0.json"),
        {(TWO, "edited-release"), (f"{FOLDER}/2.0.0.json", "stale-version")},
    ),
    "released file emptied": (lambda r: r.write(ONE, ""), {(ONE, "edited-release")}),
    "line ends": (
        lambda r: r.write(ONE, RELEASE.format(version="1.0.0").replace("\n", "\r\n")),
        {(ONE, "edited-release")},
    ),
    "version before the newest": (
        lambda r: release(r, "1.0.0-rc.1"),
        {(f"{FOLDER}/1.0.0-rc.1.yaml", "stale-version")},
    ),
    "line before the newest": (
        lambda r: release(r, "0.9.0"),
        {(f"{FOLDER}/0.9.0.yaml", "stale-version")},
    ),
    "executable": (lambda r: (r.root / ONE).chmod(0o755), {(ONE, "irregular-file-mode")}),
    "symbolic link": (
        lambda r: link(r, f"{FOLDER}/2.0.1.yaml", "2.0.0.yaml"),
        {(f"{FOLDER}/2.0.1.yaml", "irregular-file-mode")},
    ),
    "released file made a link": (
        lambda r: link(r, ONE, "2.0.0.yaml"),
        {(ONE, "irregular-file-mode"), (ONE, "edited-release")},
    ),
    "two publishers": (foreign, {("manuals/gazette/publisher.yaml", "mixed-pull-request")}),
    "file beside the publishers": (
        with_readme,
        {("manuals/README.md", "mixed-pull-request")},
    ),
    "workflow mixed in": (with_workflow, {(".github/workflows/check.yml", "mixed-pull-request")}),
}


def found(repository: Repository, base: str) -> tuple[int, list[dict[str, str]]]:
    """Return the exit code of `registry check`, and what the rules on proposals say."""
    done = CliRunner().invoke(main, ["check", "--base", base, "--format", "json"])
    said = json.loads(done.stdout)["diagnostics"]
    return done.exit_code, [each for each in said if each["rule"] in PROPOSAL_RULES]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("is_committed", [False, True], ids=["written", "committed"])
def test_pull_request_gets_its_verdict(
    repository: Repository, script: str, is_committed: int
) -> None:
    act, expected = SCRIPTS[script]
    base = repository.git("rev-parse", "HEAD")
    act(repository)
    if is_committed:
        repository.commit()
    _, said = found(repository, base)

    assert {(each["path"], each["rule"]) for each in said} == expected


@pytest.mark.parametrize(
    ("script", "code"), [("next version", 0), ("workflow mixed in", 0), ("released file edited", 1)]
)
def test_exit_code_tells_errors_from_warnings(
    repository: Repository, script: str, code: int
) -> None:
    SCRIPTS[script][0](repository)

    assert found(repository, "HEAD")[0] == code


def test_commands_of_the_hint_mend_an_edited_release(repository: Repository) -> None:
    """Run word for word, they leave the edit as the next version, and nothing else to report."""
    repository.write(ONE, RELEASE.format(version="1.0.0").replace("Current", "The current"))
    _, ((said),) = found(repository, "HEAD")
    commands = said["hint"].split("`")[1::2]
    for command in commands:
        repository.run(command)
    repository.run(f"sed -i s/1.0.0/1.0.1/ {FOLDER}/1.0.1.yaml")

    assert found(repository, "HEAD") == (0, [])
    assert "The current" in (repository.root / FOLDER / "1.0.1.yaml").read_text()


def test_next_version_in_the_hint_is_that_of_the_same_manual(repository: Repository) -> None:
    repository.write("manuals/example/tides/1.7.0.yaml", RELEASE.format(version="1.7.0"))
    repository.write(ONE, RELEASE.format(version="1.0.0").replace("Current", "The current"))
    _, said = found(repository, "HEAD")

    (hint,) = (each["hint"] for each in said if each["rule"] == "edited-release")
    assert f"{FOLDER}/1.0.1.yaml" in hint


@pytest.mark.parametrize("script", ["released file removed", "released file renamed"])
def test_command_of_the_hint_restores_a_release(repository: Repository, script: str) -> None:
    SCRIPTS[script][0](repository)
    _, ((said),) = found(repository, "HEAD")
    repository.run(said["hint"].split("`")[1])

    assert found(repository, "HEAD")[1] == []


@pytest.mark.parametrize("folder", ["manuals/example", FOLDER])
def test_hint_restores_a_manual_that_is_gone_and_ends_it(
    repository: Repository, folder: str
) -> None:
    repository.git("rm", "-r", "--quiet", folder)
    (repository.root / "manuals").mkdir(exist_ok=True)
    _, said = found(repository, "HEAD")
    restore, status = said[0]["hint"].split("`")[1::2]
    repository.run(restore)
    repository.write(f"{FOLDER}/manual.yaml", f"title: Weather\n{status}\n")

    assert len({each["hint"] for each in said}) == 1
    assert found(repository, "HEAD") == (0, [])


@pytest.mark.parametrize("stage", ["written", "added"])
@pytest.mark.parametrize(("before", "after"), [("\n", "\r\n"), ("\r\n", "\n")])
def test_command_of_the_hint_restores_line_ends(
    repository: Repository, before: str, after: str, stage: str
) -> None:
    text = RELEASE.format(version="1.0.0")
    (repository.root / ONE).write_bytes(text.replace("\n", before).encode())
    base = repository.commit()
    (repository.root / ONE).write_bytes(text.replace("\n", after).encode())
    if stage == "added":
        repository.git("add", "--all")
    _, ((said),) = found(repository, base)
    repository.run(said["hint"].split("`")[1])

    assert (said["rule"], found(repository, base)) == ("edited-release", (0, []))


def test_manual_that_the_merged_rules_exempt_may_go(repository: Repository) -> None:
    """Such as the example with which a registry begins."""
    name = "example/weather"
    exemption = f"{{manual: {name}, rule: edited-release, reason: It was the example.}}"
    repository.write("rules.yaml", f"exemptions: [{exemption}]\n")
    base = repository.commit()
    repository.git("rm", "-r", "--quiet", "manuals/example")
    (repository.root / "manuals").mkdir(exist_ok=True)

    assert found(repository, base) == (0, [])


@pytest.mark.parametrize("stage", ["written", "added", "committed"])
def test_command_of_the_hint_makes_a_file_plain(repository: Repository, stage: str) -> None:
    base = repository.git("rev-parse", "HEAD")
    release(repository, "2.0.1")
    (repository.root / FOLDER / "2.0.1.yaml").chmod(0o755)
    if stage != "written":
        repository.git("add", "--all")
    if stage == "committed":
        repository.commit()
    _, ((said),) = found(repository, base)
    repository.run(said["hint"].split("`")[1])

    assert (said["rule"], found(repository, base)) == ("irregular-file-mode", (0, []))


def test_commands_of_the_hint_work_where_a_folder_has_a_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Repository(tmp_path)
    made.write("our tools/manuals/example/publisher.yaml", PUBLISHER)
    made.write(f"our tools/{ONE}", RELEASE.format(version="1.0.0"))
    made.commit()
    monkeypatch.chdir(tmp_path)
    made.write(f"our tools/{ONE}", RELEASE.format(version="1.0.0") + "# a comment\n")
    command = ("check", "--manuals", "our tools/manuals", "--base", "HEAD", "--format", "json")
    diagnostics = json.loads(CliRunner().invoke(main, command).stdout)["diagnostics"]
    (said,) = (each for each in diagnostics if each["rule"] in PROPOSAL_RULES)
    for each in said["hint"].split("`")[1::2]:
        made.run(each)

    assert made.git("status", "--porcelain") == f'?? "our tools/{FOLDER}/1.0.1.yaml"'


def test_folder_in_other_capitals_gets_its_name_again(repository: Repository) -> None:
    """To keep both would be an error, too: some systems cannot tell them apart."""
    rename(repository, "manuals/example", "manuals/Example")
    hints = {each["hint"] for each in found(repository, "HEAD")[1]}

    assert "rename the folder to manuals/example again" in hints


def test_command_of_the_hint_gives_a_stale_version_the_next_one(repository: Repository) -> None:
    SCRIPTS["version before the newest"][0](repository)
    _, ((said),) = found(repository, "HEAD")
    repository.run(said["hint"].split("`")[1])

    assert (repository.root / FOLDER / "1.0.1.yaml").exists()
    assert found(repository, "HEAD")[1] == []


def test_what_the_pull_request_touches_is_annotated_first(repository: Repository) -> None:
    """GitHub shows a few annotations only: old warnings must not hide what is new."""
    plain = RELEASE.format(version="1.0.0").replace("https:", "http:")
    for name in "abcdefghijklm":
        repository.write(f"manuals/example/older-{name}/1.0.0.yaml", plain)
    base = repository.commit()
    repository.write("manuals/example/zebra/1.0.0.yaml", plain)
    command = ["check", "--base", base, "--format", "github"]
    first = CliRunner().invoke(main, command).stdout.splitlines()[0]

    assert "manuals/example/zebra/" in first


def test_pull_request_cannot_soften_the_rules_by_which_it_is_judged(
    repository: Repository,
) -> None:
    SCRIPTS["released file edited"][0](repository)
    repository.write("rules.yaml", "levels: {edited-release: ignored}\n")
    repository.git("add", "--all")
    _, said = found(repository, "HEAD")

    assert {each["rule"] for each in said} == {"edited-release", "mixed-pull-request"}


def test_rules_of_the_branch_count(repository: Repository) -> None:
    repository.write("rules.yaml", "levels: {stale-version: warning}\n")
    base = repository.commit()
    remove(repository, "rules.yaml")
    SCRIPTS["version before the newest"][0](repository)
    _, said = found(repository, base)
    severities = {each["rule"]: each["severity"] for each in said}

    assert severities["stale-version"] == "warning"


@pytest.mark.parametrize(("before", "after"), [("{}", "level: {}"), ("level: {}", "{}")])
def test_rules_of_the_pull_request_have_to_be_valid_and_those_of_the_branch_need_not(
    repository: Repository, before: str, after: str
) -> None:
    repository.write("rules.yaml", f"{before}\n")
    base = repository.commit()
    repository.write("rules.yaml", f"{after}\n")
    done = CliRunner().invoke(main, ["check", "--base", base, "--format", "json"])
    places = [(each["rule"], each["path"]) for each in json.loads(done.stdout)["diagnostics"]]

    assert (("unknown-key", "rules.yaml") in places) == (after == "level: {}")


def test_pull_request_cannot_say_where_the_rules_are_explained(repository: Repository) -> None:
    repository.write("mkdocs.yml", "site_url: https://tools.acme.com/\n")
    base = repository.commit()
    repository.write("mkdocs.yml", "site_url: https://evil.acme.org/\n")
    SCRIPTS["version before the newest"][0](repository)
    _, said = found(repository, base)

    assert {each["url"].partition("rules/")[0] for each in said} == {"https://tools.acme.com/"}


def test_names_in_commands_cannot_act(repository: Repository) -> None:
    repository.write("manuals/$(touch gotcha)/a b/1.0.0.yaml", "", 0o755)
    _, said = found(repository, "HEAD")
    repository.git("add", "--all")
    for each in said:
        repository.run(each["hint"].split("`")[1])

    assert not (repository.root / "gotcha").exists()


def test_check_without_a_base_asks_git_nothing(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    SCRIPTS["released file removed"][0](repository)
    monkeypatch.setenv("PATH", "")

    assert CliRunner().invoke(main, ["check"]).exit_code == 0


def test_base_that_is_not_there_is_wrong_use(repository: Repository) -> None:
    done = CliRunner().invoke(main, ["check", "--base", "nowhere"])

    assert done.exit_code == 2
    assert "'nowhere'" in done.stderr


@pytest.mark.parametrize(
    ("path", "version"),
    [
        ("acme/clock/1.0.0.yaml", "1.0.0"),
        ("acme/clock/1.0.0-rc.1.json", "1.0.0-rc.1"),
        ("acme/clock/manual.yaml", None),
        ("acme/publisher.yaml", None),
        ("acme/clock/1.0.yaml", None),
        ("acme/clock/1.0.0.yml", None),
        ("acme/clock/old/1.0.0.yaml", None),
        ("1.0.0.yaml", None),
    ],
)
def test_releases_are_told_by_their_path(path: str, version: str | None) -> None:
    file = release_file(path)

    assert (file.version if file else None) == version


@pytest.mark.parametrize(
    ("start", "manuals"), [("", "manuals"), ("data/", "data/manuals")], ids=["top", "below"]
)
def test_changed_files_of_included_registries_are_known_by_their_names(
    tmp_path: Path, start: str, manuals: str
) -> None:
    made = Repository(tmp_path)
    lock, manual = f"{start}included/x/lock.json", f"{start}included/x/manuals/a/b/manual.yaml"
    for path in (f"{start}manuals/a/publisher.yaml", lock, manual, "README.md"):
        made.write(path, "one\n")
    made.commit()
    for path in (lock, manual, "README.md"):
        made.write(path, "two\n")

    assert find_proposal(tmp_path / manuals, "HEAD").included_files == {"x": (lock, manual)}
    assert find_proposal(tmp_path, "HEAD").included_files == {}
