"""Loading: names are identities, and only plain files in their place count."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

RELEASE = b"utcp_version: '1.0.1'\n"


def tree(root: Path, *paths: str) -> Tree:
    """Load a tree with files at *paths* below `manuals/`; each publisher has its publisher.yaml."""
    manuals = root / "manuals"
    manuals.mkdir(exist_ok=True)
    for path in paths:
        file = manuals / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(RELEASE)
        about = manuals / path.split("/")[0] / "publisher.yaml"
        if "/" in path and not about.exists():
            about.write_bytes(b"name: x\n")
    return load_tree(manuals)


def problems(found: Tree) -> set[tuple[str, str]]:
    return {(each.place.path, each.rule) for each in found.problems}


def test_files_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    found = tree(tmp_path, "zeta/bb/1.0.0.yaml", "acme/time/1.0.0.yaml", "acme/clock/1.0.0.yaml")

    names = [(each.name, [manual.name for manual in each.manuals]) for each in found.publishers]
    assert names == [("acme", ["clock", "time"]), ("zeta", ["bb"])]
    assert found.problems == ()


def test_only_the_files_of_a_publisher_are_read_where_it_is_named(tmp_path: Path) -> None:
    whole = tree(tmp_path, "zeta/bb/1.0.0.yaml", "acme/time/1.0.0.yaml", "acme/clock/1.0.0.yaml")
    facts = tmp_path / "benchmarks" / "facts"
    for manual in ("zeta/bb", "acme/time"):
        (facts / manual).parent.mkdir(parents=True)
        (facts / f"{manual}.yaml").write_bytes(b"release: 1.0.0\n")

    (found,) = load_tree(tmp_path / "manuals", only="acme").publishers
    assert [each.name for each in found.manuals] == ["clock", "time"]
    assert [each.path for each in found.manuals] == [
        each.path for each in whole.publishers[0].manuals
    ]
    assert [bool(each.facts) for each in found.manuals] == [False, True]
    assert load_tree(tmp_path / "manuals", only="none") == Tree((), ())


def test_releases_come_from_the_oldest_to_the_newest(tmp_path: Path) -> None:
    versions = ["1.10.0", "1.9.0", "2.0.0-rc.1", "2.0.0", "0.1.0"]
    found = tree(tmp_path, *(f"acme/clock/{version}.yaml" for version in versions))

    (manual,) = found.publishers[0].manuals
    assert [version for version, _ in manual.releases] == [
        "0.1.0",
        "1.9.0",
        "1.10.0",
        "2.0.0-rc.1",
        "2.0.0",
    ]


def test_paths_are_shown_as_in_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path, "acme/clock/1.0.0.json", "acme/clock/manual.yaml")
    monkeypatch.chdir(tmp_path)

    (publisher,) = load_tree(Path("manuals")).publishers

    (manual,) = publisher.manuals
    assert publisher.about
    assert publisher.about.path == "manuals/acme/publisher.yaml"
    assert manual.listing
    assert manual.listing.path == "manuals/acme/clock/manual.yaml"
    assert manual.releases[0][1].path == "manuals/acme/clock/1.0.0.json"
    assert manual.releases[0][1].data == RELEASE


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Acme",
        "a",
        "a" * 41,
        "1clock",
        "-clock",
        "clock-",
        "a--b",
        "a_b",
        "a.b",
        "a b",
        "%2e%2e",
        "a%2fb",
        "ünal",
        "straße",
        "\u212aelvin",
        "e\u0301t\u00e9",
        "xn--pple-43d",
        "clock\n",
        "\u202ekcolc",
        "C:",
        "a\\b",
    ],
)
@pytest.mark.parametrize("place", ["{}/clock", "acme/{}"])
def test_malformed_name_is_refused(name: str, place: str, tmp_path: Path) -> None:
    path = place.format(name)
    found = tree(tmp_path, f"{path}/1.0.0.yaml")

    wanted = f"manuals/{name if place.startswith('{') else path}"
    assert (wanted, "malformed-name") in problems(found)


@pytest.mark.parametrize(
    "name", ["con", "nul", "aux", "com1", "lpt9", "index", "search", "utcp", "tuf", "latest"]
)
@pytest.mark.parametrize("place", ["{}/clock", "acme/{}"])
def test_reserved_name_is_refused(name: str, place: str, tmp_path: Path) -> None:
    path = place.format(name)
    found = tree(tmp_path, f"{path}/1.0.0.yaml")

    wanted = f"manuals/{name if place.startswith('{') else path}"
    assert problems(found) == {(wanted, "reserved-name")}


@pytest.mark.parametrize(
    "name", ["ab", "a1", "open-meteo", "a-b-c-1", "a" * 40, "console", "com10"]
)
def test_plain_name_is_accepted(name: str, tmp_path: Path) -> None:
    assert problems(tree(tmp_path, f"{name}/{name}/1.0.0.yaml")) == set()


@pytest.mark.parametrize(("one", "other"), [("clock", "Clock"), ("a-bc", "a_bc"), ("a-bc", "A.bc")])
def test_names_that_fold_to_one_collide(one: str, other: str, tmp_path: Path) -> None:
    found = tree(tmp_path, f"acme/{one}/1.0.0.yaml", f"acme/{other}/1.0.0.yaml")

    assert "colliding-name" in {rule for _, rule in problems(found)}


def test_publishers_that_fold_to_one_collide(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", "Acme/time/1.0.0.yaml")

    assert "colliding-name" in {rule for _, rule in problems(found)}


def test_manuals_whose_joined_names_are_one_collide(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/big-clock/1.0.0.yaml", "acme-big/clock/1.0.0.yaml")

    assert problems(found) == {("manuals/acme-big/clock", "colliding-name")}


@pytest.mark.parametrize(
    "name",
    [
        "1.0",
        "v1.0.0",
        "01.0.0",
        "1.0.0-01",
        "1.0.0+b",
        "1.0.0.0",
        "1.0.x",
        "\uff11.0.0",
        "1.0.0\n",
        " 1.0.0",
        f"{10**70}.0.0",
        "latest",
        "",
    ],
)
def test_malformed_version_is_refused(name: str, tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", f"acme/clock/{name}.yaml")

    assert problems(found) == {(f"manuals/acme/clock/{name}.yaml", "malformed-version")}


@pytest.mark.parametrize("name", ["latest", "v1", "1.0"])
def test_a_file_is_not_to_be_renamed_to_one_that_exists(name: str, tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", f"acme/clock/{name}.yaml")

    assert "1.0.1.yaml" in found.problems[0].hint


@pytest.mark.parametrize(
    ("text", "act"),
    [("mcp:\n  x: 1\n", "remove the file; if"), ("tools: [\n", "rename the file, for example to")],
)
def test_a_file_that_is_no_manual_is_to_be_removed(text: str, act: str, tmp_path: Path) -> None:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_text(text, encoding="utf-8")
    found = load_tree(tmp_path / "manuals", "manuals")
    (problem,) = (each for each in found.problems if each.rule == "malformed-version")

    assert problem.hint.startswith(act)


@pytest.mark.parametrize("name", ["v1.0.yml", "openapi.yaml.txt", "Latest.YAML"])
def test_a_file_that_is_renamed_is_renamed_once(name: str, tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", f"acme/clock/{name}")

    assert problems(found) == {(f"manuals/acme/clock/{name}", "malformed-version")}
    assert "1.0.1.yaml" in found.problems[0].hint


def test_version_in_two_formats_is_refused(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", "acme/clock/1.0.0.json")

    assert problems(found) == {("manuals/acme/clock/1.0.0.yaml", "duplicate-release")}


def test_version_in_two_cases_is_refused(tmp_path: Path) -> None:
    """Where case does not count, such as on Windows, git can write only one of the files."""
    found = tree(tmp_path, "acme/clock/1.0.0-RC.json", "acme/clock/1.0.0-rc.yaml")

    assert problems(found) == {("manuals/acme/clock/1.0.0-rc.yaml", "duplicate-release")}


@pytest.mark.parametrize(
    "path",
    [
        "notes.txt",
        "acme/notes.txt",
        "acme/1.0.0.yaml",
        "acme/clock/1.0.1.yml",
        "acme/clock/README.md",
        "acme/clock/publisher.yaml",
        "acme/clock/.hidden",
        "acme/manual.yaml",
    ],
)
def test_file_in_the_wrong_place_is_refused(path: str, tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", path)

    assert problems(found) == {(f"manuals/{path}", "unexpected-file")}


@pytest.mark.parametrize(
    ("path", "act"),
    [
        ("publisher.yaml", "move it to manuals/<publisher>/publisher.yaml"),
        ("1.0.0.yaml", "move it to manuals/<publisher>/<manual>/1.0.0.yaml"),
        ("acme/1.0.1.yaml", "move it to manuals/acme/clock/1.0.1.yaml"),
        ("acme/1.0.0.yaml", "remove it, since manuals/acme/clock/1.0.0.yaml already exists"),
        ("acme/manual.yml", "move it to manuals/acme/clock/manual.yaml"),
        ("acme/tides.yaml", "move it to manuals/acme/tides/1.0.0.yaml"),
        ("acme/tides.json", "move it to manuals/acme/tides/1.0.0.json"),
        ("acme/Tides.yaml", "remove it"),
        ("acme/clock/Manual.yaml", "rename it to manual.yaml"),
        ("acme/clock/manual.json", "rename it to manual.yaml"),
        ("acme/clock/1.0.1.yaml.txt", "rename it to 1.0.1.yaml"),
        ("acme/clock/1.0.1.json.txt", "rename it to 1.0.1.json"),
        ("acme/clock/1.0.1.txt", "rename it to 1.0.1.yaml"),
        ("acme/clock/manual.txt", "rename it to manual.yaml"),
        ("acme/clock/notes.txt", "remove it"),
        ("acme/clock/1.0.0.yml", "remove it, since manuals/acme/clock/1.0.0.yaml already exists"),
        (
            "acme/clock/publisher.yaml",
            "remove it, since manuals/acme/publisher.yaml already exists",
        ),
        ("acme/clock/1.0.0/manual.yaml", "move manual.yaml from it to manuals/acme/clock"),
        (
            "acme/clock/1.0.1/manual.yaml",
            "move manual.yaml from it to manuals/acme/clock/1.0.1.yaml",
        ),
        ("acme/clock/1.0.1/api.yml", "move api.yml from it to manuals/acme/clock/1.0.1.yaml"),
        ("acme/clock/old/1.0.0.yaml", "remove it"),
        ("acme/clock/old/notes.txt", "remove it"),
    ],
)
def test_file_in_the_wrong_place_is_moved_where_it_belongs(
    path: str, act: str, tmp_path: Path
) -> None:
    (problem,) = tree(tmp_path, "acme/clock/1.0.0.yaml", path).problems

    assert problem.hint.partition(": ")[0] == act


def test_folder_around_manuals_is_to_be_emptied(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/apis/clock/1.0.0.yaml", "acme/apis/tides/1.0.0.yaml")

    assert [problem.hint.partition(": ")[0] for problem in found.problems] == [
        "move it to manuals/acme/clock",
        "move it to manuals/acme/tides",
    ]


@pytest.mark.parametrize(
    "path",
    [
        *("acme/Publisher.yaml", "acme/publisher.yml", "acme/publisher.json"),
        "acme/clock/publisher.yaml",
    ],
)
def test_publisher_file_elsewhere_is_not_missing_as_well(path: str, tmp_path: Path) -> None:
    tree(tmp_path, "acme/clock/1.0.0.yaml")
    (tmp_path / "manuals/acme/publisher.yaml").rename(tmp_path / "manuals" / path)

    assert problems(load_tree(tmp_path / "manuals")) == {(f"manuals/{path}", "unexpected-file")}


def test_manual_whose_release_is_beside_it_is_not_without_one_as_well(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/manual.yaml", "acme/1.0.0.yaml")

    assert problems(found) == {("manuals/acme/1.0.0.yaml", "unexpected-file")}


def test_no_folder_is_listed_again_for_each_file_that_does_not_belong_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []
    iterdir = Path.iterdir

    def counted(folder: Path) -> Iterator[Path]:
        listed.append(folder)
        return iterdir(folder)

    monkeypatch.setattr(Path, "iterdir", counted)
    found = tree(tmp_path, *(f"acme/clock/{number}.yml" for number in range(3)))

    assert len(found.problems) == 3
    assert len(listed) == len(set(listed))


def test_folder_in_the_wrong_place_is_refused(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", "acme/clock/old/0.9.0.yaml")

    assert problems(found) == {("manuals/acme/clock/old", "unexpected-file")}


@pytest.mark.parametrize("name", ["manual.yaml", "1.1.0.yaml"])
def test_folder_with_the_name_of_a_file_is_refused(name: str, tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml", f"acme/clock/{name}/notes.txt")

    assert problems(found) == {(f"manuals/acme/clock/{name}", "unexpected-file")}


@pytest.mark.parametrize("folder", ["", "acme/", "acme/clock/"])
@pytest.mark.parametrize(
    "name", [".DS_Store", "Thumbs.db", ".1.0.0.yaml.swp", "1.0.0.yaml~", "#1.0.0.yaml#"]
)
def test_what_browsers_and_editors_leave_behind_is_fine(
    folder: str, name: str, tmp_path: Path
) -> None:
    assert problems(tree(tmp_path, "acme/clock/1.0.0.yaml", folder + name)) == set()


def test_lock_of_an_editor_is_fine(tmp_path: Path) -> None:
    tree(tmp_path, "acme/clock/1.0.0.yaml")
    (tmp_path / "manuals/acme/clock/.#1.0.0.yaml").symlink_to("me@machine.4711")

    assert problems(load_tree(tmp_path / "manuals")) == set()


def test_readme_and_placeholder_at_the_top_are_fine(tmp_path: Path) -> None:
    assert problems(tree(tmp_path, "README.md", ".gitkeep")) == set()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "acme/clock/manual.yaml")
    (tmp_path / "manuals" / "acme" / "publisher.yaml").unlink()

    assert problems(load_tree(tmp_path / "manuals")) == {
        ("manuals/acme", "missing-publisher"),
        ("manuals/acme/clock", "manual-without-release"),
    }


@pytest.mark.parametrize(
    "path", ["acme/clock/1.1.0.yaml", "acme/publisher.yaml", "acme/time", "zeta", "acme/clock"]
)
def test_symbolic_link_is_refused_and_not_followed(path: str, tmp_path: Path) -> None:
    tree(tmp_path, "acme/other/1.0.0.yaml")
    link = tmp_path / "manuals" / path
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "1.0.0.yaml").write_bytes(b"secret")
    link.symlink_to(secret / "1.0.0.yaml" if path.endswith(".yaml") else secret)

    found = load_tree(tmp_path / "manuals")

    assert (f"manuals/{path}", "irregular-file") in problems(found)
    assert b"secret" not in repr(found).encode()


def test_pipe_is_refused_and_not_read(tmp_path: Path) -> None:
    tree(tmp_path, "acme/clock/1.0.0.yaml")
    os.mkfifo(tmp_path / "manuals" / "acme" / "clock" / "1.1.0.yaml")

    found = load_tree(tmp_path / "manuals")

    assert problems(found) == {("manuals/acme/clock/1.1.0.yaml", "irregular-file")}


def test_file_name_that_is_no_unicode_is_reported(tmp_path: Path) -> None:
    tree(tmp_path, "acme/clock/1.0.0.yaml")
    odd = os.fsencode(tmp_path / "manuals" / "acme" / "clock") + b"/\xff.yaml"
    with open(odd, "wb"):  # noqa: PTH123 - a path of bytes
        pass

    assert {rule for _, rule in problems(load_tree(tmp_path / "manuals"))} == {"malformed-version"}


def test_no_more_of_a_file_is_read_than_the_reader_refuses(tmp_path: Path) -> None:
    found = tree(tmp_path, "acme/clock/1.0.0.yaml")
    release = tmp_path / "manuals" / "acme" / "clock" / "1.0.0.yaml"
    with release.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)

    found = load_tree(tmp_path / "manuals")

    (_, file) = found.publishers[0].manuals[0].releases[0]
    assert len(file.data) == 1024 * 1024 + 1


def test_folder_that_is_not_there_is_our_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_tree(tmp_path / "nowhere")


@pytest.mark.parametrize("link", ["benchmarks", "benchmarks/facts"])
def test_folder_of_facts_that_is_a_link_is_reported_and_not_followed(
    tmp_path: Path, link: str
) -> None:
    (tmp_path / "manuals").mkdir()
    (tmp_path / "elsewhere" / "facts" / "acme").mkdir(parents=True)
    (tmp_path / link).parent.mkdir(exist_ok=True)
    (tmp_path / link).symlink_to(tmp_path / "elsewhere")

    (problem,) = load_tree(tmp_path / "manuals", "manuals").problems
    assert (problem.place.path, problem.rule) == (link, "irregular-file")
