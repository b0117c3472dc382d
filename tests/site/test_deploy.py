"""A site is brought to a store so that no reader is led to a file that is not there."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, ClassVar

import pytest
from command_line import run
from fsspec import AbstractFileSystem
from fsspec.registry import _registry
from seen import some
from sites import sample_site

from registry.site.deploy import DEPLOYED, ChangedSiteError, deploy, files_of, order_of
from registry.site.object_stores import Store, StoreError
from registry.web.content_types import stored_type

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from registry.site.deploy import Batch

pytestmark = pytest.mark.slow


class Watched(Store):
    """A store that writes down in which order it was changed."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.said: list[str] = []
        self.batches: list[tuple[str, ...]] = []

    def write(self, files: Mapping[str, Path]) -> None:
        """Write *files*."""
        super().write(files)
        self.said += files
        self.batches.append(tuple(files))

    def remove(self, paths: Sequence[str]) -> None:
        """Remove the files at *paths*."""
        super().remove(paths)
        self.said += (f"without {path}" for path in paths)


def site_of(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / "site" / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "site"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"file://{tmp_path}/store"


def test_store_holds_the_site_and_what_was_deployed(url: str, tmp_path: Path) -> None:
    site = sample_site().folder
    done = deploy(site, Store(url), iter)
    again = deploy(site, Store(url), iter)

    assert done.written == len(files_of(site))
    assert again == (0, 0, done.written)
    assert {*files_of(tmp_path / "store")} == {*files_of(site), DEPLOYED}
    for path in some(files_of(site)):
        assert (tmp_path / "store" / path).read_bytes() == (site / path).read_bytes()


def test_new_files_come_first_then_changed_ones_then_heads_and_nothing_is_removed_before(
    url: str, tmp_path: Path
) -> None:
    site = site_of(tmp_path, utcp="1", a__page="1", a__old="1", v1__index="1", b__same="1")
    deploy(site, Store(url), iter)
    (site / "a/old").unlink()
    store = Watched(url)
    deploy(site_of(tmp_path, utcp="2", a__page="2", z__new="2"), store, iter)

    assert store.said == ["z/new", "a/page", "utcp", "without a/old"]


def test_files_that_name_others_are_written_one_by_one(url: str, tmp_path: Path) -> None:
    store = Watched(url)
    deploy(site_of(tmp_path, a__x="1", b__y="1", v1__index="1", utcp="1", search="1"), store, iter)

    assert store.batches == [("a/x", "b/y", "v1/index"), ("search",), ("utcp",)]


def test_what_has_digests_of_other_files_is_the_last_of_all() -> None:
    paths = files_of(sample_site().folder)
    first, last = order_of([*paths, "tuf/metadata/timestamp.json", "tuf/metadata/1.root.json"])

    assert {*first, *last} > {*paths}
    assert not {*first} & {*last}
    assert last[-4:] == (
        "v1/search/digests.json",
        "v1/search/index.json",
        "v1/index.json",
        "tuf/metadata/timestamp.json",
    )
    assert {"utcp", "utcp.json", "index.html", ".well-known/utcp.json"} < {*last}
    assert {"v1/tools.json", "tools/index.html"} < {*first}


def interrupted(batches: list[Batch]) -> Iterator[Batch]:
    yield batches[0]
    raise KeyboardInterrupt


def test_after_an_interrupted_deployment_what_it_changed_is_written_again(
    url: str, tmp_path: Path
) -> None:
    site = site_of(tmp_path, a__x="1", a__y="1", utcp="1")
    deploy(site, Store(url), iter)
    with pytest.raises(KeyboardInterrupt):
        deploy(site_of(tmp_path, a__x="2"), Store(url), interrupted)
    # Back to what was there before: the store must not believe that it still has it.
    done = deploy(site_of(tmp_path, a__x="1"), Store(url), iter)

    assert (tmp_path / "store/a/x").read_text(encoding="utf-8") == "1"
    assert done == (1, 0, 2)


@pytest.mark.parametrize("change", ["changed", "removed"])
def test_site_that_is_built_again_meanwhile_is_deployed_again(
    url: str, change: str, tmp_path: Path
) -> None:
    site = site_of(tmp_path, a="one", b="one")

    def meanwhile(batches: list[Batch]) -> Iterator[Batch]:
        (site / "a").write_text("two", encoding="utf-8")
        yield from batches
        if change == "removed":
            (site / "a").unlink()

    with pytest.raises(ChangedSiteError, match="meanwhile"):
        deploy(site, Store(url), meanwhile)
    (site / "a").write_text("one", encoding="utf-8")
    deploy(site, Store(url), iter)

    assert Store(url).read("a") == b"one"


def test_what_is_gone_is_removed_after_an_interrupted_deployment(url: str, tmp_path: Path) -> None:
    site = site_of(tmp_path, tools__harmful="1", utcp="1")
    deploy(site, Store(url), iter)
    (site / "tools/harmful").unlink()
    with pytest.raises(KeyboardInterrupt):
        deploy(site_of(tmp_path, tools__new="1", utcp="2"), Store(url), interrupted)
    # What the interrupted one brought may be gone by now, too.
    (site / "tools/new").unlink()
    deploy(site, Store(url), iter)

    assert {*files_of(tmp_path / "store")} == {DEPLOYED, "utcp"}


def test_what_an_interrupted_deployment_removed_is_written_again(url: str, tmp_path: Path) -> None:
    class Interrupted(Store):
        def remove(self, paths: Sequence[str]) -> None:
            """Remove the files at *paths*, and stop."""
            super().remove(paths)
            raise KeyboardInterrupt

    site = site_of(tmp_path, tools__back="1", utcp="1")
    deploy(site, Store(url), iter)
    (site / "tools/back").unlink()
    with pytest.raises(KeyboardInterrupt):
        deploy(site, Interrupted(url), iter)
    deploy(site_of(tmp_path, tools__back="1"), Store(url), iter)

    assert {*files_of(tmp_path / "store")} == {DEPLOYED, "tools/back", "utcp"}


@pytest.mark.parametrize("said", ["", "{", "[]", '{"../../outside": "0"}', '{"": "0"}'])
def test_damaged_list_of_what_was_deployed_removes_nothing(
    url: str, tmp_path: Path, said: str
) -> None:
    (tmp_path / "outside").write_text("precious", encoding="utf-8")
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / DEPLOYED).write_text(said, encoding="utf-8")
    done = deploy(site_of(tmp_path, a__x="1"), Store(url), iter)

    assert done == (1, 0, 0)
    assert (tmp_path / "outside").exists()


