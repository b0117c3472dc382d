"""The pipeline, from `manuals/` to `site/`: every step in the order in which it runs.

1. *load*: find the files and read their bytes.
2. *read*: turn the bytes of each manual into data and its data into tools, and check them.
3. *join*: compare what was noted on all manuals.
4. *publish*: make the files of each manual, with what the join found for it.
5. *list*: make the files about the whole catalogue, out of the entries of all manuals.
6. *finish*: make the files about what was published.

Reading and publishing only depend on their arguments, which can be pickled, so any
`concurrent.futures.Executor` may run them. Between the two, a manual stays pickled (`Sealed`): this
process only uses its entry and its notes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from registry import rules, settings, source
from registry.catalogue import cross_checks, included_registries, notes_cache
from registry.catalogue.assemble import read_manual, read_publisher
from registry.catalogue.beside_manuals import documents_beside
from registry.catalogue.categories import CATEGORIES_FOLDER, check_categories, read_categories
from registry.catalogue.cross_checks import Claim
from registry.catalogue.entries import entry_of
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.scope import EVERYTHING
from registry.catalogue.shown_paths import sibling_prefix
from registry.catalogue.wishes import WISHES_FOLDER, read_wishes
from registry.diagnostics import Diagnostic, Place, has_errors, sorted_diagnostics
from registry.model import Catalogue
from registry.model.entries import Entries
from registry.model.kept_pickled import Sealed
from registry.rules import POLICY_FILE, Group, Policy, Spot, parse_policy
from registry.site.parallel import ALONE, batches
from registry.source.plain_files import read_if_there
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.catalogue.scope import Scope
    from registry.catalogue.tree import ManualFolder, PublisherFolder, Tree
    from registry.changes.proposal import Proposal
    from registry.model import Manual, Publisher
    from registry.model.entries import ManualEntry
    from registry.model.files import Digest
    from registry.publish import Context
    from registry.settings import Configuration, Settings
    from registry.site.parallel import Work
    from registry.source import Document

BATCH = 128 * 1024
"""Bytes of releases that are read at a time: handing them out costs little beside reading them."""

_CLAIM = "unknown-manual"
"""Where a manual's claim on its successor is among its notes: at the rule that judges it."""


class ReadPublisher(NamedTuple):
    """A publisher that was read and checked, with what each rule noted that compares them."""

    publisher: Publisher
    notes: dict[str, Any]
    problems: tuple[Diagnostic, ...]


class ManualTask(NamedTuple):
    """A manual to be read."""

    publisher: Publisher
    folder: ManualFolder


class ReadManual(NamedTuple):
    """A manual that was read and checked, with what is kept of it to look at all manuals.

    Attributes:
        notes: what each rule noted that compares manuals, and what it says of its successor.
        problems: its own problems, without those of comparisons.
    """

    manual: Sealed[Manual]
    entry: ManualEntry
    notes: dict[str, Any]
    problems: tuple[Diagnostic, ...]


