"""A catalogue that is opened with a trust root is the signed one, or none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from publishing import published
from static_host import Host, hosting
from strangers import give_away

from registry import signing
from registry.cli import main
from registry.client import Catalogue, OfflineWarning, UnavailableError, UntrustedFileError, _signed
from registry.signing import _read_signed_site
from registry.web.fetch import FetchError, get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import tzinfo
    from typing import Self

    Sign = Callable[..., None]

pytestmark = [pytest.mark.slow, pytest.mark.attack]

NOW = datetime.now(UTC)
KEY = signing.new_key()
ROOT = signing.first_root([KEY], KEY, NOW)


@pytest.fixture
def host() -> Iterator[Host]:
    with hosting(dict(published().files)) as found:
        yield found


@pytest.fixture
def sign(host: Host, tmp_path: Path) -> Sign:
    """Return a function that signs what the host serves."""

    def signed(at: datetime = NOW) -> None:
        site = tmp_path / f"site-{at.timestamp()}"
        for path, data in host.files.items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(data)
        signing.sign(site, signing.Trust((ROOT,)), KEY, at, ["v1"])
        for signature in (site / signing.METADATA).iterdir():
            host.files[f"{signing.METADATA}/{signature.name}"] = signature.read_bytes()

    return signed


@pytest.fixture
def opened(host: Host, tmp_path: Path) -> Callable[..., Catalogue]:
    root = tmp_path / "1.root.json"
    root.write_bytes(ROOT)
    return lambda **more: Catalogue.open(host.url, cache=tmp_path / "cache", signed_by=root, **more)


def test_signed_site_is_read_like_any_other(sign: Sign, opened: Callable[..., Catalogue]) -> None:
    sign()
    catalogue = opened()
    hit = catalogue.search("tides").hits[0]

    assert catalogue.tool(hit.tool.id).description
    assert not catalogue.refresh()


def test_unsigned_site_is_not_read(opened: Callable[..., Catalogue]) -> None:
    with pytest.raises(UntrustedFileError, match="cannot be trusted"):
        opened()


def test_signed_site_is_not_read_where_its_versions_cannot_be_kept(
    sign: Sign, host: Host, tmp_path: Path
) -> None:
    """As in a container whose file system is read-only."""
    sign()
    root = tmp_path / "1.root.json"
    root.write_bytes(ROOT)

    with pytest.raises(UnavailableError, match="name another folder with `cache`"):
        Catalogue.open(host.url, cache=root / "cache", signed_by=root)


def test_signed_site_is_not_read_where_another_user_keeps_its_versions(
    sign: Sign, opened: Callable[..., Catalogue], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign()
    opened()
    (versions,) = (tmp_path / "cache" / "trust").iterdir()
    give_away(versions, monkeypatch)

    with pytest.raises(UnavailableError, match=r"belongs to another user; .* name another"):
        opened()


def test_altered_index_is_not_read(
    sign: Sign, host: Host, opened: Callable[..., Catalogue]
) -> None:
    sign()
    host.files["v1/index.json"] = host.files["v1/index.json"].replace(b"tools", b"fools", 1)

    with pytest.raises(UntrustedFileError, match="cannot be trusted"):
        opened()


def test_older_site_is_not_read_by_who_has_seen_a_newer_one(
    sign: Sign, host: Host, opened: Callable[..., Catalogue]
) -> None:
    sign(NOW - timedelta(hours=1))
    before = dict(host.files)
    sign()
    opened()
    host.files.clear()
    host.files.update(before)

    with pytest.raises(UntrustedFileError, match="cannot be trusted"):
        opened()


def test_what_was_verified_is_read_offline(sign: Sign, opened: Callable[..., Catalogue]) -> None:
    sign()
    name = opened().name

    assert opened(offline=True).name == name


class Tomorrow(datetime):
    """A clock that is a day ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + timedelta(days=1)


def test_what_has_expired_is_not_read_offline_unless_that_is_allowed(
    sign: Sign, opened: Callable[..., Catalogue], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(NOW - timedelta(days=6, hours=12))
    name = opened().name
    monkeypatch.setattr(_signed, "datetime", Tomorrow)

    with pytest.raises(UntrustedFileError, match=f"counted until {NOW + timedelta(hours=12):%F}"):
        opened(offline=True)
    assert opened(offline=True, allow_expired=True).name == name


@pytest.mark.parametrize("status", [0, 404, 503])
@pytest.mark.parametrize("held", ["snapshot.json", "targets.json", "v1/index.json"])
def test_what_has_expired_is_not_read_because_newer_signatures_came_without_it(
    sign: Sign,
    opened: Callable[..., Catalogue],
    monkeypatch: pytest.MonkeyPatch,
    held: str,
    status: int,
) -> None:
    def get_others(url: str, limit: int) -> bytes:
        if url.endswith(held):
            raise FetchError("no answer", status)
        return get(url, limit)

    sign(NOW - timedelta(days=6, hours=12))
    revision = opened().revision
    sign()
    monkeypatch.setattr(_read_signed_site, "get", get_others)
    with pytest.warns(OfflineWarning, match="answering from what is cached"):
        assert opened().revision == revision
    monkeypatch.setattr(_signed, "datetime", Tomorrow)

    with pytest.raises(UntrustedFileError, match="counted until"), pytest.warns(OfflineWarning):
        opened()


def test_what_was_kept_without_signatures_is_not_taken_for_signed(
    host: Host, tmp_path: Path, opened: Callable[..., Catalogue]
) -> None:
    Catalogue.open(host.url, cache=tmp_path / "cache")

    with pytest.raises(OSError, match="nothing of it is cached"):
        opened(offline=True)


@pytest.mark.usefixtures("opened")
def test_site_that_does_not_answer_is_read_as_it_was(
    host: Host, sign: Sign, tmp_path: Path
) -> None:
    sign()
    root, cache = tmp_path / "1.root.json", tmp_path / "cache"
    with hosting(host.files) as other:
        revision = Catalogue.open(other.url, cache=cache, signed_by=root).revision
    with pytest.warns(OfflineWarning, match="answering from what is cached") as warned:
        assert Catalogue.open(other.url, cache=cache, signed_by=root).revision == revision

    assert [each.filename for each in warned] == [__file__]


@pytest.mark.parametrize("command", ["lock add", "call"])
def test_command_reads_what_is_signed_and_nothing_else(
    host: Host, sign: Sign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    Path("1.root.json").write_bytes(ROOT)
    tool = Catalogue.open(host.url).search("tides").hits[0].tool.id
    words = [*command.split(), tool, "--registry", host.url, "--signed-by", "1.root.json"]
    unsigned = CliRunner().invoke(main, words)
    sign()
    signed = CliRunner().invoke(main, words)

    assert (unsigned.exit_code, "cannot be trusted" in unsigned.stderr) == (2, True)
    assert "cannot be trusted" not in signed.stderr
    assert tool in signed.output


def test_trust_root_that_cannot_be_read_is_named(host: Host, tmp_path: Path) -> None:
    missing = tmp_path / "2.root.json"

    with pytest.raises(UnavailableError, match=r"signed_by '.*2\.root\.json' cannot be read: No"):
        Catalogue.open(host.url, cache=tmp_path / "cache", signed_by=missing)


def test_folder_is_not_said_to_be_verified(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a folder is not verified"):
        Catalogue.open(tmp_path, signed_by=tmp_path / "1.root.json")