def test_files_of_others_in_the_store_stay(url: str, tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "theirs").write_text("theirs", encoding="utf-8")
    deploy(site_of(tmp_path, a__x="1"), Store(url), iter)

    assert {*files_of(tmp_path / "store")} == {DEPLOYED, "a/x", "theirs"}


def test_unsigned_site_does_not_replace_a_signed_one(url: str, tmp_path: Path) -> None:
    signed = site_of(tmp_path, utcp="1", tuf__metadata__timestamp="1")
    (signed / "tuf/metadata/timestamp").rename(signed / "tuf/metadata/timestamp.json")
    deploy(signed, Store(url), iter)
    before = files_of(tmp_path / "store")

    done = deploy_command(tmp_path, str(sample_site().folder), url)

    assert done.returncode == 1
    assert f"is not signed, and the site at {url} is" in done.stderr
    assert f"`registry sign {sample_site().folder}`" in done.stderr
    assert files_of(tmp_path / "store") == before


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nowhere://bucket", "Protocol not known: nowhere"),
        ("file:///proc/nowhere", "^file:///proc/nowhere: /proc/nowhere: No such file"),
        ("file://", "^'file://' names no place; give one such as s3://bucket/folder"),
        ("s3://[", r"^'s3://\[' names no place"),
    ],
)
def test_store_that_cannot_be_written_is_told(tmp_path: Path, url: str, said: str) -> None:
    with pytest.raises(StoreError, match=said):
        deploy(site_of(tmp_path, a__x="1"), Store(url), iter)


def test_file_in_a_folder_is_replaced_and_never_half_written(url: str, tmp_path: Path) -> None:
    deploy(site_of(tmp_path, a__x="one", utcp="one"), Store(url), iter)
    store = tmp_path / "store"
    with (store / "a/x").open() as reader, (store / DEPLOYED).open() as list_of_last_time:
        deploy(site_of(tmp_path, a__x="two"), Store(url), iter)

        assert reader.read() == "one"
        assert json.loads(list_of_last_time.read()).keys() == {"a/x", "utcp"}
    assert {*files_of(store)} == {DEPLOYED, "a/x", "utcp"}
    assert (store / "a/x").read_text(encoding="utf-8") == "two"


def test_password_is_not_told_where_a_store_repeats_its_url() -> None:
    store = Store("memory://me:secret@bucket/path")
    with pytest.raises(StoreError) as refused, store.as_store_errors():
        raise ValueError("bad name 'me:secret@bucket'")
    assert str(refused.value) == "memory://bucket/path: bad name 'bucket'"