class Noted(NamedTuple):
    """The notes by which publishers and manuals are compared: those on each, by its path."""

    publishers: Mapping[str, Mapping[str, Any]]
    manuals: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Checked:
    """The content of `manuals/`, and all problems in it, sorted by place.

    *batches* are the manuals that were judged, in order: all, unless a part was asked for; none
    once they are published. *entries* are the entries of them, and all publishers. *noted* is what
    was compared, of all. *changed* are the files that differ from a commit, if there was one to
    compare with. The rules have pages below *rules_url*, if it is known. *policy* is how strict
    they are.
    """

    batches: tuple[tuple[ReadManual, ...], ...]
    entries: Entries
    diagnostics: tuple[Diagnostic, ...]
    noted: Noted = field(default_factory=lambda: Noted({}, {}))
    changed: tuple[str, ...] = ()
    rules_url: str = ""
    policy: Policy = field(default_factory=Policy)

    @property
    def is_publishable(self) -> bool:
        """Whether no problem is an error."""
        return not has_errors(self.diagnostics)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Everything that was read, opened: more than a build needs at a time."""
        manuals = (read.manual.open() for batch in self.batches for read in batch)
        return Catalogue(self.entries.publishers, tuple(manuals))


class Built(NamedTuple):
    """The result of a build: *written* is empty when problems forbade publishing."""

    checked: Checked
    written: dict[str, Digest]


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
    checked = _read_and_join(tree, work, scope, manuals if keeps else None, day=day)
    checked = _with_categories(checked, tree, manuals)
    if scope.is_all:
        unlisted = tuple(settings.check_featured(config, checked.entries))
        checked = replace(checked, diagnostics=checked.diagnostics + unlisted)
    return checked


def check_joined(tree: Tree, manuals: Path) -> Checked:
    """Return the result of `check` for *tree*, in the place of the files in *manuals*."""
    config = settings.configuration_beside(manuals)
    checked = _with_categories(_read_and_join(tree, ALONE), tree, manuals)
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


def _read_and_join(
    tree: Tree,
    work: Work,
    scope: Scope = EVERYTHING,
    manuals: Path | None = None,
    *,
    day: str = "",
) -> Checked:
    """Read and join *tree*; its problems come in no order.

    Outside the *scope*, nothing is judged. With the folder *manuals*, the notes of rules on what is
    outside are taken from those kept beside it, where all notes are kept for the next time.
    """
    problems = [*tree.problems]
    folders = scope.within(tree)
    without_manuals = (folder.only() for folder in folders)
    shares = [*batches(without_manuals, lambda folder: folder.size, BATCH)]
    publishers = [*chain.from_iterable(work.over("reading", _read_publishers, shares))]
    tasks = [
        ManualTask(publisher.publisher, manual)
        for publisher, folder in zip(publishers, folders, strict=True)
        for manual in folder.manuals
    ]
    task_shares = [*batches(tasks, lambda task: task.folder.size, BATCH)]
    manual_batches = tuple(work.over("checking", _read_manuals, task_shares))
    manuals_read = [*chain.from_iterable(manual_batches)]
    problems += (problem for read in publishers for problem in read.problems)
    problems += (problem for read in manuals_read for problem in read.problems)
    notes = {folder.path: read.notes for folder, read in zip(folders, publishers, strict=True)}
    notes |= {task.folder.path: read.notes for task, read in zip(tasks, manuals_read, strict=True)}
    if manuals:
        notes = _with_other_notes(tree, notes, manuals, work)
    noted = Noted(
        {folder.path: notes[folder.path] for folder in tree.publishers},
        {each.path: notes[each.path] for folder in tree.publishers for each in folder.manuals},
    )
    problems += _join(tree, noted, scope, day)
    entries = Entries(
        tuple(read.publisher for read in publishers), tuple(read.entry for read in manuals_read)
    )
    return Checked(manual_batches, entries, tuple(problems), noted)


def _with_other_notes(
    tree: Tree, notes: Mapping[str, dict[str, Any]], manuals: Path, work: Work
) -> dict[str, dict[str, Any]]:
    """Return *notes*, by path, with those on everything else in *tree*.

    Notes on bytes that have not changed since are read from the cache beside the folder *manuals*.
    """
    keys = {
        path: notes_cache.key_of(part)
        for publisher in tree.publishers
        for path, part in publisher.parts()
    }
    cached = notes_cache.read_kept(manuals)
    others = {
        path: _read_notes(cached[key])
        for path, key in keys.items()
        if path not in notes and key in cached
    }
    missing = keys.keys() - notes.keys() - others.keys()
    shares = [*batches(tree.with_parts(missing), lambda folder: folder.size, BATCH)]
    for batch in work.over("reading", _note_parts, shares):
        others |= batch
    everything = others | dict(notes)
    if any(key not in cached for key in keys.values()):
        notes_cache.keep(manuals, {keys[path]: note for path, note in everything.items()})
    return everything


def _read_notes(cached: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes that were *cached* as JSON."""
    claim = {_CLAIM: Claim(*cached[_CLAIM])} if _CLAIM in cached else {}
    return rules.read_notes(cached) | claim


def _read_publishers(folders: tuple[PublisherFolder, ...]) -> tuple[ReadPublisher, ...]:
    """Step 2 for publishers: read and check the file of each."""
    return tuple(map(_read_publisher, folders))


def _read_publisher(folder: PublisherFolder) -> ReadPublisher:
    publisher, problems = read_publisher(folder)
    problems += rules.apply_to_publisher(publisher)
    return ReadPublisher(publisher, rules.notes_on_publisher(publisher), problems)


def _note_parts(folders: tuple[PublisherFolder, ...]) -> dict[str, dict[str, Any]]:
    """Step 2 for what is only compared: by path, the notes on each of `parts`, without rules."""
    return dict(noted for folder in folders for noted in _notes_in(folder))


def _notes_in(folder: PublisherFolder) -> Iterator[tuple[str, dict[str, Any]]]:
    publisher, _ = read_publisher(folder)
    yield folder.path, rules.notes_on_publisher(publisher)
    for manual in folder.manuals:
        yield manual.path, _notes_on(read_manual(publisher, manual)[0])


def _notes_on(manual: Manual) -> dict[str, Any]:
    """Return the notes by which *manual* is compared: those of rules, and its claim, if any."""
    claim = cross_checks.claim_of(manual)
    return rules.notes_on(manual) | ({_CLAIM: claim} if claim != Claim(manual.id) else {})


