"""A check of some files finds what a check of everything finds in them, whatever it has kept."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from examples import CASES, case, examples, propose
from paths import ROOT, TESTS
from publishing import SETTINGS
from seen import some

from registry import pipeline
from registry.catalogue import notes_cache
from registry.catalogue.scope import Scope
from registry.rules import rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.diagnostics import Diagnostic

pytestmark = pytest.mark.slow

STEPS = 40
GROUPS = 12
BROKEN = TESTS / "broken"

SAMPLE = """\
utcp_version: 1.0.1
manual_version: 1.0.0
tools:
  - name: {tool}
    description: {description}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/{tool}
      http_method: GET
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with a key of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    notes_cache.own_key.cache_clear()


def trees() -> Iterator[dict[str, bytes]]:
    """Yield the files of every example and case of a rule, and of every broken tree, by path."""
    shown = [
        each
        for rule in rules()
        for kind in ("Bad", "Good")
        for each in examples(rule.documentation, kind)
    ]
    for each in (*shown, *map(case, CASES)):
        yield {path.partition(" ")[0]: text.encode() for path, text in each.files.items()}
    for folder in sorted(BROKEN.iterdir()):
        yield {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink()
        }


def lay_out(files: dict[str, bytes], suffix: str) -> None:
    """Write those of *files* that are manuals, each publisher with *suffix* behind its name."""
    for path, data in files.items():
        begins, *rest = path.split("/")
        if begins == "manuals" and len(rest) > 1:
            place = Path("manuals", f"{rest[0]}{suffix}", *rest[1:])
            if not place.is_dir() and not any(each.is_file() for each in place.parents):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)


def check(*paths: str) -> tuple[Diagnostic, ...]:
    return pipeline.check(Path("manuals"), scope=Scope(paths)).diagnostics


