"""A file that is laid out says the same with the same comments, and looks as it should for good."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paths import ROOT, TESTS, files_of_manuals
from repositories import Repository
from seen import some

from registry import source
from registry.authoring.fmt import formatted
from registry.cli import main
from registry.source.comments import comments
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from click.testing import Result

CASES = TESTS / "authoring" / "fmt"
FOLDERS = ("manuals", "tests/protocols", "tests/broken", "tests/authoring/importers")
SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab #:-'\"\n", max_size=40)
DATA = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)
    ),
    max_leaves=12,
)


def read(path: str, text: str) -> source.Document | None:
    document, problems = source.read_document(path, text.encode())
    return None if problems else document


def words(text: str) -> list[str]:
    found = comments(text).values()
    return sorted(
        line for each in found for line in (*each.before, each.behind, *each.after) if line
    )


def check(document: source.Document) -> None:
    path, text = document.path, formatted(document)
    assert text is not None, path
    if text == document.text:  # which says what it says, and is laid out
        return
    again = read(path, text)

    assert again is not None, (path, text)
    before = json.dumps(document.data, sort_keys=True)
    assert json.dumps(again.data, sort_keys=True) == before, path
    if not path.endswith(".json"):
        assert words(text) == words(document.text), path
    assert formatted(again) == text, path


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_says_the_same_afterwards(folder: str) -> None:
    every = (path for path in (ROOT / folder).rglob("*") if path.suffix in (".yaml", ".json"))
    files = files_of_manuals() if folder == "manuals" else every
    for path in some(each for each in files if not each.name.endswith(".tools.json")):
        document, problems = source.read_document(str(path), path.read_bytes())
        if document is None or problems:
            assert problems, path
        else:
            check(document)


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from("abcdef"), DATA, max_size=5),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 8), st.booleans()), max_size=8),
)
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_comments_stay_wherever_they_stand(
    data: dict[str, Any], places: list[tuple[int, int, bool]]
) -> None:
    lines = write_yaml(data).split("\n")
    for number, (at, indent, is_alone) in enumerate(places):
        line = at % len(lines)
        if is_alone:
            lines.insert(line, " " * indent + f"# comment {number}")
        else:
            lines[line] += f"  # comment {number}"
    document = read("1.0.0.yaml", "\n".join(lines))

    if document is not None:
        check(document)


@given(st.text("ab:- \n#{}[],'\"|>?", max_size=60))
@settings(max_examples=400)
def test_whatever_can_be_read_can_be_laid_out(text: str) -> None:
    document = read("1.0.0.yaml", text)

    if document is not None:
        check(document)


@pytest.mark.parametrize("case", sorted(CASES.glob("*.before.*")), ids=lambda path: path.name)
def test_layout_is_as_shown(case: Path) -> None:
    document = read(case.name.replace("before.", ""), case.read_text(encoding="utf-8"))
    after = case.with_name(case.name.replace("before", "after")).read_text(encoding="utf-8")

    assert document is not None
    assert formatted(document) == after


UGLY = 'tools: [{name: a}]\n# about the version\nmanual_version: "1.0.0"\n'
NEAT = '# about the version\nmanual_version: "1.0.0"\ntools:\n  - name: a\n'


def fmt(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["fmt", *arguments, "--manuals", str(root / "manuals")])


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return a repository in which one release is merged, and another one is new."""
    made = Repository(tmp_path)
    made.write("manuals/acme/clock/1.0.0.yaml", UGLY)
    made.write("manuals/acme/publisher.yaml", "homepage: https://acme.com/\nname: Acme\n")
    made.commit()
    made.write("manuals/acme/clock/1.1.0.yaml", UGLY)
    return made