def _read_manuals(tasks: tuple[ManualTask, ...]) -> tuple[ReadManual, ...]:
    """Step 2 for manuals: read and check the files of each."""
    return tuple(_read_manual(*task) for task in tasks)


def _read_manual(publisher: Publisher, folder: ManualFolder) -> ReadManual:
    manual, problems = read_manual(publisher, folder)
    problems += rules.apply_to_manual(manual)
    return ReadManual(Sealed(manual), entry_of(manual), _notes_on(manual), problems)


def _join(tree: Tree, noted: Noted, scope: Scope, day: str) -> tuple[Diagnostic, ...]:
    """Step 3: find the problems that only show when all manuals are compared, by their notes."""
    files = {file.path: file for file in tree.files}

    @cache
    def document(path: str) -> Document | None:
        file = files.get(path) if scope.has(path) else None
        return source.read_document(path, file.data)[0] if file else None

    def place_of(spot: Spot) -> Place:
        read = document(spot.path)
        return read.place(spot.pointer) if read else Place(spot.path)

    ids = {
        manual.path: f"{publisher.name}/{manual.name}"
        for publisher in tree.publishers
        for manual in publisher.manuals
    }
    return (
        *cross_checks.check_successors(
            [noted.manuals[path].get(_CLAIM, Claim(id_)) for path, id_ in ids.items()],
            lambda path: place_of(Spot(path, cross_checks.SUCCESSOR)),
        ),
        *rules.apply_to_whole(
            [*noted.publishers.values()], [*noted.manuals.values()], place_of, day=day
        ),
    )


def build(
    manuals: Path,
    site: Path,
    config: Path,
    chosen: Settings | None = None,
    work: Work = ALONE,
) -> Built:
    """Check *manuals* and, if nothing forbids it, publish everything into the folder *site*.

    *config* is the `mkdocs.yml` whose theme and hand-written pages surround the catalogue, and
    whose settings count unless others are *chosen*. Either the whole new site replaces the old one,
    or the old one stays untouched. The bytes are the same, whatever does the *work*. Raises
    SettingsError, and what the parts of `site` raise.
    """
    # Checking, which is done far more often, does not wait until these are imported.
    from registry.publish import prepare  # noqa: PLC0415
    from registry.site import client_checks  # noqa: PLC0415
    from registry.site.mkdocs_frame import running_generator  # noqa: PLC0415
    from registry.site.own_links import dead_links  # noqa: PLC0415
    from registry.site.publish_catalogue import publish_all  # noqa: PLC0415
    from registry.site.swap import staging  # noqa: PLC0415

    site_config = settings.configuration_at(config)
    chosen = chosen or settings.settings_in(site_config)
    # The manuals are checked by the settings beside them, whichever surround the catalogue.
    beside = manuals.absolute().parent / settings.NAME
    is_beside = config.resolve() == beside.resolve()
    own_config = site_config if is_beside else settings.configuration_beside(manuals)
    with running_generator(config, chosen, rules.documented()) as generator:
        prepare()
        checked = _as_reported(
            _check_folder(manuals, own_config, work), _policy_beside(manuals), manuals, own_config
        )
        if not checked.is_publishable:
            return Built(checked, {})
        with staging(site) as folder:
            context = _context(manuals, checked, chosen, generator.place(folder))
            sealed = ([each.manual for each in batch] for batch in checked.batches)
            checked = replace(checked, batches=())  # the manuals are let go one by one
            written = publish_all(folder, context, checked.entries, sealed, work)
            client_checks.verify(folder, checked.entries, chosen)
            document, docs = site_config.document, config.parent / "docs"
            dead = tuple(dead_links(folder, chosen.base_url, document, docs)) if document else ()
    return Built(_with_problems(checked, dead), written)


def _context(manuals: Path, checked: Checked, chosen: Settings, shell: str) -> Context:
    """Return the data that all files of the site share; *shell* is the theme's empty page."""
    from registry.changes.added_dates import release_arrivals  # noqa: PLC0415 - as in `build`
    from registry.publish import Context  # noqa: PLC0415 - as in `build`

    return Context(
        chosen,
        shell=shell,
        rules=len(rules.documented()),
        rule_counts=Counter(each.rule for each in checked.diagnostics),
        off=checked.policy.off(),
        categories=read_categories(manuals)[0],
        arrived=release_arrivals(manuals, checked.entries),
        wishes=read_wishes(manuals)[0],
    )


def _with_problems(checked: Checked, problems: tuple[Diagnostic, ...]) -> Checked:
    """Return *checked* with *problems* that only the built site shows."""
    if not problems:
        return checked
    return replace(checked, diagnostics=sorted_diagnostics((*checked.diagnostics, *problems)))
