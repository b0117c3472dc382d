"""Build the site: check everything, then steps 4 to 6, and put it in place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from registry import rules, settings
from registry.catalogue.categories import read_categories
from registry.catalogue.wishes import read_wishes
from registry.diagnostics import sorted_diagnostics
from registry.pipeline._check import check_for_build
from registry.site.parallel import ALONE

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.model.files import Digest
    from registry.pipeline._read_and_join import Checked
    from registry.publish import Context
    from registry.settings import Settings
    from registry.site.parallel import Work


class Built(NamedTuple):
    """The result of a build: *written* is empty when problems forbade publishing."""

    checked: Checked
    written: dict[str, Digest]


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
        checked = check_for_build(manuals, own_config, work)
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
