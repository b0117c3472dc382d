"""What was included is published as it was included, and whatever changes it is looked at."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest
import yaml
from click.testing import CliRunner
from paths import ROOT
from repositories import Repository
from upstreams import LATER, publisher, release

from registry import pipeline, settings
from registry.catalogue.included_registries import Include, sha256_hex
from registry.changes import Kind
from registry.cli import main
from registry.review import review
from registry.search import archive
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from pathlib import Path

    from upstreams import Downstream, Upstream

    from registry.review import Review

pytestmark = pytest.mark.slow

STRANGER = 7
RELEASE = "included/partner/manuals/acme/weather/1.0.0.json"
LOCK = "included/partner/lock.json"


def test_search_finds_what_was_included_since_the_last_build(
    mine: Downstream,
) -> None:
    mine.include()
    index = mine.root / "site" / archive.PUBLISHED
    index.parent.mkdir(parents=True)
    index.write_bytes(b"an index that is older")
    os.utime(index, (1, 1))
    found = CliRunner().invoke(main, ["search", "weather"])
    for each in mine.manuals.rglob("*"):
        os.utime(each, (0, 0))
    os.utime(mine.manuals, (0, 0))
    again = CliRunner().invoke(main, ["search", "weather"])

    assert "\tacme/weather/get_weather\t" in found.stdout
    assert again.stdout == found.stdout


def test_build_asks_no_other_registry(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    acme.host.sent.clear()

    assert mine.problems() == []
    assert acme.host.sent == []


def test_nothing_is_published_of_what_was_not_included_yet(mine: Downstream) -> None:
    assert mine.problems() == [("missing-include", LOCK)]
    assert not mine.check().is_publishable


ABROAD = {
    "version": 1,
    "asked": {"url": "", "trust": "0" * 64, "publishers": [], "manuals": []},
    "signed": {"root": 1, "timestamp": 1},
    "notes": {},
    "files": {"acme/weather/../../../../secret.json": "0" * 64},
}


@pytest.mark.parametrize(
    "lock",
    ["", "{}", "[", "null", "[" * 100_000, '{"version": 2}', json.dumps(ABROAD)],
    ids=["empty", "object", "cut", "null", "deep", "later", "abroad"],
)
def test_lock_that_is_damaged_is_none(mine: Downstream, lock: str) -> None:
    mine.include()
    mine.repository.write(LOCK, lock)

    assert mine.problems() == [("missing-include", LOCK)]
    assert mine.include().exit_code == 0
    assert mine.problems() == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"files": {', '"files": {},\n  "files": {'),
        ('"notes": {}', '"notes": {"acme": "\u202eleft out"}'),
        ('"root": 1', '"root": 0'),
        ("\n  ", " "),
    ],
    ids=["key twice", "hidden text", "no version", "one line"],
)
def test_lock_that_nobody_could_review_is_none(mine: Downstream, before: str, after: str) -> None:
    mine.include()
    text = (mine.root / LOCK).read_text("utf-8")
    mine.repository.write(LOCK, text.replace(before, after))

    assert mine.problems() == [("missing-include", LOCK)]


def test_file_that_was_altered_is_an_error_that_including_it_again_mends(mine: Downstream) -> None:
    mine.include()
    path = mine.root / RELEASE
    path.write_text(path.read_text().replace("Current", "Tomorrow's"), encoding="utf-8")

    assert mine.problems() == [("altered-include", RELEASE)]
    assert mine.include("--check").exit_code == 1
    assert mine.include().exit_code == 0
    assert mine.problems() == []
    assert "Tomorrow" not in path.read_text()


def test_lock_of_many_files_that_are_gone_is_told_as_far_as_anybody_reads(
    mine: Downstream,
) -> None:
    mine.include()
    lock = json.loads((mine.root / LOCK).read_bytes())
    lock["files"] |= {f"acme/weather/9.0.{number}.json": "0" * 64 for number in range(1_000)}
    mine.repository.write(LOCK, json.dumps(lock, indent=2, sort_keys=True) + "\n")

    assert ("altered-include", RELEASE.replace("1.0.0", "9.0.0")) in mine.problems()
    assert len(mine.problems()) == MAX_PROBLEMS


def test_release_that_nobody_included_is_an_error(mine: Downstream) -> None:
    mine.include()
    added = RELEASE.replace("1.0.0.json", "9.0.0.yaml")
    mine.repository.write(added, release("acme", version="9.0.0"))

    assert mine.problems() == [("altered-include", added)]
    mine.include()
    assert not (mine.root / added).exists()


def test_release_that_is_gone_is_an_error(mine: Downstream) -> None:
    mine.include()
    shutil.rmtree(mine.path("partner", "acme/weather"))

    assert ("altered-include", RELEASE) in mine.problems()


def test_owners_cannot_be_given_to_an_included_publisher(mine: Downstream) -> None:
    """Not even by a lock that was altered with the file: the check finds no fault with it."""
    mine.include()
    path = "acme/publisher.yaml"
    text = mine.path("partner", path).read_text() + "owners: [{login: mallory, id: 666}]\n"
    mine.path("partner", path).write_text(text, encoding="utf-8")
    lock = mine.lock("partner")
    lock["files"][path] = sha256_hex(text.encode())
    mine.repository.write(LOCK, json.dumps(lock, indent=2, sort_keys=True) + "\n")

    assert mine.problems() == []
    assert mine.check().catalogue.publishers[0].owners == ()


@pytest.mark.parametrize(
    "changed",
    [{"url": "https://elsewhere.example/"}, {"publishers": ["acme"]}, {"manuals": ["acme/wind"]}],
)
def test_what_the_settings_want_is_what_was_included(
    mine: Downstream, acme: Upstream, changed: dict[str, object]
) -> None:
    mine.include()
    mine.names("partner", acme, **changed)

    assert mine.problems() == [("stale-include", LOCK)]


def test_other_trust_root_wants_everything_to_be_read_anew(mine: Downstream) -> None:
    mine.include()
    mine.repository.write("trust/partner.root.json", "{}")
    assert mine.problems() == [("stale-include", LOCK)]
    (mine.root / "trust/partner.root.json").unlink()
    assert mine.problems() == [("stale-include", LOCK)]


def test_folder_that_no_setting_names_is_not_published(mine: Downstream) -> None:
    mine.include()
    (mine.root / "mkdocs.yml").unlink()

    assert mine.problems() == [("unused-include", "included/partner")]
    assert mine.ids() == ["harbour/tides"]


def test_folder_of_an_include_is_not_called_unused_where_another_setting_is_wrong(
    mine: Downstream,
) -> None:
    mine.include()
    text = (mine.root / "mkdocs.yml").read_text("utf-8")
    mine.repository.write("mkdocs.yml", text.replace("'includes':", "'featurd': [], 'includes':"))

    assert mine.problems() == [("unknown-key", "mkdocs.yml")]


def test_readme_may_stand_beside_what_is_included(mine: Downstream) -> None:
    mine.include()
    mine.repository.write("included/README.md", "Written by `registry include`.\n")

    assert mine.problems() == []


CONFIG = """\
extra:
  registry:
    includes:
      - {{name: acme, url: "https://tools.acme.com/", trust: trust/acme.json{more}}}
