"""A doctored index is refused, and nothing in it is run."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from doctored import PAYLOAD, PLACES, SEGMENT, TOC, TRACE, doctored, unzipped, zipped
from whoosh import fields, query
from whoosh.index import create_in, open_dir

from registry import search
from registry.search import UnusableIndexError, archive
from registry.search._whoosh import restricted

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.slow, pytest.mark.attack]

WITH_WHOOSH = Path(__file__).parent / "open_with_whoosh.py"


def open_and_read(data: bytes) -> int:
    """Read everything in the index *data* that any question could reach; return how many tools."""
    index = search.open_index(data)
    for facet in search.FACETS:
        for label in ("none", "utcp", "http", "read", "skyline", "issues", "api-key"):
            index.query("weather issues currency book rain", limit=10, **{facet: label})
    return len(index.query("publisher:skyline,octopus,moneta,homelab", limit=100).hits)


def test_an_honest_index_is_read(index: search.Index) -> None:
    assert open_and_read(index.to_bytes()) > 3


@pytest.mark.parametrize("place", PLACES)
def test_a_doctored_index_is_refused_and_nothing_is_run(
    index: search.Index, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnusableIndexError):
        open_and_read(doctored(index.to_bytes(), place))

    assert not Path(TRACE).exists()


@pytest.mark.parametrize("place", PLACES)
def test_the_same_index_would_run_code_elsewhere(
    index: search.Index, place: str, tmp_path: Path
) -> None:
    (tmp_path / "whoosh.zip").write_bytes(doctored(index.to_bytes(), place))
    subprocess.run(
        [sys.executable, "-W", "ignore", WITH_WHOOSH, "whoosh.zip"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert (tmp_path / TRACE).exists()


def test_the_schema_in_an_index_is_not_even_read(
    index: search.Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = unzipped(index.to_bytes())
    at = files[TOC].index(b"cwhoosh.fields\nSchema")
    files[TOC] = files[TOC][:at] + PAYLOAD + files[TOC][at + len(PAYLOAD) :]

    open_and_read(zipped(files))

    assert not Path(TRACE).exists()


def test_no_loaded_part_of_whoosh_keeps_an_unpickler_of_its_own() -> None:
    unrestricted = (pickle, pickle.load, pickle.loads, pickle.Unpickler)
    # Names for others, an unpickler whose caller is cut off, and temporary files of writers.
    harmless = {"whoosh.compat", "whoosh.util.loading", "whoosh.externalsort"}
    found = [
        f"{name}.{attribute}"
        for name, module in sys.modules.items()
        if name.startswith("whoosh.") and name not in harmless
        for attribute, value in vars(module).items()
        if any(value is each for each in unrestricted)
    ]

    assert not found


def stock_index(folder: Path) -> None:
    """Write an index of someone else, with a schema and stored values of their own."""
    schema = fields.Schema(word=fields.TEXT(stored=True), number=fields.NUMERIC(stored=True))
    writer = create_in(folder, schema).writer()
    for number in range(300):
        writer.add_document(word=f"word common {number}", number=number)
    writer.commit()


def read_with_stock_whoosh(folder: Path) -> int:
    """Open the index in *folder* as anyone would; return how many documents a word finds."""
    with open_dir(folder).searcher() as searcher:
        hits = searcher.search(query.Term("word", "common"), limit=None)
        assert sorted(hit["number"] for hit in hits) == list(range(300))
        return len(hits)


def test_another_user_of_whoosh_feels_nothing(
    index: search.Index, index_file: Path, tmp_path: Path
) -> None:
    stock_index(tmp_path)
    open_and_read(index.to_bytes())
    found = read_with_stock_whoosh(tmp_path)

    assert found == 300
    with restricted.restricted(), ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(read_with_stock_whoosh, tmp_path).result() == 300


def test_whoosh_alone_opens_an_honest_index_and_adds_up_the_same_scores(
    index: search.Index, index_file: Path
) -> None:
    words = ("weather", "issu", "rat")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", WITH_WHOOSH, index_file, *words],
        capture_output=True,
        check=True,
        text=True,
    )
    found = json.loads(done.stdout)
    scores: dict[str, int] = {}
    for word in words:
        for hit in index.query(word, limit=100).hits:
            scores[hit.tool.id] = scores.get(hit.tool.id, 0) + hit.score + hit.lost

    assert found["documents"] == len(index)
    assert {name: score for score, name in found["best"]} == scores


def test_another_digest_is_refused(index: search.Index) -> None:
    with pytest.raises(UnusableIndexError, match="sha256"):
        search.open_index(index.to_bytes(), sha256="0" * 64)


def test_a_block_that_unfolds_to_too_much_is_refused() -> None:
    with pytest.raises(UnusableIndexError, match="unfolds"):
        restricted.decompress(zlib.compress(bytes(restricted.MAX_BLOCK + 1)))


Files = dict[str, bytes]

CHANGES: dict[str, Callable[[Files], bytes]] = {
    "compressed": lambda files: zipped(files, zipfile.ZIP_DEFLATED),
    "outside": lambda files: zipped({**files, "../evil.py": b""}),
    "more": lambda files: zipped({**files, "evil.py": b""}),
    "no-contents": lambda files: zipped({name: files[name] for name in files if name != TOC}),
    "no-segment": lambda files: zipped({name: files[name] for name in files if name != SEGMENT}),
    "no-about": lambda files: zipped({name: files[name] for name in (TOC, SEGMENT)}),
    "other-format": lambda files: zipped({**files, "about.json": b'{"format": 0}'}),
    "odd-about": lambda files: zipped({**files, "about.json": b"[]"}),
    "empty-contents": lambda files: zipped({**files, TOC: b""}),
    "empty-segment": lambda files: zipped({**files, SEGMENT: b""}),
    "half-a-segment": lambda files: zipped({**files, SEGMENT: files[SEGMENT][:5000]}),
    "half-a-zip": lambda files: zipped(files)[:-30],
    "nothing": lambda _: b"",
    "html": lambda _: b"<!doctype html>",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_no_index_is_refused(index: search.Index, change: str) -> None:
    with pytest.raises(UnusableIndexError):
        open_and_read(CHANGES[change](unzipped(index.to_bytes())))


def test_a_file_that_is_too_large_is_refused(
    index: search.Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1000)

    with pytest.raises(UnusableIndexError, match="larger"):
        search.open_index(index.to_bytes())


def test_a_name_that_is_there_twice_is_refused(index: search.Index) -> None:
    files = unzipped(index.to_bytes())
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr(TOC, files[TOC])

    with pytest.raises(UnusableIndexError):
        search.open_index(target.getvalue())


@pytest.mark.parametrize("step", range(0, 100, 7))
def test_damage_anywhere_is_an_error_or_harmless(index: search.Index, step: int) -> None:
    files = unzipped(index.to_bytes())
    damaged = bytearray(files[SEGMENT])
    for at in range(step, len(damaged), 100):
        damaged[at] ^= 0xFF
    try:
        open_and_read(zipped({**files, SEGMENT: bytes(damaged)}))
    except UnusableIndexError:
        return