def test_changed_files_alone_are_laid_out_and_named(repository: Repository) -> None:
    folder = repository.root / "manuals" / "acme"
    done = fmt(repository.root)

    assert done.exit_code == 0, done.output
    assert done.stdout == f"{folder / 'clock' / '1.1.0.yaml'}\n"
    assert (folder / "clock" / "1.1.0.yaml").read_text(encoding="utf-8") == NEAT
    assert (folder / "publisher.yaml").read_text(encoding="utf-8").startswith("homepage")
    assert fmt(repository.root, "--check").exit_code == 0


def test_file_that_is_named_twice_is_laid_out_once(repository: Repository) -> None:
    folder = repository.root / "manuals" / "acme" / "clock"
    done = fmt(repository.root, str(folder), str(folder / "1.1.0.yaml"))

    assert done.stdout == f"{folder / '1.1.0.yaml'}\n"


def test_check_changes_nothing_and_fails(repository: Repository) -> None:
    done = fmt(repository.root, "--check")

    assert done.exit_code == 1
    assert done.stdout.endswith("1.1.0.yaml\n")
    assert repository.git("status", "--porcelain") == "?? manuals/acme/clock/1.1.0.yaml"
    assert (repository.root / "manuals/acme/clock/1.1.0.yaml").read_text("utf-8") == UGLY


def test_released_file_stays_even_when_it_is_named(repository: Repository) -> None:
    merged = repository.root / "manuals/acme/clock/1.0.0.yaml"
    done = fmt(repository.root, str(merged), str(merged.parent.parent))

    assert done.exit_code == 0, done.output
    assert merged.read_text(encoding="utf-8") == UGLY
    assert "1.0.0.yaml is left unchanged: it is released" in done.stderr
    assert [line.rpartition("/")[2] for line in done.stdout.split()] == [
        "1.1.0.yaml",
        "publisher.yaml",
    ]


def test_release_of_an_own_branch_is_laid_out_against_its_base(repository: Repository) -> None:
    repository.commit()

    assert fmt(repository.root, "--base", "HEAD~1").stdout.endswith("1.1.0.yaml\n")


@pytest.mark.parametrize("newer", ["origin", "upstream"])
def test_release_that_the_registry_or_the_fork_has_stays(
    newer: str, repository: Repository
) -> None:
    """The main branch of a fork is old until someone brings it up to date, and so may the other."""
    for remote in ("origin", "upstream"):
        repository.git("update-ref", f"refs/remotes/{remote}/main", "HEAD")
    repository.commit()
    repository.git("update-ref", f"refs/remotes/{newer}/main", "HEAD")
    repository.write("manuals/acme/clock/1.2.0.yaml", UGLY)

    assert fmt(repository.root).stdout.endswith("1.2.0.yaml\n")
    assert (repository.root / "manuals/acme/clock/1.1.0.yaml").read_text("utf-8") == UGLY


