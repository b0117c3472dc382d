"""A review judges what a change can make wrong, and says what a review of everything says."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from repositories import Repository
from seen import some

from registry import pipeline
from registry.catalogue import notes_cache
from registry.catalogue.scope import EVERYTHING
from registry.review import Review, review
from registry.review.json import review_as_json

pytestmark = pytest.mark.slow

STEPS = 40
OWNER = 7
PUBLISHERS = ("acme", "acme-api", "globe", "harbour")
MANUALS = ("clock", "main")
TOOLS = ("acme_forecast", "globe_forecast", "find_the_globe", "list_harbours")

PUBLISHER = f"""\
name: {{name}}
homepage: https://www.{{name}}.com/
hosts: [api.{{name}}.com]
owners: [{{{{login: o, id: {OWNER}}}}}]
"""

RELEASE = """\
utcp_version: "1.0.1"
manual_version: "{version}"
tools:
  - name: {tool}
    description: Return what {other} does.
    inputs: {{type: object}}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.{host}.com/{tool}
x-registry: {{effects: read}}
"""

STRICT = "levels: {foreign-tool-mention: error, lookalike-name: error}\n"

MOVED = (
    "status: {{state: deprecated, reason: It moves., since: '2026-11-20', replaced_by: {other}}}\n"
)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Work in an empty repository, with a key of its own for what is kept."""
    root = tmp_path / "registry"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    notes_cache.own_key.cache_clear()
    return Repository(root)


def publish(repository: Repository, name: str, manual: str, tool: str, other: str) -> None:
    """Write the next release of a manual whose *tool* is said to do what an *other* one does."""
    repository.write(f"manuals/{name}/publisher.yaml", PUBLISHER.format(name=name))
    version = f"1.{len([*Path('manuals', name, manual).glob('*.*.*.yaml')])}.0"
    text = RELEASE.format(version=version, tool=tool, other=other, host=name)
    repository.write(f"manuals/{name}/{manual}/{version}.yaml", text)


def change(repository: Repository, chance: random.Random) -> None:
    """Do what a pull request may do: publish, move, remove, damage, or change what is beside."""
    name, manual = chance.choice(PUBLISHERS), chance.choice(MANUALS)
    own = TOOLS[PUBLISHERS.index(name)]
    files = sorted(each for each in Path("manuals").glob("*/**/*") if each.is_file())
    what = chance.random()
    if what < 0.5 or not files:
        tool, other = (chance.choice((own,) * 9 + TOOLS) for _ in range(2))
        publish(repository, name, manual, tool, other)
    elif what < 0.65:
        other = f"{chance.choice(PUBLISHERS)}/{chance.choice(MANUALS)}"
        publish(repository, name, manual, own, own)
        repository.write(f"manuals/{name}/{manual}/manual.yaml", MOVED.format(other=other))
    elif what < 0.8:
        chosen = chance.choice(files)
        shutil.rmtree(chosen.parent) if chance.random() < 0.7 else chosen.unlink()
    elif what < 0.88:
        chosen = chance.choice(files)
        chosen.write_bytes(chosen.read_bytes().replace(b"a", b"[", chance.randrange(1, 3)))
    elif what < 0.94:
        path = f"benchmarks/facts/{name}/{manual}.yaml"
        repository.write(path, "facts: none\n")
    else:
        repository.write(chance.choice(("README.md", "mkdocs.yml")), f"x: {chance.random()}\n")


def is_elsewhere(found: Review, base: str) -> bool:
    """Return whether a check finds an error in a file of a publisher that does not change."""
    checked = pipeline.check(Path("manuals"), base)
    publishers = {f"manuals/{each}" for each in found.publishers}
    return any(
        each.severity.value == "error"
        and "/".join(each.place.path.split("/")[:2]) not in publishers
        for each in checked.diagnostics
    )


