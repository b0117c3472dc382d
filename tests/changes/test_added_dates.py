"""When files were merged is read from the history, as far as there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from repositories import Repository

from registry.changes.added_dates import arrivals

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_came_with_the_commit_that_added_it(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("manuals/acme/tides/1.0.0.yaml", "one")
    repository.commit()
    first = int(repository.git("log", "-1", "--format=%ct"))
    repository.write("manuals/acme/tides/1.0.0.yaml", "one, changed")
    repository.write("manuals/acme/wörter/1.0.0.yaml", "two")
    repository.write("docs/other.md", "three")
    repository.commit()

    assert arrivals(tmp_path / "manuals") == {
        "acme/tides/1.0.0.yaml": first,
        "acme/wörter/1.0.0.yaml": int(repository.git("log", "-1", "--format=%ct")),
    }


@pytest.mark.parametrize("name", ["\x01.yaml", "a\nb.yaml", "\n", "\udcff.yaml"])
def test_name_of_any_characters_is_read_as_it_is(name: str, tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write(f"manuals/{name}", "one")
    repository.commit()

    assert arrivals(tmp_path / "manuals") == {
        name: int(repository.git("log", "-1", "--format=%ct")),
    }


def test_commit_without_a_date_counts_as_the_oldest(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("manuals/acme/tides/1.0.0.yaml", "one")
    repository.commit()
    repository.run(
        r"git cat-file commit HEAD | sed 's/^\(committer .*>\).*/\1/' "
        "| git hash-object -t commit -w --literally --stdin | xargs git update-ref HEAD"
    )

    assert arrivals(tmp_path / "manuals") == {"acme/tides/1.0.0.yaml": 0}


def test_what_is_not_committed_has_not_come(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("manuals/acme/tides/1.0.0.yaml", "one")
    repository.commit()
    repository.write("manuals/acme/tides/1.1.0.yaml", "two")

    assert set(arrivals(tmp_path / "manuals")) == {"acme/tides/1.0.0.yaml"}


def test_without_a_history_nothing_is_known(tmp_path: Path) -> None:
    assert arrivals(tmp_path) == {}
