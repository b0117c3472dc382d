"""Another registry's manuals are got, verified and laid beside our own."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from publishing import SAMPLES, publish_catalogue, published
from seen import some
from upstreams import LATER, TIDES, publisher, release, upstream

from registry.client import Catalogue
from registry.site.swap import staging

if TYPE_CHECKING:
    from pathlib import Path

    from publishing import Published
    from upstreams import Downstream, Upstream

pytestmark = pytest.mark.slow


def test_included_manual_stands_beside_our_own(mine: Downstream) -> None:
    done = mine.include()

    assert done.exit_code == 0, done.output
    assert mine.problems() == []
    assert mine.ids() == ["acme/weather", "harbour/tides"]
    assert "included/partner/manuals/acme/weather/1.0.0.json" in done.stdout.splitlines()


def test_records_say_where_a_tool_is_from(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    made = publish_catalogue(mine.check().catalogue)
    registry = {"name": "partner", "url": f"{acme.host.url}/"}

    assert made.json("v1/publishers/acme.json")["registry"] == registry
    assert made.json("v1/manuals/acme/weather/index.json")["registry"] == registry
    assert made.json("v1/tools/acme/weather/get_weather.json")["manual"]["registry"] == registry
    assert [each.get("registry") for each in made.json("v1/tools.json")["tools"]] == [
        "partner",
        None,
    ]


def test_client_tells_where_a_manual_is_from(mine: Downstream, tmp_path: Path) -> None:
    mine.include()
    site = publish_catalogue(mine.check().catalogue).write(tmp_path / "site")
    catalogue = Catalogue.open(site)

    assert catalogue.manual("acme/weather").registry == "partner"
    assert catalogue.manual("harbour/tides").registry == ""


def test_registry_is_included_as_it_was_published(tmp_path: Path, mine: Downstream) -> None:
    """Manuals of every protocol, in every state: what was submitted and each digest stay."""
    with upstream(tmp_path / "samples") as samples:
        shutil.copytree(SAMPLES, samples.manuals, dirs_exist_ok=True)
        samples.publish()
        mine.names("partner", samples)
        mine.include()
    theirs, ours = published(), publish_catalogue(mine.check().catalogue)

    files = [path for path in theirs.files if path.startswith(("v1/manuals/", "v1/sources/"))]

    assert all(
        ours.files[path] == theirs.files[path] for path in files if not path.endswith("index.json")
    )
    assert [tool for tool in digests(ours) if not tool[0].startswith("harbour")] == digests(theirs)
    for manual in theirs.catalogue.listed:
        assert states(ours, manual.id) == states(theirs, manual.id)
    assert mine.lock("partner")["notes"] == {"fen/withdrawn": "left out: it is quarantined there"}


def digests(made: Published) -> list[tuple[str, str]]:
    """Return the id and the digest of each tool."""
    return [(each["id"], each["sha256"]) for each in made.json("v1/tools.json")["tools"]]


def states(made: Published, manual_id: str) -> Any:  # noqa: ANN401 - JSON
    """Return what is said of a manual and its versions, but for what its own registry compared."""
    index = made.json(f"v1/manuals/{manual_id}/index.json")
    for version in index["versions"]:
        version.pop("compared", None)
    return index["status"], index.get("latest"), index.get("tags"), index["versions"]


def test_nothing_that_only_its_own_registry_can_vouch_for_is_taken_over(
    mine: Downstream, acme: Upstream
) -> None:
    acme.write(
        "acme/publisher.yaml",
        "name: Acme\nhomepage: https://acme.example.com/\nhosts: [api.acme.example.com]\n"
        "owners: [{login: alice, id: 101}]\nverified: {api.acme.example.com: '2026-11-01'}\n",
    )
    acme.publish()
    mine.include()
    (publisher, _) = mine.check().catalogue.publishers

    assert (publisher.title, publisher.hosts) == ("Acme", ("api.acme.example.com",))
    assert (publisher.owners, publisher.verified) == ((), {})
    assert "alice" not in mine.path("partner", "acme/publisher.yaml").read_text()


def test_including_again_changes_nothing_though_everything_is_signed_anew(
    mine: Downstream, acme: Upstream
) -> None:
    mine.include()
    lock = mine.lock("partner")
    acme.publish(LATER)
    done = mine.include()

    assert (done.exit_code, done.stdout) == (0, "")
    assert "partner: up to date" in done.stderr
    assert mine.lock("partner") == lock


def test_look_tells_of_something_newer_and_writes_nothing(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    before = mine.lock("partner")
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    acme.publish(LATER)
    look = mine.include("--check", "--json")
    (told,) = json.loads(look.stdout)["includes"]

    assert look.exit_code == 1
    assert (told["name"], told["is_current"]) == ("partner", False)
    assert told["added"] == ["included/partner/manuals/acme/weather/1.1.0.json"]
    assert json.loads(look.stdout)["files"] == []
    assert mine.lock("partner") == before


def test_newer_release_comes_and_what_is_gone_goes(mine: Downstream, acme: Upstream) -> None:
    acme.offer("basin")
    acme.publish()
    mine.include()
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    shutil.rmtree(acme.manuals / "basin")
    acme.publish(LATER)
    done = mine.include()

    assert set(done.stdout.splitlines()) == {
        "included/partner/manuals/acme/weather/1.1.0.json",
        "included/partner/manuals/basin/publisher.yaml",
        "included/partner/manuals/basin/weather/1.0.0.json",
    }
    assert mine.include("--check").exit_code == 0
    assert mine.problems() == []
    assert mine.ids() == ["acme/weather", "harbour/tides"]


def test_releases_that_are_here_are_not_downloaded_again(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    acme.host.sent.clear()
    mine.include()
    sent = some(path for path, _ in acme.host.sent)

    assert not [path for path in sent if path.startswith("v1/sources/")]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({"publishers": ["basin"]}, ["basin/weather", "harbour/tides"]),
        ({"manuals": ["acme/wind"]}, ["acme/wind", "harbour/tides"]),
        (
            {"publishers": ["basin"], "manuals": ["acme/wind"]},
            ["acme/wind", "basin/weather", "harbour/tides"],
        ),
    ],
)
def test_only_what_was_chosen_is_included(
    mine: Downstream, acme: Upstream, chosen: dict[str, Any], found: list[str]
) -> None:
    acme.offer("basin")
    acme.offer("acme", "wind")
    acme.publish()
    mine.names("partner", acme, **chosen)
    mine.include()

    assert mine.ids() == found


def test_what_was_chosen_and_is_not_there_is_told(mine: Downstream, acme: Upstream) -> None:
    mine.names("partner", acme, publishers=["acem"], manuals=["acme/wether"])
    done = mine.include()

    assert done.exit_code == 0
    assert "partner: acem left out: its registry has no such publisher" in done.stderr
    assert "partner: acme/wether left out: its registry has no such manual" in done.stderr
    assert mine.ids() == ["harbour/tides"]


def test_successor_that_was_not_chosen_is_not_named(mine: Downstream, acme: Upstream) -> None:
    acme.offer("basin")
    status = "{state: deprecated, reason: Old., since: '2026-11-01', replaced_by: basin/weather}"
    acme.write("acme/weather/manual.yaml", f"status: {status}\n")
    acme.publish()
    mine.names("partner", acme, publishers=["acme"])
    mine.include()

    assert mine.problems() == []
    assert mine.check().catalogue.manual_by_id["acme/weather"].status.replaced_by == ""


def test_manual_with_an_error_is_left_out_and_said_so(mine: Downstream, acme: Upstream) -> None:
    inside = release("acme", "list_hosts").replace("api.acme.example.com", "127.0.0.1")
    acme.write("acme/hosts/1.0.0.yaml", inside)
    acme.publish()
    done = mine.include()

    assert done.exit_code == 0
    assert "partner: acme/hosts left out: loopback-url: " in done.stderr
    assert mine.problems() == []
    assert mine.ids() == ["acme/weather", "harbour/tides"]


def test_stricter_rules_forbid_what_is_here_and_including_it_again_is_the_way_out(
    mine: Downstream, acme: Upstream
) -> None:
    acme.offer("basin")
    acme.write("acme/weather/1.0.0.yaml", release("acme", words="Weather."))
    acme.publish()
    mine.include()
    mine.repository.write("rules.yaml", "levels: {thin-description: error}\n")
    (found,) = mine.check().diagnostics

    assert found.place.path == "included/partner/manuals/acme/weather/1.0.0.json"
    assert found.hint == "`registry include partner` leaves out what has errors"
    assert mine.include().exit_code == 0
    assert mine.problems() == []
    assert mine.ids() == ["basin/weather", "harbour/tides"]


def test_publisher_that_can_be_mistaken_for_our_own_is_told_of_and_not_ours(
    mine: Downstream, acme: Upstream
) -> None:
    acme.offer("harbor")
    acme.publish()
    mine.include()
    (found,) = mine.check().diagnostics

    assert (found.rule, found.place.path) == (
        "lookalike-name",
        "included/partner/manuals/harbor/publisher.yaml",
    )
    assert found.hint == "only its own registry can fix it"
    mine.repository.write("rules.yaml", "levels: {lookalike-name: error}\n")
    assert mine.include().exit_code == 0
    assert mine.problems() == []
    assert mine.ids() == ["acme/weather", "harbour/tides"]


def test_publisher_that_calls_itself_like_our_own_is_told_of(
    mine: Downstream, acme: Upstream
) -> None:
    acme.write("acme/publisher.yaml", publisher("acme").replace("name: Acme", "name: HARBOUR"))
    acme.publish()
    mine.include()
    (found,) = mine.check().diagnostics

    assert found.place.path == "included/partner/manuals/acme/publisher.yaml"
    assert found.message == "the publisher 'acme' is called 'HARBOUR', the same as 'harbour'"


def test_registry_that_would_forbid_to_publish_the_others_is_not_included(
    tmp_path: Path, mine: Downstream, acme: Upstream
) -> None:
    mine.repository.write("rules.yaml", "levels: {lookalike-name: error}\n")
    acme.offer("lighthouse")
    acme.publish()
    mine.include()
    with upstream(tmp_path / "second") as second:
        second.offer("lighthous")
        second.publish()
        mine.names("second", second)
        done = mine.include("second")

    assert done.exit_code == 1
    assert "error in included/partner/manuals/lighthouse/publisher.yaml:1:7: look" in done.stderr
    assert not mine.path("second").exists()


def test_errors_of_our_own_keep_nothing_from_being_included(mine: Downstream) -> None:
    mine.repository.write("manuals/harbour/tides/1.0.1.yaml", "tools: []\n")

    assert mine.include().exit_code == 0
    assert mine.path("partner", "acme/weather/1.0.0.json").is_file()


def test_what_is_merely_poor_is_for_its_own_registry(mine: Downstream, acme: Upstream) -> None:
    acme.write("acme/weather/1.0.0.yaml", release("acme", words="Weather."))
    acme.publish()
    mine.include()

    assert mine.problems() == []


def test_what_may_be_an_attack_is_told(mine: Downstream, acme: Upstream) -> None:
    elsewhere = release("acme").replace("https://api.acme.example.com", "https://elsewhere.net")
    acme.write("acme/weather/1.0.0.yaml", elsewhere)
    acme.publish()
    mine.include()

    assert mine.problems() == [
        ("unverified-host", "included/partner/manuals/acme/weather/1.0.0.json")
    ]


def test_registry_that_comes_first_keeps_a_publisher_for_itself(
    tmp_path: Path, mine: Downstream, acme: Upstream
) -> None:
    """Whole: not even a manual that only the second one has, or a newer version, is added."""
    with upstream(tmp_path / "second") as second:
        second.offer("acme", "wind")
        second.offer("acme", text=release("acme", "get_clouds"))
        second.offer("cove")
        second.publish()
        mine.names("second", second)
        done = mine.include()

    assert done.exit_code == 0, done.output
    assert "second: acme left out: a publisher 'acme' already exists" in done.stderr
    assert mine.ids() == ["acme/weather", "cove/weather", "harbour/tides"]
    assert not mine.path("second", "acme").exists()


def test_publisher_of_our_own_keeps_its_name_for_itself(mine: Downstream, acme: Upstream) -> None:
    acme.offer("harbour", "tides", release("harbour", "next_tide", words=TIDES))
    acme.write("harbour/tides/9.0.0.yaml", release("harbour", "next_tide", "9.0.0", TIDES))
    acme.publish()
    mine.include()

    note = "left out: a publisher 'harbour' already exists"
    assert mine.lock("partner")["notes"]["harbour"].startswith(note)
    assert mine.problems() == []
    assert [each.version for each in mine.check().catalogue.manuals[1].releases] == ["1.0.0"]


def test_publisher_that_becomes_our_own_later_is_no_longer_included(mine: Downstream) -> None:
    mine.include()
    mine.repository.write("manuals/acme/publisher.yaml", "name: A\nhomepage: https://a.example/\n")
    mine.repository.write("manuals/acme/wind/1.0.0.yaml", release("acme"))
    found = mine.check()

    assert [manual.id for manual in found.catalogue.manuals] == ["acme/wind", "harbour/tides"]
    assert ("shadowed-publisher", "included/partner/manuals/acme") in mine.problems()
    assert found.is_publishable


def test_manual_that_clients_would_take_for_another_is_left_out(
    mine: Downstream, acme: Upstream
) -> None:
    mine.repository.write(
        "manuals/acme-weather/publisher.yaml", "name: A\nhomepage: https://a.example/\n"
    )
    mine.repository.write("manuals/acme-weather/now/1.0.0.yaml", release("acme"))
    acme.offer("acme", "weather-now")
    acme.publish()
    mine.include()

    assert "'acme_weather_now'" in mine.lock("partner")["notes"]["acme"]
    assert mine.ids() == ["acme-weather/now", "harbour/tides"]


def test_what_a_registry_has_included_itself_is_not_included_from_it(
    tmp_path: Path, mine: Downstream
) -> None:
    """Each registry speaks for its own manuals alone, so a circle of them ends at once."""
    mine.include()
    made = publish_catalogue(mine.check().catalogue)
    with upstream(tmp_path / "again") as again:
        again.serve(made.files)
        mine.names("partner", again)
        done = mine.include()

        assert done.exit_code == 0, done.output
        assert mine.ids() == ["harbour/tides"]
        assert mine.lock("partner")["files"] == {}
        mine.names("partner", again, manuals=["acme/weather"])
        mine.include()

    assert mine.lock("partner")["notes"] == {
        "acme": "left out: it does not belong to its registry, but to 'partner'"
    }


def test_unknown_name_is_wrong_use(mine: Downstream) -> None:
    done = mine.include("partnr")

    assert done.exit_code == 2
    assert "mkdocs.yml includes no registry 'partnr'; it includes partner" in done.stderr


def test_without_registries_to_include_there_is_nothing_to_do(mine: Downstream) -> None:
    (mine.root / "mkdocs.yml").unlink()
    done = mine.include()

    assert done.exit_code == 2
    assert "extra.registry.includes" in done.stderr


def test_one_process_at_a_time_includes_a_registry(mine: Downstream) -> None:
    with staging(mine.root / "included" / "partner"):
        done = mine.include()

    assert done.exit_code == 1
    assert "another process is including it; try again when it has finished" in done.stderr
    assert mine.include().exit_code == 0


def test_one_that_cannot_be_read_keeps_no_other_from_being_included(
    tmp_path: Path, mine: Downstream
) -> None:
    with upstream(tmp_path / "gone") as gone:
        mine.named = {}
        mine.names("gone", gone)
    with upstream(tmp_path / "there") as there:
        there.offer("cove")
        there.publish()
        mine.names("there", there)
        done = mine.include()

    assert done.exit_code == 1
    assert "gone: not updated: " in done.stderr
    assert mine.path("there", "cove/weather/1.0.0.json").is_file()


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (b"", "the root cannot be read"),
        (b"[]", "the root cannot be read"),
        (b"[" * 100_000, "the root cannot be read"),
        (b"\xff\xfe", "the root cannot be read"),
        (None, "there is a timestamp in the place of the root"),
    ],
    ids=["empty", "array", "deep", "binary", "timestamp"],
)
def test_trust_root_that_is_none_is_told_by_its_own_name(
    mine: Downstream, acme: Upstream, root: bytes | None, words: str
) -> None:
    data = acme.host.files["tuf/metadata/timestamp.json"] if root is None else root
    (mine.root / "trust" / "partner.root.json").write_bytes(data)
    acme.host.sent.clear()
    done = mine.include()

    assert done.exit_code == 1
    assert f"trust/partner.root.json: {words}" in done.stderr
    assert "get the root from that registry" in done.stderr
    assert acme.host.sent == []


def test_settings_that_cannot_be_meant_are_told_with_what_to_write(mine: Downstream) -> None:
    text = (mine.root / "mkdocs.yml").read_text("utf-8")
    url = mine.named["partner"]["url"]
    mine.repository.write("mkdocs.yml", text.replace(url, "http://tools.partner.example/"))
    done = mine.include()

    assert done.exit_code == 2
    assert "write a URL that starts with https://" in done.stderr
    assert done.stderr.startswith("Error: mkdocs.yml:")


def test_settings_that_cannot_be_read_are_told_as_such(mine: Downstream) -> None:
    mine.repository.write("mkdocs.yml", "site_name: [\n")
    done = mine.include()

    assert done.exit_code == 2
    assert done.stderr.startswith("Error: mkdocs.yml:2:1: ")
    assert "nothing to include" not in done.stderr


def test_manual_in_quarantine_is_left_out_and_said_so(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    status = "{state: quarantined, reason: Stolen., since: '2026-11-01'}"
    acme.write("acme/weather/manual.yaml", f"status: {status}\n")
    acme.publish(LATER)
    mine.include()

    assert mine.lock("partner")["notes"] == {"acme/weather": "left out: it is quarantined there"}
    assert mine.ids() == ["harbour/tides"]


@pytest.mark.parametrize("words", ["", "Weather of the place, and of the user."])
def test_release_that_was_left_out_comes_back_as_it_was_or_not_at_all(
    mine: Downstream, acme: Upstream, words: str
) -> None:
    """Or else a detour would change what users have read under this version."""
    acme.offer("basin", "tides")
    acme.publish()
    mine.include()
    before = mine.ids()
    shutil.rmtree(acme.manuals / "acme")
    acme.publish(LATER)
    mine.include()
    gone = mine.lock("partner")["gone"]
    acme.offer("acme", text=release("acme", words=words) if words else "")
    acme.publish(LATER + timedelta(hours=1))
    mine.include()
    mine.include()

    assert list(gone) == ["acme/weather/1.0.0.json"]
    assert mine.problems() == []
    assert mine.ids() == [each for each in before if not words or each != "acme/weather"]
    assert ("gone" in mine.lock("partner")) == bool(words)
    assert [*mine.lock("partner")["notes"]] == (["acme/weather"] if words else [])