def test_what_a_store_says_is_kept_where_its_url_names_no_user() -> None:
    store = Store("memory://bucket/path")
    with pytest.raises(StoreError) as refused, store.as_store_errors():
        raise ValueError("ask admin@store.example")
    assert str(refused.value) == "memory://bucket/path: ask admin@store.example"


def test_passwords_in_urls_are_not_told() -> None:
    with pytest.raises(StoreError) as refused:
        Store("nowhere://me:secret@bucket/path")
    assert str(refused.value).startswith("nowhere://bucket/path: ")
    assert "secret" not in str(refused.value)


def deploy_command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run("deploy", *words, folder=folder)


def test_command_says_what_it_did(tmp_path: Path, url: str) -> None:
    site = sample_site().folder
    count = len(files_of(site))
    done = deploy_command(tmp_path, str(site), url, "--lists", "order")

    assert done.returncode == 0, done.stderr
    assert f"{count:,} files written, 0 removed, 0 unchanged" in done.stdout
    lists = [(tmp_path / "order" / f"{name}.txt").read_text("utf-8") for name in ("first", "last")]
    assert sorted("".join(lists).split()) == [*files_of(site)]
    assert lists[1].split()[-1] == "v1/index.json"


class Typed(AbstractFileSystem):  # type: ignore[misc] # fsspec has no annotations
    """A store that writes down how it was told the type of each file."""

    cachable = False
    told: ClassVar[dict[str, object]] = {}

    def put_file(self, _local: str, remote: str, callback: object, **options: object) -> None:
        """Keep what is said of the file that is to be written."""
        del callback
        self.told[remote.rpartition("/")[2]] = options


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("s3", {"ContentType": "{}"}),
        ("gs", {"content_type": "{}"}),
        ("az", {"content_settings": {"content_type": "{}"}}),
        ("abfs", {"content_settings": {"content_type": "{}"}}),
    ],
)
def test_each_kind_of_store_is_told_the_type_of_each_file(
    tmp_path: Path, kind: str, told: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_registry, kind, Typed)
    types = {
        "utcp": "application/json; charset=utf-8",
        "1.0.0": "application/json; charset=utf-8",
        "index.html": "text/html; charset=utf-8",
        "llms.txt": "text/plain; charset=utf-8",
    }
    site = site_of(tmp_path, **dict.fromkeys(types, "{}"))
    Store(f"{kind}://tools").write({name: site / name for name in types})
    assert Typed.told == {
        name: json.loads(json.dumps(told).replace("{}", type_)) for name, type_ in types.items()
    }


def test_what_a_store_serves_as_json_is_json() -> None:
    folder = sample_site().folder
    for path in some(path for path in files_of(folder) if "/json" in stored_type(path)):
        assert json.loads((folder / path).read_bytes()) is not None


def test_lists_are_no_part_of_the_site(tmp_path: Path) -> None:
    site = sample_site().folder
    before = [*files_of(site)]
    done = deploy_command(tmp_path, str(site), "--lists", str(site / "order"))

    assert done.returncode == 2
    assert "which is published; choose another with --lists" in done.stderr
    assert [*files_of(site)] == before


def test_list_has_each_name_as_the_file_system_has_it(tmp_path: Path) -> None:
    name = b"caf\xe9.txt"
    site = site_of(tmp_path, **{".well-known__utcp.json": "{}"})
    try:
        (site / os.fsdecode(name)).write_text("x", "utf-8")
    except OSError:
        pytest.skip("this file system only has names in UTF-8")
    done = deploy_command(tmp_path, str(site), "--lists", "order")

    assert done.returncode == 0, done.stderr
    assert name in (tmp_path / "order/last.txt").read_bytes().splitlines()


def test_command_answers_programs(tmp_path: Path, url: str) -> None:
    done = deploy_command(tmp_path, str(sample_site().folder), url, "--json")

    assert json.loads(done.stdout)["removed"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give the URL of a store"),
        (("/srv/tools",), "registry build --site /srv/tools"),
    ],
)
def test_command_says_what_is_missing(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = deploy_command(tmp_path, str(sample_site().folder), *words)

    assert done.returncode == 2
    assert said in done.stderr


def test_folder_that_is_no_site_is_not_deployed(tmp_path: Path, url: str) -> None:
    done = deploy_command(tmp_path, str(tmp_path), url)

    assert done.returncode == 2
    assert "is not a site" in done.stderr