def below(paths: tuple[str, ...], found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    folders = tuple(f"{path}/" for path in paths)
    return tuple(each for each in found if f"{each.place.path}/".startswith(folders))


PUBLISHERS = ("acme", "acme-api", "globe", "harbour")
TOOLS = ("acme_forecast", "globe_forecast", "find_the_globe", "listHarbours")


def publish(chance: random.Random) -> None:
    """Write a publisher of some name, whose tool has some name and is said to be like some other's.

    The names are few, so that what one publisher is called is a problem for another.
    """
    name = chance.choice(PUBLISHERS)
    folder = Path("manuals", name, "main")
    folder.mkdir(parents=True, exist_ok=True)
    (folder.parent / "publisher.yaml").write_text(f"name: {name}\n", encoding="utf-8")
    tool, other = chance.choice(TOOLS), chance.choice(TOOLS)
    text = SAMPLE.format(tool=tool, description=f"Return what {other} does.")
    (folder / f"{chance.randrange(1, 3)}.0.0.yaml").write_text(text, encoding="utf-8")
    (folder / "manual.yaml").write_text(
        f'yanked: {{"{chance.randrange(1, 5)}.0.0": wrong}}\n', encoding="utf-8"
    )


def publish_two() -> None:
    """Write two publishers, of whom one names the other's tool."""
    for name, tool, description in (
        ("acme", "acme_forecast", "Return the forecast for a place."),
        ("globe", "find_globe", "Return a globe; better than acme_forecast."),
    ):
        folder = Path("manuals", name, "main")
        folder.mkdir(parents=True)
        (folder.parent / "publisher.yaml").write_text(f"name: {name}\n", encoding="utf-8")
        text = SAMPLE.format(tool=tool, description=description)
        (folder / "1.0.0.yaml").write_text(text, encoding="utf-8")


GLOBE = "manuals/globe/main/1.0.0.yaml"


def names_the_other() -> bool:
    return "foreign-tool-mention" in {each.rule for each in check(GLOBE)}


def test_every_example_of_every_rule_is_found_in_its_own_files() -> None:
    for number, files in enumerate(trees()):
        lay_out(files, f"-{number}")
    whole = check()
    publishers = [f"manuals/{each.name}" for each in sorted(Path("manuals").iterdir())]
    random.Random(0).shuffle(publishers)

    for start in range(GROUPS):
        paths = tuple(publishers[start::GROUPS])
        assert check(*paths) == below(paths, some(whole))


def test_random_changes_are_seen_through_whatever_was_kept() -> None:
    chance = random.Random(20261122)
    every = [each for each in trees() if any(path.startswith("manuals/") for path in each)]
    seen = 0
    for step in range(STEPS):
        change(chance, every)
        whole = check()
        files = [each.as_posix() for each in sorted(Path("manuals").rglob("*"))]
        publisher = f"manuals/{chance.choice(PUBLISHERS)}"
        for paths in ((publisher,), tuple(chance.sample(files, 3))):
            wanted = below(paths, whole)
            seen += len(wanted)

            assert check(*paths) == wanted, f"step {step}: {paths}"
    assert seen > STEPS


def change(chance: random.Random, every: list[dict[str, bytes]]) -> None:
    """Add a publisher or a tree, remove something, or change the words of a file."""
    files = sorted(each for each in Path("manuals").rglob("*") if each.is_file())
    what = chance.random()
    if what < 0.6 or len(files) < 20:
        publish(chance)
    elif what < 0.7:
        lay_out(chance.choice(every), chance.choice(("", "s", "-api", "-x")))
    elif what < 0.8:
        gone = chance.choice(files)
        shutil.rmtree(gone.parent) if chance.random() < 0.3 else gone.unlink()
    elif what < 0.9:
        source, target = chance.sample(files, 2)
        target.write_bytes(source.read_bytes())
    else:
        chosen = chance.choice(files)
        words = chosen.read_bytes().split(b" ")
        words.insert(chance.randrange(len(words)), chance.choice(words))
        chosen.write_bytes(b" ".join(words))


def test_changes_since_a_commit_are_found_in_a_part_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about_changes = [rule for rule in rules() if rule.check_proposal]
    for number, rule in enumerate(some(about_changes)):
        root = tmp_path / str(number)
        root.mkdir()
        monkeypatch.chdir(root)
        base = propose(root, next(examples(rule.documentation, "Bad")))
        whole = pipeline.check(root / "manuals", base).diagnostics
        files = {each.place.path for each in whole if Path(each.place.path).is_file()}
        for path in some(files - {"README.md"}):
            found = pipeline.check(root / "manuals", base, scope=Scope((path,)))
            assert found.diagnostics == below((path,), whole)


def test_what_the_program_kept_itself_is_believed_and_nothing_else() -> None:
    publish_two()
    assert names_the_other()
    file = Path(notes_cache.NOTES_FOLDER, "notes")
    genuine = file.read_bytes()

    kept = notes_cache.read_kept(Path("manuals"))
    silent: dict[str, object] = {key: {} for key in kept}
    notes_cache.keep(Path("manuals"), silent)
    assert not names_the_other(), "what was kept is not read"

    forged = file.read_bytes()
    for data in (
        b"",
        genuine[:-1],
        genuine[:40] + bytes([genuine[40] ^ 1]) + genuine[41:],
        genuine[:32] + forged[32:],
        b"\0" * 32 + json.dumps(silent).encode(),
        b"\0" * 32 + b"[" * 100_000,
    ):
        file.write_bytes(data)
        assert names_the_other()


def test_what_another_machine_kept_is_not_believed() -> None:
    publish_two()
    names_the_other()
    notes_cache.keep(Path("manuals"), {key: {} for key in notes_cache.read_kept(Path("manuals"))})
    shutil.rmtree("home")
    notes_cache.own_key.cache_clear()

    assert names_the_other()


def test_empty_key_which_everyone_knows_is_made_again() -> None:
    notes_cache.own_key()
    (key,) = Path("home").rglob("notes.key")
    key.write_bytes(b"")
    notes_cache.own_key.cache_clear()

    assert notes_cache.own_key() == key.read_bytes() != b""


def test_publishing_and_a_check_of_everything_read_everything() -> None:
    publish_two()
    names_the_other()
    notes_cache.keep(Path("manuals"), {key: {} for key in notes_cache.read_kept(Path("manuals"))})

    assert "foreign-tool-mention" in {each.rule for each in check()}
    built = pipeline.build(Path("manuals"), Path("site"), ROOT / "mkdocs.yml", SETTINGS)
    assert "foreign-tool-mention" in {each.rule for each in built.checked.diagnostics}


def test_nothing_is_kept_where_a_link_leads_elsewhere() -> None:
    publish_two()
    Path("elsewhere").mkdir()
    Path(".cache").mkdir()
    Path(notes_cache.NOTES_FOLDER).symlink_to(Path("elsewhere").resolve())

    assert names_the_other()
    assert [*Path("elsewhere").iterdir()] == []


def test_link_that_came_with_a_commit_is_not_written_through() -> None:
    publish_two()
    Path("precious").write_text("kept", encoding="utf-8")
    Path(notes_cache.NOTES_FOLDER).mkdir(parents=True)
    Path(notes_cache.NOTES_FOLDER, ".gitignore").symlink_to(Path("precious").resolve())

    assert names_the_other()
    assert Path("precious").read_text(encoding="utf-8") == "kept"
    assert Path(notes_cache.NOTES_FOLDER, ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_link_in_the_place_of_the_notes_is_not_read() -> None:
    notes_cache.keep(Path("manuals"), {"a": {}})
    kept = Path(notes_cache.NOTES_FOLDER, "notes")
    assert notes_cache.read_kept(Path("manuals")) == {"a": {}}

    kept.symlink_to(kept.rename("elsewhere").resolve())
    assert notes_cache.read_kept(Path("manuals")) == {}


@pytest.mark.parametrize("file", [".cache", "home"])
def test_folder_that_cannot_be_written_only_costs_time(file: str) -> None:
    publish_two()
    Path(file).write_text("a file, not a folder", encoding="utf-8")

    assert names_the_other()


def test_user_without_a_home_only_waits_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    publish_two()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "~")

    assert names_the_other()
    assert not Path(notes_cache.NOTES_FOLDER, "notes").exists()
