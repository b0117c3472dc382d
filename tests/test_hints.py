"""Anyone who does what a hint says, to the letter, has one problem less and no other."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest
from obeying import obeyed, typed
from paths import ROOT, TESTS
from problem_trees import KINDS, ProblemTree, problem_trees, reported
from seen import some

from registry.cli import main
from registry.diagnostics import Severity
from registry.rules import rules
from registry.source import read_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.source import Json

pytestmark = pytest.mark.slow

TO_FILL_IN = re.compile(r"(?<!\w)…(?!['`])|(?<= )…")
"""An ellipsis that stands for something; where a value of the author was cut, a quote follows."""

LINE = re.compile(r"`([\w-]+: [^`]+)`")
COMMAND = re.compile(r"`registry ([a-z -]+)")


@cache
def hints() -> frozenset[str]:
    """Return the hints of all problems in the tests, of all rules and in all schemas."""
    files = (path for path in (TESTS / "source/files").iterdir() if path.suffix != ".expect")
    unreadable = (read_document(path.name, path.read_bytes())[1] for path in files)
    schemas = (ROOT / "registry").rglob("*.schema.json")
    return frozenset(
        [
            *(problem.hint for problems in unreadable for problem in problems),
            *(
                each.hint
                for kind in KINDS
                for tree in problem_trees(kind)
                for each in tree.problems
            ),
            *(rule.hint for rule in rules()),
            *(hint for path in schemas for hint in in_schema(json.loads(path.read_bytes()))),
        ]
    )


def in_schema(schema: Json) -> Iterator[str]:
    """Yield the hints in *schema*."""
    if isinstance(schema, list):
        for each in schema:
            yield from in_schema(each)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == "x-hint":
                yield str(value)
            elif key in ("x-key-hints", "x-value-hints"):
                yield from map(str, value.values() if isinstance(value, dict) else ())
            else:
                yield from in_schema(value)


def test_no_hint_shows_an_ellipsis_that_would_be_copied() -> None:
    assert [each for each in some(sorted(hints())) if TO_FILL_IN.search(each)] == []


def test_line_that_a_hint_shows_can_be_typed() -> None:
    for snippet in some(line for each in sorted(hints()) for line in LINE.findall(each)):
        assert isinstance(typed(snippet), dict), snippet


def test_command_that_a_hint_shows_exists() -> None:
    for named in some(found for each in sorted(hints()) for found in COMMAND.findall(each)):
        command: click.Command | None = main
        for word in named.split():
            if isinstance(command, click.Group):
                command = command.get_command(click.Context(command), word)

        assert command, f"registry {named}"


class Obedience(NamedTuple):
    """A problem whose hint leaves nothing to decide, and the data *before* and *after* it."""

    problem: Diagnostic
    before: Json
    after: dict[str, Json]


@pytest.mark.parametrize("kind", KINDS)
def test_hint_that_is_obeyed_solves_its_problem_and_makes_no_error(kind: str) -> None:
    found = [(tree, tuple(obediences(tree))) for tree in problem_trees(kind)]

    assert [each for tree, done in found for each in misled(tree, done)] == []
    assert sum(len(done) for _, done in found) > 5


def obediences(tree: ProblemTree) -> Iterator[Obedience]:
    """Yield each problem of *tree* whose hint can be obeyed, with the data before and after."""
    for problem in dict.fromkeys(tree.problems):
        text = tree.files.get(problem.place.path)
        document, _ = read_document(problem.place.path, (text or "").encode())
        if document and (data := obeyed(document, problem)) is not None:
            yield Obedience(problem, document.data, data)


def misled(tree: ProblemTree, done: tuple[Obedience, ...]) -> Iterator[str]:
    """Yield what happens to people who obey a hint about *tree* that leads them astray."""
    there = Counter(map(said, tree.problems))
    # Without quotes and layout, some problems are said in other words.
    before = {problem.place.path: data for problem, data, _ in done}
    known = {
        path: there + Counter(map(said, reported(rewritten(tree, path, data))))
        for path, data in before.items()
    }
    for problem, _, after in done:
        left = reported(rewritten(tree, problem.place.path, after))
        errors = {said(each) for each in left if each.severity is Severity.ERROR}
        errors -= known[problem.place.path].keys()
        if errors or Counter(map(said, left))[said(problem)] >= there[said(problem)]:
            yield f"{problem.place}: {problem.message} ({problem.hint}): {sorted(errors)}"


def said(problem: Diagnostic) -> tuple[str, str]:
    """Return the rule of *problem*, and its message without the place that it begins with."""
    return problem.rule, re.sub(r"^(?:`[^`]*`(?: of '[^']*')?|'[^']*') ", "", problem.message)


def rewritten(tree: ProblemTree, path: str, data: Json) -> dict[str, str]:
    """Return the files of *tree*, with *data* in the one at *path*."""
    return {**tree.files, path: json.dumps(data, ensure_ascii=False)}
