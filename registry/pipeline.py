"""The pipeline, from `manuals/` to `site/`: every stage in the order in which it runs."""

from __future__ import annotations

import gc
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry import gate, history, policy, proposal, rules
from registry.assemble import assemble
from registry.chrome import build_chrome
from registry.diagnostics import Diagnostic, has_errors, in_order
from registry.load import load
from registry.publish import Publication
from registry.share import publish_all
from registry.write import staging

if TYPE_CHECKING:
    from pathlib import Path

    from registry.load import Tree
    from registry.model import Catalogue
    from registry.publish import Digest, Settings


@dataclass(frozen=True, slots=True)
class Checked:
    """What is in `manuals/`, and everything there is to say about it, sorted by place.

    *changed* are the files that differ from a commit, if there was one to compare with.
    """

    catalogue: Catalogue
    diagnostics: tuple[Diagnostic, ...]
    changed: tuple[str, ...] = ()

    @property
    def is_publishable(self) -> bool:
        """Whether no problem is an error."""
        return not has_errors(self.diagnostics)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has done: *written* is empty when problems forbade publishing."""

    checked: Checked
    written: dict[str, Digest]


def check(manuals: Path, base: str | None = None) -> Checked:
    """Read everything below the folder *manuals* and hold it against every schema and rule.

    How strict the rules are is said by `rules.yaml` beside the folder. With *base*, a commit, the
    rules on what may change are asked, too, and `rules.yaml` is that of the commit: nobody softens
    the rules by which they are judged. That raises history.UnusableBaseError when there is nothing
    to compare with.
    """
    root = manuals.absolute().parent
    checked = check_tree(load(manuals))
    if base is None:
        return _under(policy.load(root), checked)
    proposed = proposal.compare(checked.catalogue, manuals, base)
    found = checked.diagnostics + rules.apply_to_proposal(proposed)
    merged = history.merged_file(root, proposed.difference.base, policy.NAME)
    wanted = policy.Policy() if merged is None else policy.parse(merged)
    return _under(wanted, Checked(checked.catalogue, found, proposed.paths))


def _under(wanted: policy.Policy, checked: Checked) -> Checked:
    return replace(checked, diagnostics=in_order(wanted.applied(checked.diagnostics)))


def check_tree(tree: Tree) -> Checked:
    """Hold the files of *tree* against every schema and rule."""
    catalogue, problems = assemble(tree)
    problems += tree.problems + rules.apply(catalogue)
    return Checked(catalogue, in_order(problems))


def build(manuals: Path, site: Path, config: Path, settings: Settings, processes: int = 1) -> Built:
    """Check *manuals* and, if nothing forbids it, publish everything into the folder *site*.

    *config* is the `mkdocs.yml` whose theme and hand-written pages surround the catalogue. Either
    the whole new site replaces the old one, or the old one stays untouched. The bytes are the
    same for any number of *processes*.
    """
    # The objects of a build live until its end: looking for garbage among them is wasted time.
    gc.disable()
    try:
        checked = check(manuals)
        written: dict[str, Digest] = {}
        if checked.is_publishable:
            with staging(site) as folder:
                shell = build_chrome(
                    config, folder, settings, rules.documented(), checked.catalogue
                )
                publication = Publication(
                    checked.catalogue, settings, rules.documented(), shell, written
                )
                publish_all(folder, publication, processes)
                gate.verify(folder, checked.catalogue, settings)
        return Built(checked, written)
    finally:
        gc.enable()
