"""Every test is certain to assert something: not only in a loop or a branch that may be empty.

A loop over `some(…)` from `tests/support/seen.py` runs at least once.
"""

from __future__ import annotations

import ast
from functools import cache

import pytest
from paths import TESTS
from seen import some

NAMES = tuple(path.relative_to(TESTS).as_posix() for path in sorted(TESTS.rglob("*.py")))
OURS = {"some"}
THEIRS = {"check_schema", "expect", "fail", "raises", "validate"}
"""Functions of pytest, jsonschema and playwright that fail the test themselves."""

NOTHING = {"()", "[]", "set()", "{}"}


@cache
def functions(name: str) -> list[ast.FunctionDef]:
    tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def is_test(name: str) -> bool:
    return name.startswith("test_")


def checking() -> set[str]:
    """Return the names of all functions that are certain to check something when called."""
    every = [each for name in NAMES for each in functions(name) if not is_test(each.name)]
    known = OURS | THEIRS
    while more := {each.name for each in every if is_certain(each.body, known)}:
        known |= more
        every = [each for each in every if each.name not in known]
    return known


def is_certain(statements: list[ast.stmt], known: set[str]) -> bool:
    """Return whether running *statements* to their end checks something; *known* functions do."""
    return any(_checks(each, known) for each in statements)


def _checks(node: ast.stmt, known: set[str]) -> bool:
    match node:
        case ast.Assert():
            found = not holds_for_nothing(node.test)
        case ast.If():
            found = is_certain(node.body, known) and is_certain(node.orelse, known)
        case ast.For():
            found = is_not_empty(node.iter) and is_certain(node.body, known)
        case ast.With():
            found = is_certain(node.body, known) or any(_calls(each, known) for each in node.items)
        case ast.Try():
            found = is_certain(node.body + node.finalbody, known)
        case ast.FunctionDef() | ast.ClassDef() | ast.While():
            found = False
        case _:
            found = _calls(node, known)
    return found


def _calls(node: ast.AST, known: set[str]) -> bool:
    called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(getattr(each, "attr", getattr(each, "id", "")) in known for each in called)


def is_not_empty(node: ast.expr) -> bool:
    """Return whether *node* is written out or `some(…)`, or goes through one of them."""
    match node:
        case ast.Tuple() | ast.List() | ast.Set():
            return bool(node.elts)
        case ast.Call(func=ast.Name(id="some")):
            return True
        case ast.Call(func=ast.Name(id="enumerate" | "map" | "reversed" | "sorted" | "zip")):
            return is_not_empty(node.args[-1])
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return is_not_empty(node.generators[0].iter)
        case _:
            return False


def holds_for_nothing(test: ast.expr) -> bool:
    """Return whether *test* is `all(…)`, `not any(…)`, `not […]` or `[…] == []` of nothing."""
    match test:
        case ast.Call(func=ast.Name(id="all"), args=[values]):
            return not is_not_empty(values)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="any"), args=[values])):
            return not is_not_empty(values)
        case ast.UnaryOp(op=ast.Not(), operand=ast.ListComp() | ast.SetComp() as values):
            return not is_not_empty(values)
        case ast.Compare(left=ast.ListComp() | ast.SetComp() as values, comparators=[other]):
            return ast.unparse(other) in NOTHING and not is_not_empty(values)
        case _:
            return False


@pytest.mark.parametrize(
    "code",
    [
        "for each in found():\n  assert each",
        "if found():\n  assert each",
        "assert all(each for each in found())",
        "assert [each for each in found() if bad(each)] == []",
        "assert not any(map(bad, found()))",
        "found()",
    ],
)
def test_what_may_pass_unseen_is_found(code: str) -> None:
    assert not is_certain(ast.parse(code).body, OURS)


@pytest.mark.parametrize(
    "code",
    [
        "for each in some(found()):\n  assert each",
        "for number, each in enumerate([one, two]):\n  assert each",
        "if found():\n  assert one\nelse:\n  assert two",
        "assert all(each for each in some(found()))",
        "assert found()",
    ],
)
def test_what_is_certain_to_look_at_something_is_fine(code: str) -> None:
    assert is_certain(ast.parse(code).body, OURS - {"some"})


def test_every_test_is_certain_to_assert() -> None:
    known = checking()
    tests = {
        name: [each for each in functions(name) if is_test(each.name)]
        for name in NAMES
        if is_test(name.rpartition("/")[2])
    }
    idle = [
        f"tests/{name}:{each.lineno}: wrap what is looped over in some(…)"
        for name, found in some(tests.items())
        for each in found
        if not is_certain(each.body, known)
    ]

    assert [name for name, found in some(tests.items()) if not found] == []
    assert idle == []
