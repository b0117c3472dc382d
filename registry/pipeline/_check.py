"""Check the folder of manuals: steps 1 to 3, what is beside the folder, and the policy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry import rules, settings
from registry.catalogue import included_registries
from registry.catalogue.beside_manuals import documents_beside
from registry.catalogue.categories import CATEGORIES_FOLDER, check_categories, read_categories
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.scope import EVERYTHING
from registry.catalogue.shown_paths import sibling_prefix
from registry.catalogue.wishes import WISHES_FOLDER, read_wishes
from registry.diagnostics import sorted_diagnostics
from registry.pipeline._read_and_join import read_and_join
from registry.rules import POLICY_FILE, Group, Policy, parse_policy
from registry.site.parallel import ALONE
from registry.source.plain_files import read_if_there
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from pathlib import Path

    from registry.catalogue.scope import Scope
    from registry.catalogue.tree import Tree
    from registry.changes.proposal import Proposal
    from registry.diagnostics import Diagnostic
    from registry.pipeline._read_and_join import Checked
    from registry.settings import Configuration
    from registry.site.parallel import Work


def check(
    manuals: Path,
    base: str | None = None,
    work: Work = ALONE,
    scope: Scope = EVERYTHING,
    *,
    day: str = "",
) -> Checked:
    """Read everything below the folder *manuals* and check it against every schema and rule.

    That includes the manuals of other registries that `mkdocs.yml` names. `rules.yaml` beside the
    folder says how strict the rules are, and `mkdocs.yml` where their pages are. With *base*, a
    commit, it returns the findings of `check_proposal`. With a *scope*, it finds the same problems
    in that part, and of all other manuals only reads what rules compare. The notes of rules are
    kept beside the folder. Only with a *day* (`YYYY-MM-DD`), dates are compared with it.
    """
    if base is not None:
        return check_proposal(manuals, base, work, scope, day=day)[0]
    config = settings.configuration_beside(manuals)
    checked = _check_folder(manuals, config, work, scope, keeps=True, day=day)
    return _as_reported(checked, _policy_beside(manuals), manuals, config, scope)


def check_proposal(
    manuals: Path,
    base: str,
    work: Work = ALONE,
    scope: Scope | None = EVERYTHING,
    *,
    day: str = "",
) -> tuple[Checked, Proposal]:
    """Check the folder *manuals*, and what differs in it from the commit *base*.

    The rules on what may change are asked, too. `rules.yaml` and `mkdocs.yml` are those of the
    commit: nobody softens the rules by which they are judged. The *scope* is that of `check`; None
    is what can be wrong because of the differences. The *day* is that of `check`. Raises
    git.UnusableBaseError when there is nothing to compare with.
    """
    from registry.changes import proposal  # noqa: PLC0415 - only needed with git

    proposed = proposal.find_proposal(manuals, base, (POLICY_FILE, settings.NAME))
    scope = proposed.scope if scope is None else scope
    proposed_config = settings.configuration_beside(manuals)
    checked = _check_folder(manuals, proposed_config, work, scope, keeps=True, day=day)
    proposed = replace(proposed, catalogue=checked.catalogue)
    problems = checked.diagnostics + rules.apply_to_proposal(proposed)
    checked = replace(checked, diagnostics=problems, changed=proposed.paths)
    data = proposed.siblings.get(settings.NAME)
    merged_config = settings.read_configuration(data, f"{sibling_prefix(manuals)}{settings.NAME}")
    policy = _parse_policy(proposed.siblings.get(POLICY_FILE), manuals)
    policy = replace(policy, problems=_policy_beside(manuals).problems)
    return _as_reported(checked, policy, manuals, merged_config, scope), proposed


def check_for_build(manuals: Path, config: Configuration, work: Work) -> Checked:
    """Return the result of `check` by the settings *config*; no notes of rules are kept."""
    checked = _check_folder(manuals, config, work)
    return _as_reported(checked, _policy_beside(manuals), manuals, config)


def _check_folder(  # noqa: PLR0913 - all that a check depends on
    manuals: Path,
    config: Configuration,
    work: Work,
    scope: Scope = EVERYTHING,
    *,
    keeps: bool = False,
    day: str = "",
) -> Checked:
    """Do steps 1 to 3, with what is beside the folder *manuals* and what is included.

    The problems come in no order and without the policy: see `_as_reported`. If it *keeps* notes,
    those of rules are read from beside the folder, and written there.
    """
    includes, problems = settings.included_registries(config)
    if not problems:  # or it is not known what is included
        problems = tuple(included_registries.unused_includes(manuals, includes))
    if scope.is_all:
        problems += read_categories(manuals)[1] + read_wishes(manuals)[1]
        for folder in (CATEGORIES_FOLDER, WISHES_FOLDER):
            for document in documents_beside(manuals, folder):
                problems += rules.apply_to_text(document)
    tree = included_registries.join_trees(
        load_tree(manuals),
        [(each, included_registries.read_include(manuals, each)) for each in includes],
    )
    tree = tree._replace(problems=tree.problems + problems)
    checked = read_and_join(tree, work, scope, manuals if keeps else None, day=day)
    checked = _with_categories(checked, tree, manuals)
    if scope.is_all:
        unlisted = tuple(settings.check_featured(config, checked.entries))
        checked = replace(checked, diagnostics=checked.diagnostics + unlisted)
    return checked


def check_joined(tree: Tree, manuals: Path) -> Checked:
    """Return the result of `check` for *tree*, in the place of the files in *manuals*."""
    config = settings.configuration_beside(manuals)
    checked = _with_categories(read_and_join(tree, ALONE), tree, manuals)
    return _as_reported(checked, _policy_beside(manuals), manuals, config)


def _with_categories(checked: Checked, tree: Tree, manuals: Path) -> Checked:
    problems = tuple(check_categories(tree, checked.entries, manuals))
    return replace(checked, diagnostics=checked.diagnostics + problems)


def _policy_beside(manuals: Path) -> Policy:
    return _parse_policy(read_if_there(manuals.absolute().parent / POLICY_FILE), manuals)


def _parse_policy(data: bytes | None, manuals: Path) -> Policy:
    """Return the policy in *data*, the content of the file next to *manuals*, if there is one."""
    name = f"{sibling_prefix(manuals)}{POLICY_FILE}"
    return Policy() if data is None else parse_policy(data, name)


def _as_reported(
    checked: Checked,
    policy: Policy,
    manuals: Path,
    config: Configuration,
    scope: Scope = EVERYTHING,
) -> Checked:
    """Return *checked* with its problems as they are reported, sorted by place.

    The *policy* is applied, and *config* says where rules have their pages. Left out are problems
    outside the *scope*, those that only follow from an error, and secrets in messages.
    """
    quality = frozenset(each.id for each in rules.documented() if each.group is Group.QUALITY)
    reworded = included_registries.reworded_for_operator(
        policy.applied(checked.diagnostics), manuals, quality
    )
    within = (each for each in reworded if scope.has(each.place.path))
    shown = map(_without_secrets, map(rules.in_own_syntax, rules.without_consequences(within)))
    diagnostics = sorted_diagnostics(tuple(shown))
    url = settings.rules_url(config)
    return replace(checked, diagnostics=diagnostics, rules_url=url, policy=policy)


def _without_secrets(diagnostic: Diagnostic) -> Diagnostic:
    """Return *diagnostic* as it may be shown to everyone: reports of CI jobs are public."""
    message, hint = map(without_secrets, (diagnostic.message, diagnostic.hint))
    return diagnostic._replace(message=message, hint=hint)
