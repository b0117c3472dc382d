"""`registry search` from the command line, with the index of a file, an address or a folder."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from registry import pipeline
from registry.cli import main
from registry.search.quality import WEIGHTS_WITHOUT_PHRASES, points_of
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

MANUALS = Path(__file__).parent / "manuals"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["search", *map(str, arguments)])


def found(result: Result) -> list[str]:
    return [line.split("\t")[1] for line in result.stdout.splitlines()]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* on loopback; yield its address without a slash."""
    with serving(folder) as url:
        yield url.rstrip("/")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep downloads away from the folder of whoever runs the tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def site(tmp_path: Path, index_file: Path) -> Path:
    """Return a site that holds the index and its digest."""
    folder = tmp_path / "site"
    published = folder / "v1" / "search" / "whoosh.zip"
    published.parent.mkdir(parents=True)
    shutil.copy(index_file, published)
    write_root(folder, hashlib.sha256(published.read_bytes()).hexdigest())
    return folder


def write_root(site: Path, digest: str) -> None:
    root = {"files": {"search/whoosh.zip": {"sha256": digest}}}
    (site / "v1" / "index.json").write_text(json.dumps(root))


def test_a_pipe_gets_a_line_for_each_tool(index_file: Path) -> None:
    result = run("air", "quality", "--index", index_file)

    assert result.exit_code == 0
    assert found(result)[0] == "skyline/weather/get_air_quality"
    assert "\x1b" not in result.stdout


def test_options_narrow_what_is_found(index_file: Path) -> None:
    everything = run("project", "--index", index_file)
    destructive = run("project", "--effect", "destructive", "--index", index_file)

    assert len(found(everything)) > 1
    assert found(destructive) == ["octopus/tracker/delete_project"]
    assert found(run("--auth", "none", "--protocol", "otc", "--index", index_file)) == [
        "homelab/shelf/FindBook"
    ]
    assert found(run("project", "effect:destructive", "--index", index_file)) == found(destructive)


def test_no_more_than_the_limit_is_printed(index_file: Path) -> None:
    assert len(found(run("publisher:octopus", "--limit", "2", "--index", index_file))) == 2


def test_json_is_printed_as_json(index_file: Path) -> None:
    result = run("umbrella", "--json", "--index", index_file)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["hits"][0]["id"] == "skyline/weather/get_forecast"


def test_nothing_found_is_exit_code_one_and_no_line(index_file: Path) -> None:
    result = run("xylophone", "--index", index_file)

    assert (result.exit_code, result.stdout) == (1, "")
    assert json.loads(run("xylophone", "--json", "--index", index_file).stdout)["hits"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--limit", "0", "rain"),
        ("rain", "--index", "/no/such/file"),
        ("rain", "--index", __file__),
        ("rain", "--index", "http://registry.example/v1/search/whoosh.zip"),
        ("rain", "--index", "https://"),
        ("rain", "--colour", "red"),
        ("rain", "--manuals", "/no/such/folder"),
    ],
    ids=" ".join,
)
def test_wrong_use_and_unusable_indexes_are_exit_code_two(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr


def test_manuals_are_searched_without_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert found(run("umbrella", "--manuals", MANUALS)) == ["skyline/weather/get_forecast"]


def test_manual_that_cannot_be_read_is_named_rather_than_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "manuals/acme/clock/1.0.0.yaml")

    monkeypatch.setattr(pipeline, "check", fail)
    (tmp_path / "manuals").mkdir()
    said = run("rain", "--manuals", tmp_path / "manuals").stderr

    assert "manuals/acme/clock/1.0.0.yaml: Input/output error" in said
    assert "index" not in said