@pytest.mark.parametrize("levels", [STRICT, "{}\n"], ids=["strict", "usual"])
def test_review_is_the_same_as_one_of_everything(repository: Repository, levels: str) -> None:
    chance = random.Random(20261123)
    repository.write("rules.yaml", levels)
    for name, own in zip(PUBLISHERS, TOOLS, strict=True):
        if name != "acme-api":
            publish(repository, name, "main", own, own)
    base, seen = repository.commit(), Counter[str]()
    for step in range(STEPS):
        for _ in range(chance.choice((1, 1, 2))):
            change(repository, chance)
        if chance.random() < 0.3:
            shutil.rmtree(".cache", ignore_errors=True)
        found = review(Path("manuals"), base, OWNER)
        whole = review(Path("manuals"), base, OWNER, scope=EVERYTHING)
        outcome = found.verdict.outcome

        assert review_as_json(found) == review_as_json(whole), f"step {step}"
        seen[outcome] += 1
        if outcome == "rejected":
            seen["elsewhere"] += is_elsewhere(found, base)
            repository.git("checkout", "--quiet", "--force", base)
            repository.git("clean", "--quiet", "--force", "-d", "-x", "-e", ".cache")
        else:
            base = repository.commit()
    assert min(seen[each] for each in ("may-merge", "maintainer", "rejected", "elsewhere")) > 1, (
        seen
    )


def published(repository: Repository) -> str:
    """Commit two publishers, and return the commit."""
    publish(repository, "globe", "main", "find_the_globe", "a map")
    publish(repository, "harbour", "main", "list_harbours", "a map")
    return repository.commit()


def reasons(base: str) -> dict[str, str]:
    found = review(Path("manuals"), base, OWNER)
    return {each.id: each.sentence for each in found.verdict.reasons}


def test_errors_that_others_merged_before_are_not_counted(repository: Repository) -> None:
    published(repository)
    Path("manuals/harbour/main/1.0.0.yaml").write_text("tools: [\n", encoding="utf-8")
    base = repository.commit()
    publish(repository, "globe", "main", "find_the_globe", "a map of the world")

    assert reasons(base) == {}


def test_errors_that_a_change_causes_in_files_of_others_are_counted(
    repository: Repository,
) -> None:
    published(repository)
    repository.write("manuals/harbour/main/manual.yaml", MOVED.format(other="globe/main"))
    base = repository.commit()
    shutil.rmtree("manuals/globe")

    assert reasons(base)["errors"] == "the check reports 2 errors; fix them first"


LOOKALIKE = "lookalike-name at manuals/harbour/publisher.yaml"
MENTION = "foreign-tool-mention at manuals/harbour/main/1.0.0.yaml"


@pytest.mark.parametrize(
    ("name", "tool", "expected"),
    [("globe", "find_a_port", MENTION), ("harbou", "find_the_port", LOOKALIKE)],
    ids=["a name that others mention", "a publisher whose name is like that of another"],
)
def test_what_a_change_causes_in_files_of_others_is_looked_at(
    repository: Repository, name: str, tool: str, expected: str
) -> None:
    publish(repository, "globe", "main", "find_the_globe", "a map")
    publish(repository, "harbour", "main", "list_harbours", "find_a_port")
    base = repository.commit()
    assert reasons(base) == {"nothing-changed": "no file changes"}
    publish(repository, name, "ports", tool, "a map")

    assert reasons(base)["suspicious-text"].startswith(expected)
    repository.commit()
    publish(repository, "globe", "main", "find_the_globe", "a map of the world")
    assert reasons("HEAD") == {}, "what was merged is not looked at again"


def test_after_a_check_of_everything_no_other_manual_is_read(repository: Repository) -> None:
    base = published(repository)
    pipeline.check(Path("manuals"))
    publish(repository, "acme", "main", "acme_forecast", "list_harbours")
    assert "suspicious-text" in reasons(base)

    kept = notes_cache.read_kept(Path("manuals"))
    notes_cache.keep(Path("manuals"), {key: {} for key in some(kept)})
    assert "suspicious-text" not in reasons(base)
