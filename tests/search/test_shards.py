"""The small JSON files give the same answers as the Whoosh index they belong to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from questions import questions
from seen import some

from registry import search
from registry.model.wishes import phrases_of
from registry.publish import to_json
from registry.search import shards

if TYPE_CHECKING:
    from publishing import Published

    from registry.model import Catalogue
    from registry.search.inverted_index import Inverted

pytestmark = pytest.mark.slow


TYPED = (
    "weather protocol:utcp",
    "tag:weather",
    'tag:"weather",geocoding',
    "effect:write,destructive auth:api_key issue",
    "publisher:github",
    '"air quality"',
    "wether",
    "curency convrsion",
    "sned taht emial",
    "braces by Radiohead",
    "what is the",
    "what do I have to pay",
    "label issue 5",
    "forec",
    "Zürich",
    "timezone",
    "getForecast",
    "天气",
    "",
    "the",
)


@pytest.fixture(scope="module")
def inverted(launched: Published) -> Inverted:
    return search.invert(launched.catalogue, phrases_of(launched.wishes))


def written(inverted: Inverted) -> dict[str, bytes]:
    return {path: to_json(content) for path, content in shards.files(inverted)}


@pytest.fixture(scope="module")
def files(inverted: Inverted) -> dict[str, bytes]:
    return written(inverted)


@pytest.fixture(scope="module")
def answers(launched_index: search.Index) -> dict[str, search.SearchAnswer]:
    """Return what the Whoosh index answers to every question."""
    return {text: launched_index.query(text) for text in (*TYPED, *questions(0))}


def test_every_question_gets_the_same_answer(
    files: dict[str, bytes], answers: dict[str, search.SearchAnswer]
) -> None:
    small = search.Shards(files.__getitem__)

    assert len(answers) > 500
    assert [text for text, answer in answers.items() if small.query(text) != answer] == []


def test_small_shards_give_the_same_answer(
    inverted: Inverted,
    answers: dict[str, search.SearchAnswer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shards, "MAX_SHARD", 200)
    small = search.Shards(written(inverted).__getitem__)

    assert [text for text, answer in answers.items() if small.query(text) != answer] == []


def test_no_shard_is_larger_than_it_need_be(files: dict[str, bytes]) -> None:
    for data in some(files[path] for path in files if path.startswith(shards.TERMS)):
        assert len(data) < 1.2 * shards.MAX_SHARD or len(json.loads(data)) == 1


def test_every_term_is_in_the_shard_with_the_longest_prefix(files: dict[str, bytes]) -> None:
    read = {path: json.loads(data) for path, data in files.items()}
    prefixes = {*read[shards.INDEX]["shards"]}
    for prefix in some(prefixes):
        for term in some(read[shards.shard_path(prefix)]):
            key = shards.key(term)
            beginnings = (key[:length] for length in range(len(key), 0, -1))

            assert next(each for each in beginnings if each in prefixes) == prefix


def test_file_names_are_plain(catalogue: Catalogue) -> None:
    names = {path for path, _ in shards.files(search.invert(catalogue))}

    assert all(name.isascii() and name.islower() and " " not in name for name in some(names))


def test_a_question_reads_a_few_files(files: dict[str, bytes]) -> None:
    asked = []

    def read(path: str) -> bytes:
        asked.append(path)
        return files[path]

    search.Shards(read).query("iban", limit=1)

    assert len(asked) <= 5
    assert asked[0] == shards.INDEX


@pytest.mark.parametrize(
    "damage",
    [b"", b"[]", b"{}", b"null", b'{"format": 0}', b"[" * 100_000, b'{"format": 1}', b"\xff"],
)
def test_damaged_files_are_an_error(catalogue: Catalogue, damage: bytes) -> None:
    samples = written(search.invert(catalogue))
    for spoilt in samples:
        small = search.Shards({**samples, spoilt: damage}.__getitem__)
        try:
            small.query("weather issues book tag:finance")
            small.query("weathr")
        except search.UnusableIndexError:
            continue

        assert spoilt != shards.INDEX


LIES = {
    "a range without an end": ("effect:read", [0, 10**12]),
    "ranges that overlap": ("effect:read", [0, 4] * 1_000),
    "a range that begins before the first tool": ("effect:read", [-(10**12), 10**12]),
    "a tool that does not exist": ("weather", [[10**9], [5]]),
    "a tool before the first": ("weather", [[-1], [5]]),
    "a tool twice": ("weather", [[1, 0], [5, 5]]),
    "a score that is no number": ("weather", [[1], ["5"]]),
    "a tool that is no number": ("weather", [[{}], [5]]),
    "a score too many": ("weather", [[1], [5, 5]]),
    "no scores": ("weather", [[1]]),
}


def with_term(files: dict[str, bytes], term: str, said: object) -> dict[str, bytes]:
    """Return *files* in which *said* is what is known of *term*."""
    path = next(path for path in files if path.startswith("terms/") and term in terms(files, path))
    return {**files, path: json.dumps({**terms(files, path), term: said}).encode()}


def terms(files: dict[str, bytes], path: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(files[path])
    return found


@pytest.mark.parametrize("lie", LIES)
def test_what_a_file_says_of_tools_is_not_believed(files: dict[str, bytes], lie: str) -> None:
    lying = with_term(files, *LIES[lie])

    with pytest.raises(search.UnusableIndexError):
        search.Shards(lying.__getitem__).query("weather effect:read")


def test_an_index_of_more_tools_than_there_can_be_is_refused(files: dict[str, bytes]) -> None:
    index = json.loads(files[shards.INDEX]) | {"tools": 10**12}
    lying = {**files, shards.INDEX: json.dumps(index).encode()}

    with pytest.raises(search.UnusableIndexError, match="1,000,000"):
        search.Shards(lying.__getitem__).query("weather effect:read")


def test_a_word_that_is_only_known_of_a_pair_is_no_error(files: dict[str, bytes]) -> None:
    empty = with_term(files, "zon", 0)

    assert search.Shards(empty.__getitem__).query("time zone").hits


def test_an_empty_catalogue_has_an_index_too() -> None:
    from registry.model import Catalogue  # noqa: PLC0415

    small = search.Shards(written(search.invert(Catalogue((), ()))).__getitem__)

    assert small.query("weather tag:x").hits == ()


@pytest.mark.parametrize(
    ("version", "act"), [(shards.FORMAT - 1, "build the site again"), (shards.FORMAT + 1, "update")]
)
def test_index_of_another_format_says_what_to_do(version: int, act: str) -> None:
    stated = json.dumps({"format": version}).encode()

    with pytest.raises(search.UnusableIndexError, match=act):
        search.Shards(lambda _: stated).query("weather")
