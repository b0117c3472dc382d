"""The pipeline, from `manuals/` to `site/`: every stage in the order in which it runs."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from registry import gate, history, included, memo, policy, proposal, rules
from registry.assemble import Part, join, read_part
from registry.chrome import making_chrome
from registry.diagnostics import Diagnostic, has_errors, in_order
from registry.load import load
from registry.processes import spread
from registry.publish import Publication
from registry.rules import Group
from registry.settings import NAME as CONFIGURATION
from registry.settings import includes, rules_url
from registry.share import publish_all
from registry.write import staging

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from registry.load import Tree
    from registry.model import Catalogue
    from registry.publish import Digest, Settings


PARTS_A_PROCESS = 8
"""Publishers differ in size: whoever is done first takes the next part."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is in `manuals/`, and everything there is to say about it, sorted by place.

    *changed* are the files that differ from a commit, if there was one to compare with. The rules
    have pages below *rules_url*, if it is known.
    """

    catalogue: Catalogue
    diagnostics: tuple[Diagnostic, ...]
    changed: tuple[str, ...] = ()
    rules_url: str = ""

    @property
    def is_publishable(self) -> bool:
        """Whether no problem is an error."""
        return not has_errors(self.diagnostics)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has done: *written* is empty when problems forbade publishing."""

    checked: Checked
    written: dict[str, Digest]


def check(manuals: Path, base: str | None = None, processes: int = 1) -> Checked:
    """Read everything below the folder *manuals* and hold it against every schema and rule.

    So it does with what was included from the registries that `mkdocs.yml` names. How strict the
    rules are is said by `rules.yaml` beside the folder, and where their pages are by `mkdocs.yml`.
    With *base*, a commit, the rules on what may change are asked, too, and what these files say of
    rules is what they say in the commit: nobody softens the rules by which they are judged. That
    raises history.UnusableBaseError when there is nothing to compare with.
    """
    root = manuals.absolute().parent
    wanted, problems = includes(_file(root, CONFIGURATION))
    problems += tuple(included.unused(manuals, wanted))
    tree = included.joined(load(manuals), [(each, included.read(manuals, each)) for each in wanted])
    checked = check_tree(replace(tree, problems=tree.problems + problems), processes)
    if base is None:
        return _judged(checked, manuals, partial(_file, root))
    proposed = proposal.compare(checked.catalogue, manuals, base)
    found = checked.diagnostics + rules.apply_to_proposal(proposed)
    merged = partial(history.merged_file, root, proposed.difference.base)
    return _judged(Checked(checked.catalogue, found, proposed.paths), manuals, merged)


def check_joined(tree: Tree, manuals: Path) -> Checked:
    """Return what `check` would with *tree* in the place of the files, *manuals* and includes."""
    return _judged(check_tree(tree), manuals, partial(_file, manuals.absolute().parent))


def _file(root: Path, name: str) -> bytes | None:
    path = root / name
    return path.read_bytes() if path.is_file() else None


def _judged(checked: Checked, manuals: Path, read: Callable[[str], bytes | None]) -> Checked:
    """Return *checked* as the registry sees it whose files *read* returns by their names."""
    stated = read(policy.NAME)
    wanted = policy.Policy() if stated is None else policy.parse(stated)
    quality = frozenset(each.id for each in rules.documented() if each.group is Group.QUALITY)
    told = included.told(wanted.applied(checked.diagnostics), manuals, quality)
    diagnostics = in_order(tuple(told))
    return replace(checked, diagnostics=diagnostics, rules_url=rules_url(read(CONFIGURATION)))


def check_tree(tree: Tree, processes: int = 1) -> Checked:
    """Hold the files of *tree* against every schema and rule, in so many *processes*."""
    parts: list[Part] = []
    shares = tree.parts(processes * PARTS_A_PROCESS)
    for part, learnt in spread(_check_part, shares, processes, "checking"):
        parts.append(part)
        memo.remember(learnt)
    catalogue, problems = join(parts)
    problems += tree.problems + rules.apply_to_whole(catalogue)
    return Checked(catalogue, in_order(problems))


def _check_part(tree: Tree) -> tuple[Part, memo.Learnt]:
    """Check *tree* alone; return also what the rules have found out that publishing asks again."""
    catalogue, problems = read_part(tree)
    with memo.noted() as learnt:
        found = rules.apply_to_files(catalogue)
    return (catalogue, problems + found), learnt


def build(manuals: Path, site: Path, config: Path, settings: Settings, processes: int = 1) -> Built:
    """Check *manuals* and, if nothing forbids it, publish everything into the folder *site*.

    *config* is the `mkdocs.yml` whose theme and hand-written pages surround the catalogue. Either
    the whole new site replaces the old one, or the old one stays untouched. The bytes are the
    same for any number of *processes*.
    """
    # The objects of a build live until its end: looking for garbage among them is wasted time.
    gc.disable()
    try:
        with making_chrome(config, settings, rules.documented()) as chrome:
            checked = check(manuals, processes=processes)
            if not checked.is_publishable:
                return Built(checked, {})
            with staging(site) as folder:
                shell = chrome.place(folder)
                broken = Counter(each.rule for each in checked.diagnostics)
                publication = Publication(
                    checked.catalogue, settings, rules.documented(), shell, broken
                )
                publish_all(folder, publication, processes)
                gate.verify(folder, checked.catalogue, settings)
        return Built(checked, publication.written)
    finally:
        gc.enable()