def test_the_index_of_the_site_is_searched_until_a_manual_is_newer(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    manuals = tmp_path / "manuals"
    shutil.copytree(MANUALS / "moneta", manuals / "moneta")
    for path in (manuals, *manuals.rglob("*")):
        os.utime(path, (1, 1))

    assert found(run("umbrella")) == ["skyline/weather/get_forecast"]

    (manuals / "moneta" / "publisher.yaml").touch()

    assert run("umbrella").exit_code == 1
    assert found(run("exchange"))


def test_the_index_of_the_site_is_not_searched_once_a_publisher_is_gone(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(MANUALS / "moneta", tmp_path / "manuals" / "moneta")
    shutil.copytree(MANUALS / "skyline", tmp_path / "manuals" / "skyline")
    shutil.rmtree(tmp_path / "manuals" / "skyline")
    for path in (tmp_path / "manuals").rglob("*"):
        os.utime(path, (1, 1))

    assert run("umbrella").exit_code == 1


def test_manuals_elsewhere_are_searched_though_there_is_a_site_here(
    site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(site.parent)
    other = tmp_path / "other" / "manuals"
    shutil.copytree(MANUALS / "skyline", other / "skyline")
    os.utime(site / "v1/search/whoosh.zip", (2**32, 2**32))

    assert found(run("issues", "--manuals", other)) == []
    assert found(run("issues")) != []


def test_an_index_on_the_web_is_searched(site: Path) -> None:
    with served(site) as base:
        result = run("umbrella", "--index", f"{base}/v1/search/whoosh.zip")

    assert found(result) == ["skyline/weather/get_forecast"]


def test_an_index_that_the_site_did_not_publish_is_refused(site: Path) -> None:
    write_root(site, "0" * 64)
    with served(site) as base:
        result = run("umbrella", "--index", f"{base}/v1/search/whoosh.zip")

    assert result.exit_code == 2
    assert "sha256" in result.stderr


def test_an_index_without_a_known_digest_is_searched(site: Path) -> None:
    (site / "v1" / "index.json").unlink()
    shutil.copy(site / "v1" / "search" / "whoosh.zip", site / "other.zip")
    with served(site) as base:
        published = run("umbrella", "--index", f"{base}/v1/search/whoosh.zip")
        elsewhere = run("umbrella", "--index", f"{base}/other.zip")

    assert found(published) == found(elsewhere) == ["skyline/weather/get_forecast"]


def test_a_missing_index_on_the_web_is_said_so(site: Path) -> None:
    with served(site) as base:
        result = run("umbrella", "--index", f"{base}/v1/search/nothing.zip")

    assert result.exit_code == 2
    assert "404" in result.stderr


def test_each_word_is_explained_with_its_points_and_where_it_stands(index_file: Path) -> None:
    result = run("air quality elephants issue", "--explain", "--limit", "1", "--index", index_file)
    lines = result.stdout.splitlines()[3:]
    points = [int(line.split()[0]) for line in lines]

    assert any("air: name" in line for line in lines)
    assert lines[-1].split(None, 1)[1] == "without issue"
    assert points[-1] < 0 < points[0]


def test_the_explained_points_make_the_score(index_file: Path) -> None:
    result = run("air quality", "--explain", "--json", "--limit", "1", "--index", index_file)
    hit = json.loads(result.stdout)["hits"][0]

    assert [reason["word"] for reason in hit["why"]] == ["air", "quality", "air quality"]
    assert sum(reason["points"] for reason in hit["why"]) == hit["score"]
    assert hit["missing"] == []


def test_the_verdict_is_explained_by_its_signs(index_file: Path) -> None:
    result = run("air quality", "--explain", "--json", "--index", index_file)
    answer = json.loads(result.stdout)

    assert answer["points"] == points_of(answer["signs"], WEIGHTS_WITHOUT_PHRASES)


def test_a_misspelt_word_is_explained_by_what_was_taken_for_it(index_file: Path) -> None:
    result = run("qualty", "--explain", "--index", index_file)

    assert "qualty (qualiti): name" in result.stdout


def test_offline_answers_from_the_index_of_last_time(site: Path) -> None:
    with served(site) as url:
        address = f"{url}/v1/search/whoosh.zip"
        before = run("weather", "--index", address)
    after = run("weather", "--index", address, "--offline")

    assert found(before) == found(after) != []
    assert run("weather", "--index", address).exit_code == 2


def test_offline_without_a_download_says_what_to_do(site: Path) -> None:
    with served(site) as url:
        result = run("weather", "--index", f"{url}/v1/search/whoosh.zip", "--offline")

    assert result.exit_code == 2
    assert "search once without --offline" in result.stderr
