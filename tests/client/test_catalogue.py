"""The Python client finds what `registry search` finds, trusts digests alone, and needs no net."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from paths import ROOT
from publishing import SAMPLES, published
from questions import questions
from static_host import hosting

from registry.cli import main
from registry.client import (
    Catalogue,
    DamagedFileError,
    NotFoundError,
    OfflineWarning,
    UnavailableError,
    UntrustedFileError,
    WithdrawnWarning,
)
from registry.client.utcp_plugin import _manuals
from registry.model.canonical import sha256
from registry.model.files import digest
from registry.model.naming import utcp_name
from registry.publish import to_json
from registry.search.quality import STRONG_POINTS, quality_of

if TYPE_CHECKING:
    from publishing import Published
    from static_host import Host

    from registry import search

pytestmark = pytest.mark.slow

FORECAST = "open-meteo/forecast"


def test_every_question_gets_the_answer_of_the_reference_index(
    host: Host, cache: Path, launched_index: search.Index
) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    asked = questions(1)

    assert len(asked) > 150
    assert [text for text in asked if catalogue.search(text) != launched_index.query(text)] == []


def test_filters_narrow_the_answer(host: Host, cache: Path) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    found = catalogue.search("weather", auth="none", tag="rain,forecast", protocol="utcp")

    assert found.hits
    assert {hit.tool.auth for hit in found.hits} == {"none"}
    assert found.total < catalogue.search("weather").total


def test_search_kept_to_a_publisher_counts_all_that_is_found(host: Host, cache: Path) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    kept = catalogue.search("weather", limit=1, only=["open-meteo"])
    filtered = catalogue.search("weather", limit=1, publisher="open-meteo")

    assert filtered.total > 4
    assert (kept.total, kept.hits) == (filtered.total, filtered.hits)


@pytest.mark.parametrize("question", ["create an issue", "write a poem about wind"])
def test_search_kept_from_the_best_tool_is_no_better_than_that(
    question: str, launched_folder: Path
) -> None:
    catalogue = Catalogue.open(launched_folder)
    best = catalogue.search(question, publisher="github")
    kept = catalogue.search(question, only=["github/rest/get_readme"])

    assert best.hits[0].tool.id != "github/rest/get_readme"
    assert [hit.tool.id for hit in kept.hits] == ["github/rest/get_readme"]
    assert kept.points == min(best.points, STRONG_POINTS - 1)
    assert kept.quality == quality_of(kept.points)


def test_search_kept_to_nothing_finds_nothing(launched_folder: Path) -> None:
    kept = Catalogue.open(launched_folder).search("weather", only=[])

    assert (kept.hits, kept.total, kept.quality, kept.points) == ((), 0, "none", 0)


def test_a_tool_is_its_definition(host: Host, cache: Path, launched: Published) -> None:
    tool = Catalogue.open(host.url, cache=cache).tool(f"{FORECAST}/get_forecast")
    record = launched.json(f"v1/tools/{FORECAST}/get_forecast.json")

    assert tool.definition == record["definition"]
    assert tool.version == record["version"]
    assert tool.sha256 == record["sha256"] == sha256(record["definition"])
    assert "latitude" in tool.inputs["properties"]


def test_every_tool_of_the_catalogue_can_be_had(launched_folder: Path, launched: Published) -> None:
    catalogue = Catalogue.open(launched_folder)

    assert {catalogue.tool(each.id).id for each in launched.catalogue.tools}


@pytest.mark.parametrize(
    ("wanted", "version"),
    [("latest", ""), ("", ""), ("1.0.0", "1.0.0"), ("1", "1.0.0")],
)
def test_a_version_resolves_as_the_page_about_the_api_says(
    host: Host, cache: Path, launched: Published, wanted: str, version: str
) -> None:
    released = next(each for each in launched.catalogue.manuals if each.id == FORECAST).releases
    version = version or released[-1].version
    catalogue = Catalogue.open(host.url, cache=cache)
    manual = catalogue.manual(FORECAST, wanted)
    document = launched.json(f"v1/manuals/{FORECAST}/{version}/utcp.json")

    assert manual.version == version
    assert manual.versions == tuple(each.version for each in released)
    assert manual.utcp_name == "open_meteo_forecast"
    assert list(manual.tools) == [tool["name"] for tool in document["tools"]]
    assert catalogue.utcp_manual(FORECAST, wanted) == document


@pytest.mark.parametrize(
    ("manual_id", "version"),
    [
        ("open-meteo/nothing", "latest"),
        (FORECAST, "1.2"),
        (FORECAST, "^1"),
        (FORECAST, "../1.0.0"),
        ("../../v1/manuals/open-meteo/forecast", "latest"),
        ("", ""),
    ],
)
def test_what_is_not_there_is_not_found(
    host: Host, cache: Path, manual_id: str, version: str
) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)

    with pytest.raises(NotFoundError):
        catalogue.utcp_manual(manual_id, version)
    with pytest.raises(NotFoundError):
        catalogue.tool(f"{manual_id}/no_such_tool")


def test_place_without_a_registry_says_which_is_meant(
    host: Host, cache: Path, tmp_path: Path
) -> None:
    with pytest.raises(UnavailableError, match=r"404; no registry is there: name the URL"):
        Catalogue.open(f"{host.url}/catalogue/", cache=cache)
    with pytest.raises(UnavailableError, match=r"no registry is there: name a folder"):
        Catalogue.open(tmp_path)


@pytest.mark.parametrize(
    ("stated", "version", "why"),
    [
        ("", "2.0.0", "'2.0.0'; it has 1.0.0"),
        (
            'yanked: {"1.0.0": Frogs were counted twice.}\n',
            "latest",
            "'latest': each of 1.0.0 is withdrawn or a prerelease; use fen/streams",
        ),
    ],
)
def test_reason_for_a_missing_version_is_not_that_the_manual_is_deprecated(
    tmp_path: Path, stated: str, version: str, why: str
) -> None:
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    with (tmp_path / "manuals/fen/retired/manual.yaml").open("a", encoding="utf-8") as listing:
        listing.write(stated)
    catalogue = Catalogue.open(published(tmp_path / "manuals").write(tmp_path))

    with pytest.raises(NotFoundError, match=rf"^fen/retired has no version {why}$"):
        catalogue.manual("fen/retired", version)


def test_wrong_types_are_not_blamed_on_the_registry(launched_folder: Path) -> None:
    catalogue = Catalogue.open(launched_folder)

    for limit in ("3", 2.0, None):
        with pytest.raises(TypeError, match=f"limit is an integer, not {limit!r}"):
            catalogue.search("time", limit=limit)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a version is a string"):
        catalogue.manual(FORECAST, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a question is a string, not None"):
        catalogue.search(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"only holds ids, as in \['open-meteo'\]"):
        catalogue.search("time", only="open-meteo")
    with pytest.raises(TypeError, match=r"auth is a string, of .+ with commas, not \['none'\]"):
        catalogue.search("time", auth=["none"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a version is a string"):
        catalogue.utcp_manual(FORECAST, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"tool_ids are ids, as in \['open-meteo"):
        catalogue.functions(f"{FORECAST}/get_forecast", "openai")


def test_tool_that_several_searches_found_is_one_function(launched_folder: Path) -> None:
    catalogue = Catalogue.open(launched_folder)
    found = [hit.tool.id for words in ("rain", "wind") for hit in catalogue.search(words).hits]
    functions = catalogue.functions(found, "openai")

    assert len(functions.request) == len(functions.ids) == len({*found}) < len(found)


@pytest.mark.parametrize("wrong", [None, b"open-meteo/forecast", 3, Path("open-meteo/forecast")])
def test_what_is_no_string_is_no_id(wrong: Any, launched_folder: Path) -> None:  # noqa: ANN401 - what a program may pass by mistake
    catalogue = Catalogue.open(launched_folder)
    for ask in (
        catalogue.tool,
        catalogue.manual,
        catalogue.utcp_manual,
        lambda each: catalogue.functions([each], "openai"),
        lambda each: catalogue.search("time", only=[each]),
    ):
        with pytest.raises(TypeError, match=r"an id is a string, such as hit\.tool\.id, not "):
            ask(wrong)


def test_search_is_kept_to_what_an_iterator_yields(launched_folder: Path) -> None:
    catalogue = Catalogue.open(launched_folder)
    ids = (FORECAST, "open-meteo/geocoding")
    found = catalogue.search("weather", only=iter(ids))  # type: ignore[arg-type]

    assert found.hits == catalogue.search("weather", only=ids).hits
    assert found.hits


@pytest.mark.parametrize(
    "name",
    [
        "search_locations",
        "geocoding/search_locations",
        "Search-Locations",
        "open_meteo_geocoding__search_locations",
        "open_meteo_geocoding.search_locations",
    ],
)
def test_part_of_an_id_says_which_tool_is_meant(name: str, launched_folder: Path) -> None:
    with pytest.raises(NotFoundError, match="did you mean open-meteo/geocoding/search_locations"):
        Catalogue.open(launched_folder).tool(name)


def test_manual_that_a_publisher_lacks_says_which_it_has(launched_folder: Path) -> None:
    with pytest.raises(NotFoundError, match=f"'open-meteo' has {FORECAST}, "):
        Catalogue.open(launched_folder).tool("open-meteo/snowfall/get_forecast")


@pytest.mark.parametrize("tool_id", ["no_such_tool", FORECAST, "", "-", "t"])
def test_what_is_no_id_of_a_tool_says_what_one_is(tool_id: str, launched_folder: Path) -> None:
    with pytest.raises(NotFoundError, match="write publisher/manual/tool"):
        Catalogue.open(launched_folder).tool(tool_id)


def test_a_manual_in_quarantine_has_no_version_to_load(tmp_path: Path) -> None:
    catalogue = Catalogue.open(published().write(tmp_path))

    assert "fen/withdrawn" in catalogue.manuals
    assert catalogue.manual("fen/withdrawn", "1.0.0").state == "quarantined"
    with pytest.raises(NotFoundError, match="it is quarantined: "):
        catalogue.utcp_manual("fen/withdrawn")
    with pytest.raises(NotFoundError):
        catalogue.utcp_manual("fen/withdrawn", "1.0.0")


def test_a_withdrawn_version_comes_with_a_warning(tmp_path: Path) -> None:
    site = published()
    manual = next(each for each in site.catalogue.manuals if each.yanked)
    version, reason = next(iter(manual.yanked.items()))
    catalogue = Catalogue.open(site.write(tmp_path))

    assert catalogue.manual(manual.id, version).withdrawn == reason
    with pytest.warns(WithdrawnWarning, match=version) as warned:
        catalogue.utcp_manual(manual.id, version)

    assert [each.filename for each in warned] == [__file__]


def test_utcp_plugin_names_manuals_as_the_model_does() -> None:
    for manual in ("open-meteo/forecast", "a-b/c-d"):
        assert _manuals.utcp_name(manual) == utcp_name(manual)


# --- the cache ------------------------------------------------------------------------------


def test_a_file_is_downloaded_once(host: Host, cache: Path) -> None:
    for _ in range(2):
        catalogue = Catalogue.open(host.url, cache=cache)
        catalogue.search("weather in Oslo")
        catalogue.tool(f"{FORECAST}/get_forecast")
        catalogue.utcp_manual(FORECAST)
    root = [status for path, status in host.sent if path == "v1/index.json"]
    others = [path for path, _ in host.sent if path != "v1/index.json"]

    assert root == [200, 304]
    assert len(others) == len(set(others))


def test_without_the_site_the_last_visit_answers(launched: Published, cache: Path) -> None:
    with hosting(dict(launched.files)) as host:
        catalogue = Catalogue.open(host.url, cache=cache)
        found = catalogue.search("weather in Oslo")
        tool = catalogue.tool(f"{FORECAST}/get_forecast")

        assert not catalogue.is_offline
    with pytest.warns(OfflineWarning) as warned:
        later = Catalogue.open(host.url, cache=cache)

    with pytest.warns(OfflineWarning) as again:
        later.refresh()

    assert [each.filename for each in (*warned, *again)] == [__file__, __file__]
    assert later.is_offline
    assert later.search("weather in Oslo") == found
    assert later.tool(tool.id) == tool
    with pytest.warns(OfflineWarning), pytest.raises(UnavailableError):
        later.utcp_manual(FORECAST)


def test_command_says_in_a_line_that_the_last_visit_answers(
    launched: Published, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with hosting(dict(launched.files)) as host:
        command = ["search", "weather in Oslo", "--registry", host.url]
        before = CliRunner().invoke(main, command)
    after = CliRunner().invoke(main, command)
    show = ["show", f"{FORECAST}/get_forecast", "--registry", host.url]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        uncached = CliRunner().invoke(main, show)

    assert after.stdout == before.stdout
    assert after.stderr.count("\n") == 1
    assert after.stderr.startswith("note: ")
    assert uncached.exit_code == 2
    assert "is not cached" in uncached.stderr


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"\n<!doctype html><title>Log in to the network</title>", "is a page"),
        (b"", "is damaged"),
        (b'{"message": "Back soon"}', "is damaged"),
    ],
)
def test_what_is_no_root_is_no_answer_so_the_last_visit_counts(
    host: Host, cache: Path, answer: bytes, said: str
) -> None:
    revision = Catalogue.open(host.url, cache=cache).revision
    root = host.files["v1/index.json"]
    host.files["v1/index.json"] = answer

    with pytest.warns(OfflineWarning, match=rf"v1/index\.json {said}.*; answering from"):
        catalogue = Catalogue.open(host.url, cache=cache)
    assert (catalogue.revision, catalogue.is_offline) == (revision, True)
    host.files["v1/index.json"] = root
    catalogue.refresh()
    assert not catalogue.is_offline


def test_whoever_wants_to_be_offline_is(host: Host, cache: Path) -> None:
    found = Catalogue.open(host.url, cache=cache).search("weather in Oslo")
    host.sent.clear()
    catalogue = Catalogue.open(host.url, cache=cache, offline=True)

    assert catalogue.is_offline
    assert catalogue.search("weather in Oslo") == found
    with pytest.raises(UnavailableError):
        catalogue.utcp_manual(FORECAST)
    assert host.sent == []


def test_a_site_that_was_never_visited_is_unavailable(cache: Path) -> None:
    with pytest.raises(UnavailableError):
        Catalogue.open("http://127.0.0.1:1/", cache=cache)
    with pytest.raises(UnavailableError):
        Catalogue.open("https://registry.example/", cache=cache, offline=True)
    with pytest.raises(UnavailableError):
        Catalogue.open(cache)


@pytest.mark.parametrize("url", ["http://registry.example/", "http://10.0.0.1/"])
def test_only_https_is_read_from_other_machines(cache: Path, url: str) -> None:
    with pytest.raises(UnavailableError, match="only https"):
        Catalogue.open(url, cache=cache)


@pytest.mark.parametrize("rubbish", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_rubbish_in_the_cache_is_downloaded_anew(host: Host, cache: Path, rubbish: bytes) -> None:
    found = Catalogue.open(host.url, cache=cache).search("weather in Oslo")
    for path in cache.iterdir():
        path.write_bytes(rubbish)

    assert Catalogue.open(host.url, cache=cache).search("weather in Oslo") == found


def test_a_cache_that_cannot_be_written_is_done_without(host: Host, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")

    assert Catalogue.open(host.url, cache=in_the_way).search("weather in Oslo").hits


# --- trust ----------------------------------------------------------------------------------

READ = {
    "v1/search/index.json": lambda catalogue: catalogue.search("weather"),
    "v1/search/digests.json": lambda catalogue: catalogue.search("weather"),
    "v1/search/terms/{weather}.json": lambda catalogue: catalogue.search("weather"),
    "v1/search/tools/0.json": lambda catalogue: catalogue.search("protocol:utcp"),
    f"v1/manuals/{FORECAST}/index.json": lambda catalogue: catalogue.manual(FORECAST),
    f"v1/manuals/{FORECAST}/{{latest}}/utcp.json": lambda catalogue: catalogue.utcp_manual(
        FORECAST
    ),
    f"v1/tools/{FORECAST}/get_forecast.json": lambda catalogue: catalogue.tool(
        f"{FORECAST}/get_forecast"
    ),
}


def as_published(path: str, launched: Published) -> str:
    """Return *path* with what depends on how large the catalogue is, and on its releases."""
    starts = ["weather"[:length] for length in range(len("weather"), 0, -1)]
    shards = (f"w-{each}" for each in starts)
    shard = next(each for each in shards if f"v1/search/terms/{each}.json" in launched.files)
    index = launched.json(f"v1/manuals/{FORECAST}/index.json")
    return path.format(weather=shard, latest=index["latest"])


@pytest.mark.parametrize("template", READ)
def test_a_file_that_was_changed_on_the_way_is_never_handed_out(
    host: Host, cache: Path, launched_folder: Path, launched: Published, template: str
) -> None:
    path = as_published(template, launched)
    true = host.files[path]
    host.files[path] = true.replace(b"weather", b"whether") if b"weather" in true else true + b" "
    (launched_folder / path).unlink()
    (launched_folder / path).write_bytes(host.files[path])
    try:
        for place in (host.url, launched_folder):
            catalogue = Catalogue.open(place, cache=cache)
            with pytest.raises(UntrustedFileError):
                READ[template](catalogue)
    finally:
        (launched_folder / path).write_bytes(true)
    host.files[path] = true
    catalogue = Catalogue.open(host.url, cache=cache)

    READ[template](catalogue)


@pytest.mark.parametrize("page", [b"<html>", b"", b"7", b"{}", b"[" * 100_000, b"\xff"])
def test_page_in_place_of_a_tool_is_not_what_was_published(
    host: Host, cache: Path, page: bytes
) -> None:
    path = f"v1/tools/{FORECAST}/get_forecast.json"
    host.files[path] = page
    catalogue = Catalogue.open(host.url, cache=cache)

    with pytest.raises(UntrustedFileError, match="is not what the index of its site says"):
        READ[path](catalogue)


def test_a_site_that_changes_meanwhile_is_read_as_it_is_now(host: Host, cache: Path) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    before = catalogue.revision
    host.files |= published().files
    found = catalogue.search("weekday of a date", publisher="dell")

    assert catalogue.revision != before
    assert {hit.tool.id.split("/")[0] for hit in found.hits} == {"dell"}


def test_threads_that_meet_a_change_at_once_all_read_the_site_as_it_is_now(
    host: Host, cache: Path
) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    host.files |= published().files
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(catalogue.search, ["weekday of a date publisher:dell"] * 8))

    assert {hit.tool.id.split("/")[0] for each in found for hit in each.hits} == {"dell"}


def test_refreshing_tells_whether_anything_changed(host: Host, cache: Path) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)

    assert not catalogue.refresh()
    host.files |= published().files
    assert catalogue.refresh()


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b"null", b"[" * 100_000, b'{"files": 1}'])
def test_a_damaged_root_is_an_error(host: Host, cache: Path, damage: bytes) -> None:
    host.files["v1/index.json"] = damage

    with pytest.raises(DamagedFileError, match=f"^{host.url}/v1/index.json is damaged"):
        Catalogue.open(host.url, cache=cache)


def test_page_in_place_of_the_root_says_that_no_registry_is_there(host: Host, cache: Path) -> None:
    host.files["v1/index.json"] = b"\n<!doctype html><p>Welcome"

    with pytest.raises(UnavailableError, match=r"v1/index\.json is a page; no registry is there"):
        Catalogue.open(host.url, cache=cache)


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b"null", b"[" * 100_000, b"\xff", b"7"])
@pytest.mark.parametrize("path", ["search/index.json", f"manuals/{FORECAST}/index.json"])
def test_damage_that_was_published_is_an_error(
    host: Host, cache: Path, path: str, damage: bytes
) -> None:
    root = json.loads(host.files["v1/index.json"])
    root["files"][path]["sha256"] = digest(damage).sha256
    host.files |= {"v1/index.json": to_json(root), f"v1/{path}": damage}
    catalogue = Catalogue.open(host.url, cache=cache)

    with pytest.raises(DamagedFileError):
        READ[f"v1/{path}"](catalogue)


# --- how it can be used ---------------------------------------------------------------------


def test_threads_may_share_a_catalogue(
    host: Host, cache: Path, launched_index: search.Index
) -> None:
    catalogue = Catalogue.open(host.url, cache=cache)
    asked = questions(1)[:40]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(catalogue.search, asked))

    assert answers == [launched_index.query(text) for text in asked]


def test_importing_and_searching_loads_nothing_but_python(tmp_path: Path) -> None:
    """An agent can then use it without installing what the registry is built with."""
    site = published().write(tmp_path)
    script = (
        "import sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from registry.client import Catalogue\n"
        "catalogue = Catalogue.open(sys.argv[2])\n"
        "assert catalogue.search('weekday of a date').hits\n"
        "assert catalogue.utcp_manual('acme/tides')['tools']\n"
        "roots = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*sorted(roots - sys.stdlib_module_names - {'__main__', 'registry'}))\n"
    )
    command = [sys.executable, "-I", "-S", "-c", script, str(ROOT), str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert done.stdout.split() == []
