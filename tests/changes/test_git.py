"""What git says of the working tree is what a pull request would bring."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from repositories import Repository

from registry.changes.git import MissingBaseError, UnusableBaseError, main_branches
from registry.changes.tree_difference import (
    EXECUTABLE,
    LINK,
    PLAIN,
    SUBMODULE,
    FileChange,
    TreeDifference,
    compare_with_commit,
)

if TYPE_CHECKING:
    from pathlib import Path

CLOCK = "acme/clock/1.0.0.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return a repository whose only commit has one release and one file elsewhere."""
    made = Repository(tmp_path / "registry")
    made.write(f"manuals/{CLOCK}", "one\n")
    made.write("README.md", "read me\n")
    made.commit()
    return made


def difference(repository: Repository, base: str = "HEAD") -> TreeDifference:
    return compare_with_commit(repository.root / "manuals", base)


def modes(change: FileChange) -> tuple[str | None, str | None]:
    return tuple(side.mode if side else None for side in (change.before, change.after))  # type: ignore[return-value]


def test_untouched_tree_differs_in_nothing(repository: Repository) -> None:
    found = difference(repository)

    assert (list(found.committed), found.inside, found.outside) == ([CLOCK], (), ())
    assert found.base == repository.git("rev-parse", "HEAD")


@pytest.mark.parametrize("stage", ["written", "added", "committed"])
def test_change_is_seen_as_soon_as_it_is_written(repository: Repository, stage: str) -> None:
    base = repository.git("rev-parse", "HEAD")
    repository.write(f"manuals/{CLOCK}", "two\n")
    repository.write("manuals/acme/clock/1.1.0.yaml", "two\n")
    (repository.root / "README.md").unlink()
    if stage == "added":
        repository.git("add", "--all")
    if stage == "committed":
        repository.commit()
    found = difference(repository, base)
    edited, added = found.inside

    assert (edited.path, added.path) == (CLOCK, "acme/clock/1.1.0.yaml")
    assert (modes(edited), modes(added)) == ((PLAIN, PLAIN), (None, PLAIN))
    assert edited.before != edited.after == added.after
    assert found.outside == ("README.md",)


def test_ids_are_those_of_git(repository: Repository) -> None:
    repository.write("manuals/acme/clock/1.1.0.yaml", "two\n")
    (change,) = difference(repository).inside

    assert change.after
    assert change.after.id == repository.git("hash-object", "manuals/acme/clock/1.1.0.yaml")