"""


def test_every_setting_of_an_include_is_read() -> None:
    more = ", mirrors: ['https://m.example'], publishers: [acme], manuals: [basin/weather]"
    found = settings.included_registries(
        settings.read_configuration(CONFIG.format(more=more).encode())
    )

    assert found == (
        (
            Include(
                "acme",
                "https://tools.acme.com/",
                "trust/acme.json",
                ("https://m.example/",),
                ("acme",),
                ("basin/weather",),
            ),
        ),
        (),
    )


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        (", trust: trust/acme.json", "", "missing-key"),
        ("trust/acme.json", "none/../x", "malformed-value"),
        ("trust/acme.json", "../x.json", "malformed-value"),
        ("trust/acme.json", "/etc/x.json", "malformed-value"),
        ("https://tools.acme.com/", "http://tools.acme.com/", "malformed-value"),
        ("https://tools.acme.com/", "https://me@tools.acme.com/", "malformed-value"),
        ("https://tools.acme.com/", "https://tools.acme.com/?x", "malformed-value"),
        ("name: acme", "name: Acme", "malformed-value"),
        ("name: acme", "name: ../acme", "malformed-value"),
        ("name: acme", "nme: acme", "unknown-key"),
        ("name: acme", "name: con", "reserved-name"),
        ("name: acme", "name: [acme]", "wrong-type"),
        ("includes:", "include:", "unknown-key"),
    ],
)
def test_include_that_cannot_be_meant_is_refused_where_it_stands(
    mine: Downstream, before: str, after: str, rule: str
) -> None:
    """Above all one without a trust root: nothing is included that nobody has signed."""
    text = "site_name: A\nsite_url: https://a.example/\n" + CONFIG.format(more="")
    mine.repository.write("mkdocs.yml", text.replace(before, after))

    assert (rule, "mkdocs.yml") in mine.problems()
    assert not mine.check().is_publishable
    assert mine.include().exit_code == 2
    with pytest.raises(settings.SettingsError, match=r"mkdocs\.yml:"):
        settings.load_settings(mine.root / "mkdocs.yml", {})


def test_two_includes_of_one_name_are_refused(mine: Downstream) -> None:
    again = '\n      - {name: acme, url: "https://b.example/", trust: b.json}\n'
    mine.repository.write("mkdocs.yml", CONFIG.format(more="").rstrip() + again)

    assert ("repeated-include", "mkdocs.yml") in mine.problems()


def reviewed(mine: Downstream, base: str) -> tuple[Review, set[str]]:
    """Return the review of what is about to be committed, and the ids of its reasons."""
    mine.repository.git("add", "--all")
    found = review(mine.manuals, base, STRANGER)
    return found, {each.id for each in found.verdict.reasons}


def test_update_of_an_include_is_for_a_maintainer_and_shows_what_changes(
    mine: Downstream, acme: Upstream
) -> None:
    mine.include()
    base = mine.repository.commit()
    moved = release("acme", version="1.1.0", words="Weather of the place, from another host.")
    moved = moved.replace("https://api.acme", "https://new.acme")
    acme.write("acme/weather/1.1.0.yaml", moved)
    acme.publish(LATER)
    mine.include()
    found, reasons = reviewed(mine, base)
    (comparison,) = found.comparisons

    assert found.verdict.outcome == "maintainer"
    assert reasons == {"included-registry", "security-change", "suspicious-text"}
    assert (comparison.after.version, comparison.before and comparison.before.version) == (
        "1.1.0",
        "1.0.0",
    )
    assert "another host" in comparison.texts[0].after


def test_first_include_shows_where_its_calls_go(mine: Downstream) -> None:
    base = mine.repository.commit()
    mine.include()
    found, reasons = reviewed(mine, base)

    assert reasons == {"included-registry"}
    assert [each.after.manual for each in found.comparisons] == ["weather"]
    assert found.comparisons[0].before is None


def test_registry_that_is_no_longer_included_is_for_a_maintainer(mine: Downstream) -> None:
    mine.include()
    base = mine.repository.commit()
    shutil.rmtree(mine.root / "included")
    (mine.root / "mkdocs.yml").unlink()
    found, reasons = reviewed(mine, base)

    assert reasons == {"included-registry", "other-files"}
    assert [(each.subject, each.kind) for each in found.listings] == [
        ("acme/weather", Kind.BREAKING)
    ]


def test_registry_that_only_the_settings_no_longer_include_shows_what_goes(
    mine: Downstream,
) -> None:
    mine.include()
    base = mine.repository.commit()
    (mine.root / "mkdocs.yml").unlink()
    found, reasons = reviewed(mine, base)
    (gone,) = found.listings
    later = mine.repository.commit()
    mine.repository.write("README.md", "It is still there.\n")

    assert reasons == {"other-files"}
    assert (gone.subject, gone.kind) == ("acme/weather", Kind.BREAKING)
    assert gone.sentence == "is no longer published: the settings no longer include 'partner'"
    assert reviewed(mine, later)[0].listings == ()


def test_included_manual_that_is_gone_is_told_and_one_that_gets_other_files_is_not(
    mine: Downstream, acme: Upstream
) -> None:
    acme.offer("basin", "tides")
    acme.publish()
    mine.include()
    base = mine.repository.commit()
    shutil.rmtree(acme.manuals / "basin")
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    acme.publish(LATER)
    mine.include()
    (mine.root / RELEASE).unlink()
    found, _ = reviewed(mine, base)

    assert [each.subject for each in found.listings] == ["basin/tides"]


def test_included_version_that_is_withdrawn_is_breaking(mine: Downstream, acme: Upstream) -> None:
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    acme.publish()
    mine.include()
    base = mine.repository.commit()
    acme.write("acme/weather/manual.yaml", "yanked: {1.0.0: It leaked what was asked for.}\n")
    acme.publish(LATER)
    mine.include()
    found, reasons = reviewed(mine, base)

    assert reasons == {"included-registry"}
    assert [(each.subject, each.kind) for each in found.listings] == [
        ("acme/weather", Kind.BREAKING)
    ]


def test_trust_root_is_for_a_maintainer(mine: Downstream, acme: Upstream) -> None:
    mine.include()
    base = mine.repository.commit()
    mine.names("partner", acme, mirrors=["https://mirror.example/"])
    _, reasons = reviewed(mine, base)

    assert reasons == {"other-files"}


def test_released_version_that_changes_below_an_include_is_told(mine: Downstream) -> None:
    """Its lock may have been altered with it: git knows what was merged."""
    mine.include()
    base = mine.repository.commit()
    text = (mine.root / RELEASE).read_text().replace("Current", "Tomorrow's")
    mine.repository.write(RELEASE, text)
    _, reasons = reviewed(mine, base)

    assert reasons == {"errors", "included-registry", "released-file"}


def test_check_against_a_base_lets_an_update_of_an_include_pass(
    mine: Downstream, acme: Upstream
) -> None:
    """The rules on released files are for who can mend them; the review tells of the others."""
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    acme.publish()
    mine.include()
    base = mine.repository.commit()
    (acme.manuals / "acme/weather/1.1.0.yaml").unlink()
    acme.publish(LATER)
    mine.include()

    assert mine.check(base).diagnostics == ()


@pytest.mark.parametrize(
    "path", ["included", "included/partner", "included/partner/manuals", LOCK], ids=str
)
def test_link_on_the_way_to_what_is_included_is_an_error(mine: Downstream, path: str) -> None:
    """Whatever stands behind it is not what people have reviewed, and differs by machine."""
    mine.include()
    elsewhere = mine.root.parent / "elsewhere"
    shutil.move(mine.root / path, elsewhere)
    (mine.root / path).symlink_to(elsewhere)
    (found,) = mine.check().diagnostics

    assert (found.rule, found.place.path) == ("irregular-file", path)
    assert found.hint == "remove it, and run `registry include partner`"
    (mine.root / path).unlink()
    assert mine.include().exit_code == 0
    assert mine.problems() == []


@pytest.mark.parametrize("path", ["included/partner", "included/partner/manuals", LOCK], ids=str)
def test_including_again_puts_files_in_the_place_of_links(mine: Downstream, path: str) -> None:
    mine.include()
    elsewhere = mine.root.parent / "elsewhere"
    shutil.move(mine.root / path, elsewhere)
    (mine.root / path).symlink_to(elsewhere)

    assert mine.include("--check").exit_code == 1
    assert mine.include().exit_code == 0
    assert mine.problems() == []
    assert elsewhere.exists()


@pytest.mark.parametrize("kind", ["link", "file", "pipe"])
def test_nothing_is_written_where_included_is_no_folder(
    mine: Downstream, tmp_path: Path, kind: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    if kind == "link":
        (mine.root / "included").symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(mine.root / "included")
    else:
        mine.repository.write("included", "")
    done = mine.include()

    assert done.exit_code == 1
    assert "included is not a folder; remove it and try again" in done.stderr
    assert list(outside.iterdir()) == []


def test_what_lies_beside_the_manuals_of_an_include_is_an_error(mine: Downstream) -> None:
    """Such as attributes of git, by which a site hides differences from those who review them."""
    mine.include()
    mine.repository.write("included/partner/.gitattributes", "* linguist-generated\n")
    (found,) = mine.check().diagnostics

    assert (found.rule, found.place.path) == (
        "unexpected-file",
        "included/partner/.gitattributes",
    )
    assert found.hint == "remove it: this folder contains manuals/ and lock.json"


@pytest.mark.parametrize("folder", ["partner", "partner/manuals/acme"])
def test_what_a_file_browser_leaves_behind_is_fine(mine: Downstream, folder: str) -> None:
    mine.include()
    (mine.root / "included" / folder / ".DS_Store").write_bytes(b"\0")

    assert mine.check().diagnostics == ()
    assert mine.include("--check").exit_code == 0


def test_checkout_of_a_pull_request_holds_all_that_its_check_reads(
    mine: Downstream, tmp_path: Path
) -> None:
    mine.include()
    for path in ("categories/weather.yaml", "benchmarks/facts/acme/weather.yaml"):
        mine.repository.write(path, "")
    mine.repository.commit()
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    (sparse,) = (
        step["with"]["sparse-checkout"].split()
        for step in workflow["jobs"]["manuals"]["steps"]
        if "sparse-checkout" in step.get("with", {})
    )
    clone = Repository(tmp_path / "clone")
    mine.repository.git("clone", "--quiet", "--sparse", str(mine.root), str(clone.root))
    clone.git("sparse-checkout", "set", *sparse)

    problems = mine.check().diagnostics
    folders = {each.place.path.partition("/")[0] for each in problems}
    assert folders == {"benchmarks", "categories", "manuals"}
    assert pipeline.check(clone.root / "manuals").diagnostics == problems


def test_publisher_of_our_own_that_takes_the_place_of_an_included_one_is_told(
    mine: Downstream,
) -> None:
    """Whoever opens it gets the calls of those who use the included tools, keys and all."""
    mine.include()
    base = mine.repository.commit()
    mine.repository.write("manuals/acme/publisher.yaml", publisher("acme"))
    mine.repository.write("manuals/acme/weather/9.0.0.yaml", release("acme", version="9.0.0"))
    found, reasons = reviewed(mine, base)
    sentences = [each.sentence for each in found.verdict.reasons]

    assert reasons == {"included-registry", "new-publisher", "new-manual"}
    assert (
        "nothing of 'acme' is published from 'partner': a publisher 'acme' already exists"
        in sentences
    )
    later = mine.repository.commit()
    mine.repository.write("manuals/acme/weather/9.0.1.yaml", release("acme", version="9.0.1"))
    assert "included-registry" not in reviewed(mine, later)[1]


def test_manual_of_our_own_that_clients_would_take_for_an_included_one_is_told(
    mine: Downstream, acme: Upstream
) -> None:
    mine.repository.write("manuals/acme-weather/publisher.yaml", publisher("acme"))
    mine.repository.write("manuals/acme-weather/past/1.0.0.yaml", release("acme"))
    acme.offer("acme", "weather-now")
    acme.publish()
    mine.include()
    base = mine.repository.commit()
    mine.repository.write("manuals/acme-weather/now/1.0.0.yaml", release("acme"))
    found, _ = reviewed(mine, base)
    (sentence,) = (
        each.sentence for each in found.verdict.reasons if each.id == "included-registry"
    )

    assert sentence.startswith(
        "nothing of 'acme' is published from 'partner': for clients, another manual"
    )


def test_only_what_lies_beside_the_manuals_is_included(mine: Downstream) -> None:
    mine.include()
    base = mine.repository.commit()
    mine.repository.write("docs/included/partner/x.md", "Words.\n")
    found, _ = reviewed(mine, base)

    assert [each.sentence for each in found.verdict.reasons] == [
        "'docs/included/partner/x.md' belongs to no publisher"
    ]


def test_change_of_an_include_is_told_also_where_the_registry_is_a_part_of_a_repository(
    mine: Downstream,
) -> None:
    whole = Repository(mine.root.parent)
    shutil.rmtree(mine.root / ".git", ignore_errors=True)
    base = whole.commit()
    mine.include()
    whole.git("add", "--all", "mine")
    found = review(mine.manuals, base, STRANGER)

    assert "3 files of the included registry 'partner' change" in [
        each.sentence for each in found.verdict.reasons
    ]


def test_what_an_included_publisher_says_of_itself_is_told_when_it_changes(
    mine: Downstream, acme: Upstream
) -> None:
    mine.include()
    base = mine.repository.commit()
    text = publisher("acme").replace("name: Acme", "name: Basin").replace("[api", "[b.example, api")
    acme.write("acme/publisher.yaml", text)
    acme.publish(LATER)
    mine.include()
    found, reasons = reviewed(mine, base)
    sentences = [each.sentence for each in found.verdict.reasons]

    assert reasons == {"included-registry", "identity", "new-host"}
    assert "the name of 'acme' changes from 'Acme' to 'Basin'" in sentences
    assert "the host 'b.example' is new" in sentences


def test_phrases_in_which_people_ask_are_included_and_told(
    mine: Downstream, acme: Upstream
) -> None:
    mine.include()
    base = mine.repository.commit()
    acme.write("acme/weather/manual.yaml", "asked: {get_weather: [do I need an umbrella]}\n")
    acme.publish(LATER)
    mine.include()
    found, reasons = reviewed(mine, base)

    assert reasons == {"included-registry", "new-phrase"}
    assert "acme/weather/get_weather is to be found by 'do I need an umbrella'" in [
        each.sentence for each in found.verdict.reasons
    ]


def test_included_version_that_was_withdrawn_and_comes_back_is_told(
    mine: Downstream, acme: Upstream
) -> None:
    acme.write("acme/weather/1.1.0.yaml", release("acme", version="1.1.0"))
    acme.write("acme/weather/manual.yaml", "yanked: {1.0.0: It leaked what was asked for.}\n")
    acme.publish()
    mine.include()
    base = mine.repository.commit()
    (acme.manuals / "acme/weather/manual.yaml").unlink()
    acme.publish(LATER)
    mine.include()
    _, reasons = reviewed(mine, base)

    assert reasons == {"included-registry", "lifecycle"}


@pytest.mark.parametrize("path", ["included", "included/partner/manuals/acme", RELEASE])
def test_check_tells_of_what_was_included_alone(mine: Downstream, path: str) -> None:
    mine.include()
    text = (mine.root / RELEASE).read_text("utf-8")
    mine.repository.write(RELEASE, text.replace("Current", "Tomorrow's"))
    found = CliRunner().invoke(main, ["check", path])
    ours = CliRunner().invoke(main, ["check", "manuals"])

    assert (found.exit_code, ours.exit_code) == (1, 0)
    assert f"{RELEASE}:1:1 error altered-include" in found.stdout


@pytest.mark.parametrize(
    "command",
    [("diff", "acme/weather"), ("call", "acme/weather/get_weather"), ("preview", "acme/weather")],
    ids=lambda command: command[0],
)
def test_command_for_our_own_manuals_says_that_one_is_included(
    mine: Downstream, command: tuple[str, ...]
) -> None:
    mine.include()
    done = CliRunner().invoke(main, [*command])

    assert done.exit_code == 2
    assert "'acme/weather' is included from 'partner'; this command only works on" in done.stderr


@pytest.mark.parametrize("digest", ["", "0" * 64])
def test_lock_that_forgets_what_a_version_was_is_told(mine: Downstream, digest: str) -> None:
    mine.include()
    lock = mine.lock("partner")
    lock["gone"] = {"acme/weather/0.9.0.json": "f" * 64}
    mine.repository.write(LOCK, json.dumps(lock, indent=2, sort_keys=True) + "\n")
    base = mine.repository.commit()
    lock["gone"] = {"acme/weather/0.9.0.json": digest, "acme/weather/0.8.0.json": "e" * 64}
    lock["gone"] = {path: each for path, each in lock["gone"].items() if each}
    mine.repository.write(LOCK, json.dumps(lock, indent=2, sort_keys=True) + "\n")
    found, _ = reviewed(mine, base)

    assert [each.sentence for each in found.verdict.reasons] == [
        "1 file of the included registry 'partner' changes",
        (
            "'acme/weather/0.9.0.json' of 'partner' would be accepted with other content: its "
            "digest is no longer in the lock"
        ),
    ]


def test_lock_that_lets_an_older_site_count_again_is_told(mine: Downstream) -> None:
    mine.include()
    base = mine.repository.commit()
    lock = mine.lock("partner")
    version = lock["signed"]["timestamp"]
    lock["signed"]["timestamp"] = 1
    mine.repository.write(LOCK, json.dumps(lock, indent=2, sort_keys=True) + "\n")
    found, _ = reviewed(mine, base)

    assert [each.sentence for each in found.verdict.reasons] == [
        "1 file of the included registry 'partner' changes",
        (
            f"older signatures of 'partner' would be accepted again: version 1 of timestamp, "
            f"not {version}"
        ),
    ]