def test_nothing_is_written_where_git_does_not_say_what_is_released(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in ("GLOBAL", "SYSTEM"):
        monkeypatch.setenv(f"GIT_CONFIG_{level}", os.devnull)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    done = fmt(repository.root)

    assert (done.exit_code, done.stdout) == (2, "")
    assert "safe.directory" in done.stderr
    assert (repository.root / "manuals/acme/clock/1.0.0.yaml").read_text("utf-8") == UGLY


@pytest.mark.parametrize(
    ("damaged", "content", "told"),
    [
        ("HEAD", "damaged\n", "/.git cannot be read: not a git repository"),
        ("refs/heads/main", "", "lost this commit; `git fsck` says more"),
        ("refs/heads/main", "1" * 40, "lost this commit; `git fsck` says more"),
    ],
    ids=["repository", "branch", "commit"],
)
def test_nothing_is_written_where_the_repository_is_damaged(
    repository: Repository, damaged: str, content: str, told: str
) -> None:
    (repository.root / ".git" / damaged).write_text(content, encoding="utf-8")
    done = fmt(repository.root, str(repository.root / "manuals"))

    assert (done.exit_code, done.stdout) == (2, "")
    assert told in done.stderr
    assert (repository.root / "manuals/acme/clock/1.0.0.yaml").read_text("utf-8") == UGLY


def test_without_git_nothing_is_released(tmp_path: Path) -> None:
    file = tmp_path / "manuals" / "acme" / "clock" / "1.0.0.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(UGLY, encoding="utf-8")

    assert fmt(tmp_path).exit_code == 0
    assert file.read_text(encoding="utf-8") == NEAT


def test_file_that_cannot_be_read_stays_and_is_told(tmp_path: Path) -> None:
    file = tmp_path / "manuals" / "acme" / "clock" / "1.0.0.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("a: &x 1\n", encoding="utf-8")
    done = fmt(tmp_path, str(file))

    assert done.exit_code == 1
    assert "yaml-alias" in done.stderr
    assert file.read_text(encoding="utf-8") == "a: &x 1\n"


@pytest.mark.parametrize("title", ['"Pets"', "2024-01-01"])
def test_document_of_another_format_stays_and_is_named(title: str, tmp_path: Path) -> None:
    file = tmp_path / "manuals" / "acme" / "clock" / "openapi.yaml"
    file.parent.mkdir(parents=True)
    text = f"openapi:   3.0.0\ninfo: {{title: {title}}}\npaths: {{}}\n"
    file.write_text(text, encoding="utf-8")
    done = fmt(tmp_path, str(file))

    assert done.exit_code == 1
    assert "is an OpenAPI document, not a manual" in done.stderr
    assert "1 error in 1 file" in done.stderr
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")
def test_name_of_a_file_gives_no_orders(repository: Repository) -> None:
    """Neither to a terminal, nor to the runner of a workflow, which heeds lines that start so."""
    name = "x\x1b[31m\n::error::hello.yaml"
    repository.write(f"manuals/acme/clock/{name}", UGLY)
    done = fmt(repository.root)

    assert "x\\x1b[31m\\n::error::hello.yaml\n" in done.stdout
    assert "\x1b" not in done.output
    assert "\n::error" not in done.output


def test_link_is_not_followed(repository: Repository) -> None:
    outside = repository.root / "outside"
    outside.mkdir()
    (outside / "settings.yaml").write_text(UGLY, encoding="utf-8")
    folder = repository.root / "manuals" / "acme"
    (folder / "clock" / "2.0.0.yaml").symlink_to(outside / "settings.yaml")
    (folder / "linked").symlink_to(outside, target_is_directory=True)

    assert fmt(repository.root).exit_code == 0
    assert fmt(repository.root, str(folder), str(folder / "linked")).exit_code == 0
    assert (outside / "settings.yaml").read_text(encoding="utf-8") == UGLY


def test_folder_around_the_manuals_stands_for_them(repository: Repository) -> None:
    """Other files there are not ours, such as a built site, whose digests would be wrong."""
    around = {"site/v1/index.json": '{"a":1}', "categories/time.yaml": "a:   1\n"}
    for path, text in around.items():
        repository.write(path, text)
    done = fmt(repository.root, str(repository.root))

    assert [Path(line).name for line in done.stdout.split()] == ["1.1.0.yaml", "publisher.yaml"]
    assert {path: (repository.root / path).read_text("utf-8") for path in around} == around
    assert fmt(repository.root, str(repository.root / "site")).exit_code == 2


def test_unknown_base_is_wrong_use(repository: Repository) -> None:
    done = fmt(repository.root, "--base", "nowhere")

    assert done.exit_code == 2
    assert "cannot compare with 'nowhere'" in done.stderr


def test_json_names_every_file(repository: Repository) -> None:
    repository.write("manuals/acme/tides/1.0.0.yaml", "a: [")
    done = fmt(repository.root, "--check", "--json")
    facts = json.loads(done.stdout)

    assert done.exit_code == 1
    assert [Path(path).name for path in facts["changed"]] == ["1.1.0.yaml"]
    assert [Path(path).parent.name for path in facts["unreadable"]] == ["tides"]
    assert facts["released"] == []