def test_ids_are_those_of_git_in_a_repository_of_longer_ones(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.git("init", "--quiet", "--object-format=sha256")
    repository.write(f"manuals/{CLOCK}", "one\n")
    repository.commit()
    repository.write(f"manuals/{CLOCK}", "two\n")
    (change,) = difference(repository).inside

    assert change.after
    assert change.after.id == repository.git("hash-object", f"manuals/{CLOCK}")


def test_touching_or_restoring_a_file_changes_nothing(repository: Repository) -> None:
    repository.write(f"manuals/{CLOCK}", "two\n")
    repository.git("add", "--all")
    repository.write(f"manuals/{CLOCK}", "one\n")
    os.utime(repository.root / "README.md", (0, 0))

    found = difference(repository)

    assert (found.inside, found.outside) == ((), ())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_modes_are_told(repository: Repository) -> None:
    folder = repository.root / "manuals/acme/clock"
    (repository.root / "manuals" / CLOCK).chmod(0o755)
    (folder / "1.1.0.yaml").symlink_to("1.0.0.yaml")
    inner = Repository(folder / "inner")
    inner.write("1.0.0.yaml", "one\n")
    inner.commit()
    untracked = {each.path: modes(each) for each in difference(repository).inside}
    repository.git("-c", "advice.addEmbeddedRepo=false", "add", "--all")
    tracked = {each.path: modes(each) for each in difference(repository).inside}

    assert untracked == {
        CLOCK: (PLAIN, EXECUTABLE),
        "acme/clock/1.1.0.yaml": (None, LINK),
        "acme/clock/inner/": (None, SUBMODULE),
    }
    assert tracked == {path.rstrip("/"): pair for path, pair in untracked.items()}


def test_modes_mean_nothing_on_a_disk_that_has_none(repository: Repository) -> None:
    """Linux shows every file of a Windows disk as executable, and git knows of such disks."""
    repository.git("config", "core.fileMode", "false")
    repository.write("manuals/acme/clock/1.1.0.yaml", "two\n", mode=0o777)
    (change,) = difference(repository).inside

    assert modes(change) == (None, PLAIN)


def test_rename_is_a_file_gone_and_one_with_its_content(repository: Repository) -> None:
    repository.git("mv", f"manuals/{CLOCK}", "manuals/acme/clock/2.0.0.yaml")
    gone, came = difference(repository).inside

    assert (modes(gone), modes(came)) == ((PLAIN, None), (None, PLAIN))
    assert gone.before == came.after


def test_odd_names_are_told_as_they_are(repository: Repository) -> None:
    odd = ["acme/a b\tc.yaml", "acme/späße.yaml", 'acme/"quoted".yaml', "acme/two\nlines.yaml"]
    for path in odd:
        repository.write(f"manuals/{path}", "x\n")

    assert [each.path for each in difference(repository).inside] == sorted(odd)


def test_settings_of_the_user_do_not_matter(repository: Repository) -> None:
    for setting in ("diff.noprefix=true", "diff.renames=copies", "color.ui=always"):
        repository.git("config", *setting.split("="))
    repository.git("config", "diff.external", "false")
    repository.git("mv", f"manuals/{CLOCK}", "manuals/acme/clock/2.0.0.yaml")

    assert len(difference(repository).inside) == 2


def test_folder_may_be_new(repository: Repository) -> None:
    shutil.rmtree(repository.root / "manuals")
    base = repository.commit()
    repository.write(f"manuals/{CLOCK}", "one\n")
    found = difference(repository, base)

    assert ({**found.committed}, [each.path for each in found.inside]) == ({}, [CLOCK])


def test_shallow_sparse_checkout_without_old_contents_is_enough(
    repository: Repository, tmp_path: Path
) -> None:
    """As a workflow gets it: two commits deep, only `manuals/`, and nothing to fetch from."""
    repository.write(f"manuals/{CLOCK}", "two\n")
    repository.commit()
    repository.git("config", "uploadpack.allowFilter", "true")
    source = repository.root.as_uri()
    clone = Repository(tmp_path / "clone")
    repository.git(
        *("clone", "--quiet", "--depth=2", "--filter=blob:none", "--sparse", source),
        str(clone.root),
    )
    clone.git("sparse-checkout", "set", "manuals")
    shutil.rmtree(repository.root)
    found = difference(clone, "HEAD^1")

    assert ([each.path for each in found.inside], found.outside) == ([CLOCK], ())


@pytest.mark.parametrize(
    "base", ["nowhere", "--help", "-x", "", "^main", "HEAD..HEAD", "HEAD HEAD", "HEAD:README.md"]
)
def test_base_that_is_no_commit_is_refused(repository: Repository, base: str) -> None:
    with pytest.raises(UnusableBaseError):
        difference(repository, base)


def test_folder_outside_any_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableBaseError):
        compare_with_commit(tmp_path, "HEAD")


def test_files_that_look_like_a_repository_are_not_taken_for_one(repository: Repository) -> None:
    fake = Repository(repository.root / "manuals")
    fake.commit()
    fake.git("config", "core.worktree", ".")
    fake.git("config", "filter.evil.clean", f"touch '{repository.root}/pwned'; cat")
    fake.write(".git/info/attributes", "* filter=evil\n")
    shutil.copytree(fake.root / ".git", fake.root, dirs_exist_ok=True)
    shutil.rmtree(fake.root / ".git")
    repository.write(f"manuals/{CLOCK}", "two\n")
    repository.commit()

    with pytest.raises(UnusableBaseError, match="bare repository"):
        difference(repository)
    assert not (repository.root / "pwned").exists()


