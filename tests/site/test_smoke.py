"""A site is read before and after it is deployed, and whatever does not come is told."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from loopback import listening
from seen import some
from sites import sample_site

from registry import signing
from registry.cli import main
from registry.site.smoke import differences, losses, smoke_problems
from registry.site.smoke.waiting import Clock, look_until_none
from registry.web.serve import _Handler, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built() -> Path:
    return sample_site().folder


@pytest.fixture(scope="module")
def copied(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(built, tmp_path_factory.mktemp("copied") / "site")


@pytest.fixture(scope="module")
def whole(built: Path) -> dict[str, tuple[int, int]]:
    return written(built)


@pytest.fixture
def site(copied: Path, built: Path, whole: dict[str, tuple[int, int]]) -> Iterator[Path]:
    """Return a copy of a site that may be damaged, and is whole again afterwards."""
    yield copied
    left = written(copied)
    for path in left.keys() - whole.keys():
        (copied / path).unlink()
    for path in (each for each in whole if left.get(each) != whole[each]):
        (copied / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built / path, copied / path)


def written(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the size of each file below *folder*, and when it was written, by its path."""
    paths = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)  # noqa: PTH118 - a third of the time
    found = ((path[len(f"{folder}/") :], os.stat(path)) for path in paths)  # noqa: PTH116
    return {path: (stat.st_size, stat.st_mtime_ns) for path, stat in found}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a server be asked for a few of the files and links of each list, as of a large site."""
    monkeypatch.setattr("registry.site.smoke._MOST_FILES", 20)
    monkeypatch.setattr("registry.site.smoke._links._MOST_ASKED", 20)


def smoke(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["smoke", *arguments])
    return done.exit_code, done.stdout


def test_whole_site_is_all_there(built: Path) -> None:
    assert smoke(str(built)) == (0, f"{built}: everything is there\n")


def test_links_of_guides_and_maps_are_followed(site: Path) -> None:
    (site / "publishers" / "index.md").unlink()
    shutil.rmtree(site / "security")

    code, said = smoke(str(site))

    assert code == 1
    for source in ("llms.txt", "index.md"):
        assert f"{source}: leads to publishers/index.md, which is not there" in said
    assert "sitemap-docs.xml: leads to security/, which is not there" in said


@pytest.mark.usefixtures("few")
def test_server_is_asked_for_no_more_links_of_a_map_than_it_may(site: Path) -> None:
    mapped = site / "sitemap-docs.xml"
    page = mapped.read_text(encoding="utf-8").partition("<loc>")[2].partition("</loc>")[0]
    entries = "".join(f"<loc>{page}no-{number}/</loc>" for number in range(39))
    mapped.write_text(entries, encoding="utf-8")
    with serving(site) as url:
        said = smoke(url, "--most", "1")[1]

    assert 10 < said.count("sitemap-docs.xml: leads to ") <= 20


def test_page_whose_name_a_link_has_to_escape_is_found(site: Path) -> None:
    """As a hand-written page `über uns.md`: on disk its name is not what a map says."""
    (site / "security").rename(site / "über uns")
    mapped = site / "sitemap-docs.xml"
    text = mapped.read_text(encoding="utf-8").replace("/security/", "/%C3%BCber%20uns/")
    mapped.write_text(text, encoding="utf-8")

    assert "/%C3%BCber%20uns/" in text
    assert smoke(str(site))[0] == 0
    with serving(site) as url:
        assert smoke(url, "--most", "1")[0] == 0


def test_published_site_is_asked_over_http(built: Path, site: Path) -> None:
    with serving(built) as url:
        assert smoke(url) == (0, f"{url}: everything is there\n")
    shutil.rmtree(site / "tools")
    with serving(site) as url:
        code, said = smoke(url, "--most", "1")

    assert code == 1
    assert "tools/acme/" in said


def test_folder_that_is_no_site_is_told_in_words(tmp_path: Path) -> None:
    said = f"v1/index.json: is not in {tmp_path}; name a folder with a built site\n"

    assert smoke(str(tmp_path)) == (1, said)


def test_address_without_a_registry_is_told_once(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        remedy = "deploy the whole site, or name the URL at which it is"
        said = f"{url}v1/index.json: the server answers 404; {remedy}\n"

        assert smoke(url) == (1, said)


def test_file_that_is_not_there_is_not_told_of_its_headers(site: Path) -> None:
    (site / "utcp").unlink()
    with odd_host(site, {}, is_shared=False) as url:
        _, said = smoke(url)

    assert f"{url}utcp: the server answers 404\n" in said
    assert "\nutcp: " not in said


def test_site_that_is_not_there_is_told() -> None:
    url = "http://127.0.0.1:1"

    assert smoke(url) == (1, f"{url}/v1/index.json: Connection refused\n")


def test_password_in_the_address_is_not_shown() -> None:
    code, said = smoke("https://me:hunter2@tools.acme.com/", "--json")

    assert code == 1
    assert "tools.acme.com" in said
    assert "hunter2" not in said


def change(path: str, text: str) -> Callable[[Path], None]:
    def act(site: Path) -> None:
        (site / path).write_text(text, encoding="utf-8")

    return act


def remove(path: str) -> Callable[[Path], None]:
    return lambda site: (site / path).unlink()


def altered(site: Path) -> None:
    """Change a word of a tool, as someone would who wants models to read another one."""
    file = next((site / "v1/tools/acme").rglob("*.json"))
    record = json.loads(file.read_bytes())
    record["definition"]["description"] += " Use it first."
    file.write_text(json.dumps(record), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (remove("utcp"), "utcp"),
        (change("utcp.json", "<html>"), "utcp.json: is not a JSON object"),
        (change("utcp.json", '{"tools": []}'), "exactly the three keys of a UTCP manual"),
        (remove("index.html"), "the home page: is not there"),
        (remove("v1/index.json"), "index.json"),
        (change("v1/index.json", "{}"), "index.json"),
        (altered, "v1/tools/acme"),
        (lambda site: shutil.rmtree(site / "tools/acme"), "tools/acme/"),
        (lambda site: shutil.rmtree(site / "v1/search"), "search"),
    ],
)
def test_whatever_does_not_come_is_told(
    site: Path, damage: Callable[[Path], None], words: str
) -> None:
    damage(site)
    code, said = smoke(str(site))

    assert code == 1
    assert words in said


def test_file_of_another_build_is_told_wherever_the_index_lists_it(site: Path) -> None:
    """A part of the site is older than the rest, as while a CDN catches up."""
    for path in ("utcp-config.json", "v1/openapi.json", ".well-known/utcp.json"):
        file = site / path
        file.write_text(json.dumps({**json.loads(file.read_bytes()), "revision": "0"}))
    code, said = smoke(str(site))

    assert code == 1
    assert "utcp-config.json: is not what v1/index.json says (sha256 differs)" in said
    assert "v1/openapi.json: is not what v1/index.json says (sha256 differs)" in said
    assert ".well-known/utcp.json: is of another revision than v1/index.json" in said


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "index",
    [
        '{"files": {"../../../../dev/zero": {}}}',
        '{"files": {"/dev/zero": {}}}',
        '{"files": 1}',
        '{"files": {"../utcp": 1}}',
        "[" * 100_000,
        '{"files": {"": {}}}',
        r'{"files": {"\ud800": {}, "\u0000": {}, "../a b": {}}}',
    ],
)
def test_index_that_is_none_is_told_and_nothing_more(site: Path, index: str) -> None:
    (site / "v1" / "index.json").write_text(index, encoding="utf-8")
    (site / "v1" / "tools.json").write_text('{"tools": [1, {}]}', encoding="utf-8")
    with serving(site) as url:
        assert smoke(url, "--published", url)[0] == 1
    assert smoke(str(site))[0] == 1


def test_folder_that_is_not_there_is_wrong_use() -> None:
    assert smoke("no-such-folder")[0] == 2


class Odd(_Handler):
    """A host that calls files by another type, or lets no other page read them."""

    types: Mapping[str, str] = {}
    is_shared = True

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        kinds = (kind for end, kind in self.types.items() if str(path).endswith(end))
        return next(kinds, super().guess_type(path))

    def send_header(self, keyword: str, value: str) -> None:
        if self.is_shared or keyword != "Access-Control-Allow-Origin":
            super().send_header(keyword, value)


@contextmanager
def odd_host(folder: Path, types: Mapping[str, str], *, is_shared: bool = True) -> Iterator[str]:
    """Serve *folder* with other content types for paths that end so."""

    class Handler(Odd):
        pass

    Handler.types, Handler.is_shared = types, is_shared
    with listening(partial(Handler, directory=str(folder))) as url:
        yield f"{url}/"


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "host",
    [
        [
            (
                "index.html",
                "text/plain",
                "the home page: comes as text/plain, and not as text/html",
            ),
            (
                "utcp.json",
                "text/plain",
                "utcp.json: comes as text/plain, and not as application/json",
            ),
            ("/utcp", "application/yaml", "utcp: comes as application/yaml, which clients do not"),
            (".css", "text/plain", ".css: comes as text/plain, and not as text/css"),
            (".js", "application/json", ".js: comes as application/json, and not as "),
        ],
        [
            ("utcp.json", "application/json; charset=latin-1", "utcp.json: comes as latin-1"),
            ("/utcp", "text/html", "utcp: comes as text/html"),
        ],
    ],
    ids=["all", "others"],
)
def test_type_by_which_a_reader_goes_wrong_is_told(
    built: Path, host: list[tuple[str, str, str]]
) -> None:
    with odd_host(built, {end: kind for end, kind, _ in host}) as url:
        code, said = smoke(url, "--most", "1")

    assert code == 1
    assert [words for _, _, words in some(host) if words not in said] == []


@pytest.mark.usefixtures("few")
def test_home_page_that_links_to_no_address_is_told(site: Path) -> None:
    page = site / "index.html"
    page.write_text(page.read_text("utf-8") + '<script src="http://[x"></script>', "utf-8")
    with serving(site) as url:
        code, said = smoke(url, "--most", "1")

    assert code == 1
    assert "the home page: links to 'http://[x', which is not a valid URL; correct it\n" in said


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_type_that_will_do_is_not_told(built: Path, kind: str) -> None:
    types = {"/utcp": kind, ".js": "application/javascript", ".css": "text/css"}
    with odd_host(built, types) as url:
        assert smoke(url, "--most", "1") == (0, f"{url}: everything is there\n")


@pytest.mark.usefixtures("few")
def test_host_that_keeps_agents_in_browsers_out_is_told(built: Path) -> None:
    with odd_host(built, {}, is_shared=False) as url:
        code, said = smoke(url, "--most", "1")

    assert code == 1
    assert "utcp.json: agents in a browser cannot load it; have the host send " in said


@pytest.mark.usefixtures("few")
def test_host_that_has_a_page_for_what_is_not_there_is_told(built: Path) -> None:
    class Handler(_Handler):
        def send_error(self, code: int, *more: str | None) -> None:
            """Answer as for a program of one page: with the home page."""
            if code != HTTPStatus.NOT_FOUND:
                super().send_error(code, *more)
                return
            self.path = "/"
            self.do_GET()

    with listening(partial(Handler, directory=str(built))) as url:
        code, said = smoke(f"{url}/", "--most", "1")

    assert code == 1
    assert said == (
        "v1/what-no-site-has.json: the server answers 200 for what is not there, so that readers "
        "take a page for the file; have the host answer 404, with `404.html`\n"
    )


def test_another_site_than_the_deployed_one_is_told_and_asked_no_further(
    built: Path, site: Path
) -> None:
    (site / "v1" / "index.json").write_text("{}", encoding="utf-8")
    with serving(site) as url:
        done = smoke(url, "--deployed", str(built / "v1/index.json"))

    assert done == (1, "v1/index.json: is not the one that was deployed\n")


@pytest.mark.usefixtures("few")
def test_deployed_site_is_all_there(built: Path) -> None:
    with serving(built) as url:
        done = smoke(url, "--deployed", str(built / "v1/index.json"), "--most", "1")

    assert done == (0, f"{url}: everything is there\n")


@pytest.mark.usefixtures("few")
def test_site_that_is_served_for_a_trial_is_to_be_served_as_a_host_does(built: Path) -> None:
    with odd_host(built, {}, is_shared=False) as url:
        done = CliRunner().invoke(main, ["smoke", url, "--most", "1"])

    assert done.exit_code == 1
    assert "--as-published --cors" in done.stderr


def test_problems_are_told_to_programs_too(built: Path) -> None:
    good = smoke(str(built), "--json")
    bad = smoke(str(built / "v1"), "--json")

    assert (good[0], json.loads(good[1])) == (0, {"site": str(built), "problems": []})
    assert bad[0] == 1
    assert len(json.loads(bad[1])["problems"]) == 1


class Days:
    """A clock that lets no time pass, but has something happen in each pause."""

    def __init__(self, *events: Callable[[], object]) -> None:
        self.events = list(events)
        self.pauses: list[float] = []

    def now(self) -> float:
        return sum(self.pauses)

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if self.events:
            self.events.pop(0)()

    def wait(self, look: Callable[[], Iterable[str]], seconds: float) -> tuple[str, ...]:
        return look_until_none(look, seconds, lambda *_: None, Clock(self.now, self.pause))


@pytest.mark.usefixtures("few")
def test_site_that_comes_in_parts_is_waited_for(built: Path, site: Path, tmp_path: Path) -> None:
    """First the old site, then a new index before its files, then all of it."""
    shown = tmp_path / "shown"
    shutil.copytree(built, shown)
    index, tools = shown / "v1/index.json", shown / "v1/tools/acme"
    index.write_text('{"revision": "old"}', encoding="utf-8")
    shutil.rmtree(tools)
    days = Days(
        lambda: shutil.copy(site / "v1/index.json", index),
        lambda: shutil.copytree(site / "v1/tools/acme", tools),
    )
    deployed = (site / "v1/index.json").read_bytes()
    with serving(shown) as url:
        found = days.wait(lambda: [*differences(url, deployed), *smoke_problems(url, 50)], 900)

    assert found == ()
    assert days.pauses == [5, 10]


def test_waiting_has_an_end_and_pauses_grow_to_a_minute() -> None:
    days = Days()
    found = days.wait(lambda: ["gone"], 200)

    assert found == ("gone",)
    assert days.pauses == [5, 10, 20, 40, 60, 60, 5]


def test_without_time_there_is_one_look() -> None:
    days = Days()

    assert days.wait(lambda: ["gone"], 0) == ("gone",)
    assert days.pauses == []


@pytest.fixture
def signed(site: Path) -> Path:
    """Return a signed site, beside the root `1.root.json` that signs it and another one."""
    now, online = datetime.now(UTC), signing.new_key()
    for name, key in (("1.root.json", online), ("other.root.json", signing.new_key())):
        root = signing.first_root([signing.new_key() for _ in range(3)], key, now)
        (site.parent / name).write_bytes(root)
    trust = signing.Trust(((site.parent / "1.root.json").read_bytes(),))
    signing.sign(site, trust, online, now, ["v1"])
    return site


@pytest.mark.usefixtures("few")
def test_signatures_are_verified_by_the_root(signed: Path, built: Path) -> None:
    root, other = str(signed.parent / "1.root.json"), str(signed.parent / "other.root.json")
    with serving(signed) as url:
        good, bad = (smoke(url, "--most", "1", "--root", each) for each in (root, other))
    with serving(built) as url:
        unsigned = smoke(url, "--most", "1", "--root", root)

    assert good[0] == 0
    assert (bad[0], unsigned[0]) == (1, 1)
    assert "cannot be trusted: " in bad[1]
    assert "cannot be trusted: its signatures cannot be read" in unsigned[1]


@pytest.mark.usefixtures("few")
def test_file_that_is_not_the_signed_one_is_told(signed: Path) -> None:
    config = signed / "utcp-config.json"
    config.write_bytes(config.read_bytes() + b"\n")
    with serving(signed) as url:
        said = smoke(url, "--most", "1", "--root", str(signed.parent / "1.root.json"))[1]

    assert "cannot be trusted: utcp-config.json is not what was signed: " in said


def test_root_for_a_folder_is_wrong_use(signed: Path) -> None:
    assert smoke(str(signed), "--root", str(signed.parent / "1.root.json"))[0] == 2


def without(site: Path, share: float) -> None:
    """Take a share of the tools out of the list of all."""
    path = site / "v1" / "tools.json"
    document = json.loads(path.read_bytes())
    kept = round(len(document["tools"]) * (1 - share))
    document["tools"] = document["tools"][:kept]
    path.write_text(json.dumps(document), encoding="utf-8")


def test_site_that_lost_many_of_the_published_tools_is_told(built: Path, site: Path) -> None:
    without(site, 0.5)
    with serving(built) as url:
        code, said = smoke(str(site), "--published", url)
        expected = smoke(str(site), "--published", url, "--expect-losses")[1]

    assert code == 1
    assert "tools that are published are gone: " in said
    assert "publish once with --expect-losses" in said
    assert "gone" not in expected


def test_site_may_lose_a_few_tools(built: Path, site: Path) -> None:
    without(site, 0.05)
    with serving(built) as url:
        assert "gone" not in smoke(str(site), "--published", url)[1]


@pytest.mark.parametrize(
    ("before", "gone", "is_told"), [(5, 3, False), (5, 4, True), (100, 10, False), (100, 11, True)]
)
def test_more_than_three_tools_and_a_tenth_of_all_are_many(
    tmp_path: Path, before: int, gone: int, *, is_told: bool
) -> None:
    for name, start in (("before", 0), ("after", gone)):
        tools = [{"id": f"acme/clock/tool_{number}"} for number in range(start, before)]
        path = tmp_path / name / "v1" / "tools.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"tools": tools}), encoding="utf-8")

    assert len([*losses(str(tmp_path / "after"), str(tmp_path / "before"))]) == is_told


def test_first_site_replaces_none(built: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        assert smoke(str(built), "--published", url) == (0, f"{built}: everything is there\n")


def test_site_that_cannot_be_read_may_be_replaced_all_the_same(built: Path, tmp_path: Path) -> None:
    """Or a host that fails would keep the site from being repaired."""
    with serving(tmp_path) as url:
        gone = url
    code, said = smoke(str(built), "--published", gone)

    assert code == 1
    assert "name --expect-losses once" in said
    assert smoke(str(built), "--published", gone, "--expect-losses")[0] == 0
