"""Whole sites that several modules look at, each built once in a run of the tests.

They are in folders that all processes share: a test that damages a site takes a copy of it.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from once import KEPT, once
from paths import MANUALS, ROOT
from publishing import SAMPLES, SETTINGS

from registry import pipeline, rules
from registry.site.mkdocs_frame import running_generator

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.settings import Settings

REPOSITORY = "https://git.example.com/acme/registry"
LINKED = SETTINGS._replace(repository=REPOSITORY)
"""The settings of these sites; with others, the generator would make all of its pages again."""
FEATURED = ("frankfurter/exchange-rates", "github/rest")


class Site(NamedTuple):
    """The folder of a site, and what the check of its manuals said."""

    folder: Path
    diagnostics: tuple[Diagnostic, ...]


def sample_site() -> Site:
    """Return the site of the samples of every protocol and dialect."""
    return once("sample-site", partial(_build, SAMPLES))


def launched_site() -> Site:
    """Return the site of the launch catalogue."""
    return once("launched-site", partial(_build, MANUALS, FEATURED))


def hand_written_pages(
    folder: Path,
    settings: Settings = LINKED,
    config: Path = ROOT / "mkdocs.yml",
    documented: tuple[rules.Rule, ...] | None = None,
) -> str:
    """Have the generator put its pages into the empty *folder*, and return the frame's HTML.

    *documented* are the rules that have a page, if not all do.
    """
    wanted = rules.documented() if documented is None else documented
    with running_generator(config, settings, wanted) as generator:
        return generator.place(folder)


def _build(manuals: Path, featured: tuple[str, ...] = ()) -> Site:
    site = Path(mkdtemp(dir=os.environ[KEPT]), "site")
    settings = LINKED._replace(featured=featured)
    built = pipeline.build(manuals, site, ROOT / "mkdocs.yml", settings)
    assert built.written, built.checked.diagnostics
    return Site(site, built.checked.diagnostics)
