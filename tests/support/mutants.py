"""Break every rule in many small ways and count how many of them its examples notice.

Run `python tests/support/mutants.py [rule …]` to see what survives.
"""

from __future__ import annotations

import ast
import gc
import importlib
import signal
import sys
import tempfile
import types
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from examples import CASES, DAY, case, examples, lay_out, propose
from poison_samples import HOSTILE, QUESTIONABLE, SPOTS, poisoned

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.changes.proposal import Proposal, find_proposal
from registry.rules import Rule, apply, apply_to_proposal, rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Catalogue

SECONDS = 3
"""How much of the processor a mutant may take; one that goes round in circles is noticed, too."""

_NOTHING = ("None", "False", "()", "''")
"""What a rule takes for None anyway."""

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """A rule with one thing broken: where, and what."""

    line: int
    change: str
    tree: ast.Module


@dataclass(frozen=True)
class Sample:
    """What a rule looks at, and where it should find something in it."""

    subject: Catalogue | Proposal
    expected: set[tuple[str, int]]
    severities: set[tuple[str, int, str]] = field(default_factory=set)


def mutants_of(source: str) -> Iterator[Mutant]:
    """Yield every mutant of the functions in *source*."""
    tree = ast.parse(source)
    places = {node: place for place, node in enumerate(ast.walk(tree))}
    for node in (node for each in _deciding(tree) for node in _judging(each)):
        for change in _changes(node):
            broken = ast.parse(source)  # quicker than a copy of the tree
            twin = next(islice(ast.walk(broken), places[node], None))
            _apply(twin, change)
            ast.fix_missing_locations(twin)
            yield Mutant(getattr(node, "lineno", 0), change, broken)


def _deciding(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of *tree* that are called for more than the words of a finding."""
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    found = [name for name in functions if name.startswith("check_")]
    for name in found:
        named = {node.id for node in _judging(functions[name]) if isinstance(node, ast.Name)}
        found += sorted(named & functions.keys() - set(found))
    return (each for name, each in functions.items() if name in found)


def _judging(node: ast.AST) -> Iterator[ast.AST]:
    """Yield *node* and what is inside, but for sentences and hints: no test compares those.

    Nor decorators: how much is remembered changes no finding.
    """
    yield node
    wording: list[ast.AST] = [*node.decorator_list] if isinstance(node, ast.FunctionDef) else []
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
        wording = [*node.args[1:3], *(each for each in node.keywords if each.arg == "hint")]
    for child in ast.iter_child_nodes(node):
        if child not in wording:
            yield from _judging(child)


def _changes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        yield "turn the comparison round"
    elif isinstance(node, ast.BoolOp):
        yield "swap and with or"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "drop not"
    elif isinstance(node, ast.If | ast.IfExp):
        yield "never"
        yield "always"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield "yield nothing"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "count one more"
    elif isinstance(node, ast.Return) and node.value and ast.unparse(node.value) not in _NOTHING:
        yield "return None"
    elif isinstance(node, ast.Continue | ast.Break):
        yield "go on"


def _apply(node: ast.AST, change: str) -> None:
    match node:
        case ast.Compare():
            node.ops[0] = _OPPOSITES[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.If() | ast.IfExp():
            node.test = ast.Constant(change == "always")
        case ast.Expr():
            node.value = ast.Constant(value=None)
        case ast.Constant():
            assert isinstance(node.value, int)
            node.value += 1
        case ast.Return():
            node.value = ast.Constant(value=None)
        case ast.Continue() | ast.Break():
            node.__class__ = ast.Pass  # type: ignore[assignment]


def samples_of(rule: Rule, root: Path) -> list[Sample]:
    """Return the examples and cases of *rule*, assembled."""
    folder = rule.id.replace("-", "_")
    shown = [
        *examples(rule.documentation, "Bad"),
        *examples(rule.documentation, "Good"),
        *(case(path) for path in CASES if path.parent.name == folder),
    ]
    samples = []
    for number, each in enumerate(shown):
        base = propose(root / str(number), each)
        expected = {
            (path, line)
            for path, found in each.expected.items()
            for line, name in found
            if name == rule.id
        }
        severities = {
            (path, line, severity)
            for path, line, name, severity in each.severities
            if name == rule.id
        }
        subject = subject_of(root / str(number), base)
        samples.append(Sample(subject, expected, severities))
    for number, text in enumerate((HOSTILE | QUESTIONABLE).get(rule.id, ())):
        lay_out(root / f"poison-{number}", poisoned(text))
        samples.append(Sample(subject_of(root / f"poison-{number}"), SPOTS))
    return samples


def subject_of(root: Path, base: str | None = None) -> Catalogue | Proposal:
    """Return what the tree `manuals/` below *root* holds, or proposes to the commit *base*."""
    catalogue = assemble(load_tree(root / "manuals"))[0]
    if base is None:
        return catalogue
    return replace(find_proposal(root / "manuals", base), catalogue=catalogue)


def survives(rule: Rule, samples: list[Sample]) -> bool:
    """Return whether *rule* finds what is expected in all *samples*."""
    gc.disable()  # an interruption inside of what the collector calls would be lost
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return all(_is_as_expected(rule, sample) for sample in samples)
    except Exception:  # noqa: BLE001 - a mutant that crashes is noticed
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()


def _is_as_expected(rule: Rule, sample: Sample) -> bool:
    if isinstance(sample.subject, Proposal):
        said = apply_to_proposal(sample.subject, (rule,))
    else:
        said = apply(sample.subject, (rule,), DAY)
    found = {(each.place.path, each.place.line, each.severity.value) for each in said}
    return {spot[:2] for spot in found} == sample.expected and sample.severities <= found


def _give_up(*_: object) -> None:
    raise TimeoutError


def survivors(rule: Rule, root: Path) -> tuple[int, list[Mutant]]:
    """Return how many mutants *rule* has, and those that nothing notices."""
    name = f"registry.rules.{rule.id.replace('-', '_')}"
    path = importlib.import_module(name).__file__
    assert path
    signal.signal(signal.SIGVTALRM, _give_up)
    samples = samples_of(rule, root)
    assert survives(rule, samples), f"{rule.id} fails before it is broken"
    kind = next(
        field for field in Rule._fields if getattr(rule, field) and field.startswith("check_")
    )
    alive, number = [], 0
    for mutant in mutants_of(Path(path).read_text(encoding="utf-8")):
        number += 1
        module = types.ModuleType(name)
        exec(compile(mutant.tree, path, "exec"), module.__dict__)
        broken = rule._replace(**{kind: getattr(module, kind)})
        if survives(broken, samples):
            alive.append(mutant)
    return number, alive


def main(wanted: list[str]) -> None:
    """Print what survives, and how many were made."""
    total = lost = 0
    for rule in rules():
        if wanted and rule.id not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            number, alive = survivors(rule, Path(folder))
        total, lost = total + number, lost + len(alive)
        for mutant in alive:
            print(f"{rule.id}:{mutant.line}: {mutant.change}")  # noqa: T201 - its product
    print(f"{total - lost} of {total} mutants were noticed")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
