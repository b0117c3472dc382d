"""A signed site is accepted as it was signed, and in no other way.

The attacks are those of the specification of TUF (1.0.34, section 1.5.2); what is asked is the
released client, over a local host.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from signing_commands import run
from static_host import hosting
from tuf.api.metadata import Metadata, Root

from registry import signing
from registry.signing import (
    KEY_VARIABLE,
    METADATA,
    SignedSite,
    Trust,
    UntrustedSiteError,
    UnusableTrustError,
)
from registry.signing._keys import signer_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.attack]

NOW = datetime.now(UTC)
KEYS = [signing.new_key() for _ in range(signing.ROOT_KEYS)]
ONLINE = signing.new_key()
FIRST = signing.first_root(KEYS, ONLINE, NOW)
TRUST = Trust((FIRST,))


@dataclass
class Registry:
    """A site that is built and signed again and again, and a reader of it."""

    site: Path
    reader: Path
    trust: Trust = TRUST
    host: dict[str, bytes] = field(default_factory=dict)

    def publish(self, text: str, at: datetime = NOW, key: bytes = ONLINE) -> None:
        (self.site / "v1").mkdir(parents=True, exist_ok=True)
        (self.site / "utcp").write_text(text, encoding="utf-8")
        (self.site / "v1" / "index.json").write_text(text, encoding="utf-8")
        (self.site / "page.html").write_text(text, encoding="utf-8")
        signing.sign(self.site, self.trust, key, at, ["v1"])
        self.host = {
            path.relative_to(self.site).as_posix(): path.read_bytes()
            for path in self.site.rglob("*")
            if path.is_file()
        }

    def read(self, path: str = "utcp", root: bytes = FIRST) -> str:
        with hosting(self.host) as served:
            site = SignedSite(f"{served.url}/", root, self.reader / "kept")
            return site.file(path, self.reader / "file").decode()

    def newest(self, name: str) -> str:
        """Return the path of the newest metadata that is called *name*."""
        found = [path for path in self.host if path.endswith(f".{name}.json")]
        return max(found, key=lambda path: int(path.rpartition("/")[2].partition(".")[0]))


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    (tmp_path / "reader").mkdir()
    return Registry(tmp_path / "site", tmp_path / "reader")


def refused(registry: Registry, words: str, path: str = "utcp", root: bytes = FIRST) -> None:
    with pytest.raises(UntrustedSiteError, match=words):
        registry.read(path, root)


def later(hours: int = 1) -> datetime:
    return NOW + timedelta(hours=hours)


def test_files_are_read_as_they_were_signed(registry: Registry) -> None:
    registry.publish("one")

    assert registry.read("utcp") == "one"
    assert registry.read("v1/index.json") == "one"


def test_what_only_people_read_is_not_signed(registry: Registry) -> None:
    registry.publish("one")

    refused(registry, "page.html is not among the signed files", "page.html")


def test_reader_follows_from_one_signing_to_the_next(registry: Registry) -> None:
    for number, text in enumerate(("one", "two", "three")):
        registry.publish(text, later(number))

        assert registry.read() == text


def test_file_that_was_altered_is_refused(registry: Registry) -> None:
    registry.publish("one")
    registry.host["utcp"] = b"two"

    refused(registry, "utcp")


@pytest.mark.parametrize(
    ("name", "words"),
    [("targets", "signed by 0/1 keys"), ("snapshot", "does not match expected hash")],
)
def test_metadata_that_was_altered_is_refused(registry: Registry, name: str, words: str) -> None:
    registry.publish("one")
    path = registry.newest(name)
    registry.host[path] = registry.host[path].replace(b"2", b"3", 1)

    refused(registry, words)


def test_timestamp_that_was_altered_is_refused(registry: Registry) -> None:
    registry.publish("one")
    path = f"{METADATA}/timestamp.json"
    document = json.loads(registry.host[path])
    document["signed"]["version"] += 1
    registry.host[path] = json.dumps(document).encode()

    refused(registry, "timestamp was signed by 0/1 keys")


def test_older_site_is_refused_by_who_has_seen_a_newer_one(registry: Registry) -> None:
    registry.publish("one")
    before = dict(registry.host)
    registry.publish("two", later())
    registry.read()
    registry.host = before

    refused(registry, "version")


def test_site_that_nobody_signs_any_more_is_refused_after_a_week(registry: Registry) -> None:
    registry.publish("one", NOW - timedelta(days=signing.SIGNED_DAYS, minutes=1))

    refused(registry, "timestamp.json is expired")


def test_site_of_yesterday_is_accepted_by_who_comes_for_the_first_time(registry: Registry) -> None:
    # The window that no signature closes: `docs/signing.md` tells readers of it.
    registry.publish("one", NOW - timedelta(days=1))

    assert registry.read() == "one"


def test_old_files_under_a_new_timestamp_are_refused(registry: Registry) -> None:
    registry.publish("one")
    old = registry.newest("snapshot")
    data = registry.host[old]
    registry.publish("two", later())
    registry.host[registry.newest("snapshot")] = data

    refused(registry, "does not match expected hash")


def test_site_that_is_signed_by_another_registry_is_refused(registry: Registry) -> None:
    key = signing.new_key()
    registry.trust = Trust((signing.first_root([key], key, NOW),))
    registry.publish("one", key=key)

    refused(registry, "timestamp was signed by 0/1 keys")


def test_site_without_signatures_is_refused(registry: Registry) -> None:
    registry.publish("one")
    registry.host = {path: data for path, data in registry.host.items() if "tuf/" not in path}

    refused(registry, "signatures cannot be read: .*404")


def test_redirect_to_what_anybody_can_read_on_the_way_is_not_followed(registry: Registry) -> None:
    registry.publish("one")
    with hosting(registry.host) as served:
        served.moved["utcp"] = "http://registry.example.com/utcp"
        site = SignedSite(f"{served.url}/", FIRST, registry.reader / "kept")

        with pytest.raises(UntrustedSiteError, match="only https is fetched"):
            site.file("utcp", registry.reader / "file")


def test_versions_of_what_was_read_are_told(registry: Registry) -> None:
    registry.publish("one")
    with hosting(registry.host) as served:
        site = SignedSite(f"{served.url}/", FIRST, registry.reader / "kept")

    assert (site.version("root"), site.version("timestamp")) == (1, int(NOW.timestamp()))


def test_key_that_the_root_does_not_name_signs_nothing(registry: Registry) -> None:
    with pytest.raises(UnusableTrustError, match="does not let this key sign 'targets'"):
        registry.publish("one", key=signing.new_key())

    assert not (registry.site / METADATA).exists()


def test_expired_root_signs_nothing(registry: Registry) -> None:
    with pytest.raises(UnusableTrustError, match="the newest root expired on"):
        registry.publish("one", NOW + timedelta(days=signing.ROOT_DAYS + 1))


@pytest.mark.parametrize("key", [b"", b"no key", KEYS[0][:40]], ids=["empty", "text", "cut"])
def test_what_is_no_key_is_answered_with_a_sentence(registry: Registry, key: bytes) -> None:
    with pytest.raises(UnusableTrustError, match="not an Ed25519 key"):
        registry.publish("one", key=key)


def test_reader_follows_a_new_root_to_a_new_key(registry: Registry) -> None:
    fresh = signing.new_key()
    second = signing.next_root(TRUST, KEYS[:2], NOW, online=fresh)
    registry.trust = Trust((FIRST, second))
    registry.publish("one", key=fresh)

    assert registry.read() == "one"
    with pytest.raises(UnusableTrustError, match="does not let this key"):
        registry.publish("two", key=ONLINE)


@pytest.mark.parametrize(
    "keys", [[], KEYS[:1], [KEYS[0], ONLINE]], ids=["none", "one", "one and a stranger"]
)
def test_root_that_too_few_agree_to_is_not_made(keys: list[bytes]) -> None:
    with pytest.raises(UnusableTrustError, match="2 of the root's own keys are needed"):
        signing.next_root(TRUST, keys, NOW)


def test_root_that_wants_more_signatures_than_it_has_signs_nothing(registry: Registry) -> None:
    root = Metadata[Root].from_bytes(FIRST)
    root.signed.version, root.signed.roles[Root.type].threshold = 2, 3
    root.signatures.clear()
    for key in KEYS[:2]:
        root.sign(signer_of(key), append=True)
    registry.trust = Trust((FIRST, root.to_bytes()))

    with pytest.raises(UnusableTrustError, match="signed by 2/3 keys of version 2"):
        registry.publish("one")


def test_reader_does_not_follow_a_root_that_too_few_have_signed(registry: Registry) -> None:
    second = json.loads(signing.next_root(TRUST, KEYS[:2], NOW, online=signing.new_key()))
    del second["signatures"][1]
    registry.publish("one")
    registry.host[f"{METADATA}/2.root.json"] = json.dumps(second).encode()

    refused(registry, "root was signed by 1/2 keys")


def test_large_site_is_signed_in_lists_of_which_readers_load_one(registry: Registry) -> None:
    folder = registry.site / "v1" / "tools"
    folder.mkdir(parents=True)
    for number in range(3 * signing.BIN_TARGETS):
        (folder / f"{number}.json").write_bytes(b"%d" % number)
    registry.publish("one")

    assert registry.read("v1/tools/77.json") == "77"
    refused(registry, "not among the signed", "v1/tools/no.json")
    lists = [path for path in registry.host if ".bin-" in path]
    assert len(lists) == 4
    assert len({path.name.partition(".")[2] for path in (registry.reader / "kept").iterdir()}) < 9


def test_roots_are_read_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in range(1, 12):
        (tmp_path / f"{number}.root.json").write_bytes(b"%d" % number)
    (tmp_path / "partner.root.json").write_bytes(b"of another registry")

    assert Trust.read(tmp_path).roots == tuple(b"%d" % number for number in range(1, 12))


@pytest.mark.parametrize("make", [lambda: Trust(()), lambda: Trust((b"{}",))], ids=["none", "bad"])
def test_root_that_is_missing_or_damaged_is_told(make: Callable[[], Trust]) -> None:
    with pytest.raises(UnusableTrustError, match="root"):
        make().newest  # noqa: B018 - reading it is what fails


def test_site_without_a_key_stays_unsigned_and_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    done = run("sign")

    assert done.exit_code == 2
    assert "nothing was signed" in done.stderr
    assert not (repository / "site" / METADATA).exists()


def test_without_a_root_nothing_is_signed(repository: Path) -> None:
    done = run("sign", "--trust", "nowhere")

    assert done.exit_code == 1
    line = "registry trust init --keys ../registry-keys --trust nowhere"
    assert f"there is no nowhere/1.root.json; make it with `{line}`" in done.stderr


def test_new_key_ends_what_a_clock_that_was_ahead_has_signed(registry: Registry) -> None:
    registry.publish("ahead", NOW + timedelta(days=200))
    assert registry.read() == "ahead"
    registry.publish("one")
    refused(registry, "older than what was read before")
    fresh = signing.new_key()
    second = signing.next_root(TRUST, KEYS[:2], NOW, online=fresh)
    registry.trust = Trust((FIRST, second))
    registry.publish("two", key=fresh)

    assert registry.read() == "two"