def test_replaced_objects_are_compared_as_they_were_committed(repository: Repository) -> None:
    base = repository.git("rev-parse", "HEAD")
    repository.write(f"manuals/{CLOCK}", "two\n")
    repository.git("replace", base, repository.commit())

    found = difference(repository, base)

    assert [each.path for each in found.inside] == [CLOCK]
    assert found.read([f"manuals/{CLOCK}"]) == {f"manuals/{CLOCK}": b"one\n"}


@pytest.mark.parametrize("path", ["/nowhere", ".", ""], ids=["elsewhere", "here", "none"])
def test_git_is_only_started_from_a_folder_of_programs(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The current folder may hold the files of a pull request."""
    repository.write("git", "#!/bin/sh\ntouch started\n", 0o755)
    monkeypatch.chdir(repository.root)
    monkeypatch.setenv("PATH", path)

    with pytest.raises(UnusableBaseError, match="not installed"):
        difference(repository)
    assert not (repository.root / "started").exists()


def test_damaged_index_is_told_by_what_it_keeps_git_from(repository: Repository) -> None:
    (repository.root / ".git" / "index").write_bytes(b"damaged " * 20)

    with pytest.raises(UnusableBaseError, match=r"^index file corrupt$"):
        difference(repository)


def test_a_branch_that_lacks_what_was_committed_since_says_so(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "-b", "mine")
    repository.write("manuals/acme/clock/1.1.0.yaml", "mine\n")
    repository.commit()
    assert difference(repository, "main").is_contained
    repository.git("checkout", "--quiet", "main")
    repository.write("manuals/acme/other/1.0.0.yaml", "theirs\n")
    repository.commit()
    repository.git("checkout", "--quiet", "mine")

    assert not difference(repository, "main").is_contained
    repository.git("-c", "user.name=a", "-c", "user.email=a@b.example", "rebase", "--quiet", "main")
    assert difference(repository, "main").is_contained


def test_history_that_does_not_go_back_far_enough_is_no_reason(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--orphan", "other")
    repository.commit()

    assert difference(repository, "main").is_contained


LINKED = "GIT_DIR={root}/.git/worktrees/linked GIT_INDEX_FILE={root}/.git/worktrees/linked/index"
"""What git sets for the hooks of a linked worktree."""


def test_hook_of_a_linked_worktree_sees_the_same(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    linked.write("manuals/acme/clock/1.1.0.yaml", "two\n")
    for setting in LINKED.format(root=repository.root).split():
        monkeypatch.setenv(*setting.split("="))
    found = difference(linked)

    assert (found.prefix, [each.path for each in found.inside]) == (
        "manuals/",
        ["acme/clock/1.1.0.yaml"],
    )


def test_files_may_be_elsewhere_than_their_repository(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a hook of a server, which has no files until it writes them somewhere."""
    shutil.copytree(repository.root / "manuals", tmp_path / "files/manuals")
    monkeypatch.setenv("GIT_DIR", str(repository.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "files"))
    found = compare_with_commit(tmp_path / "files/manuals", "HEAD")

    assert ([*found.committed], found.inside, found.outside) == ([CLOCK], (), ("README.md",))


def test_what_git_advises_is_told(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in ("GLOBAL", "SYSTEM"):  # may trust every folder, as on machines of CI
        monkeypatch.setenv(f"GIT_CONFIG_{level}", os.devnull)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    advice = f"; git advises `git config --global --add safe.directory {repository.root}`"

    with pytest.raises(UnusableBaseError) as refused:
        difference(repository)
    assert str(refused.value).endswith(advice)
    assert not isinstance(refused.value, MissingBaseError)


def test_main_branch_of_the_registry_comes_before_that_of_a_fork(repository: Repository) -> None:
    assert main_branches(repository.root) == ()
    for remote in ("origin", "upstream"):
        repository.git("update-ref", f"refs/remotes/{remote}/main", "HEAD")

    assert main_branches(repository.root / "manuals") == ("upstream/main", "origin/main")
