"""Read the settings of a registry from the site's `mkdocs.yml`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from registry import source
from registry.catalogue.allowed_names import RESERVED
from registry.catalogue.included_registries import Include
from registry.catalogue.shown_paths import display_prefix, sibling_prefix
from registry.diagnostics import Diagnostic, Severity, did_you_mean
from registry.source.narrowing import array, mapping, string
from registry.source.plain_files import read_if_there, read_plain
from registry.validate import SCHEMAS, load_schema
from registry.web.hosts import host_of, is_for_examples, without_user
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from registry.model.entries import Entries
    from registry.source import Document, Json

NAME = "mkdocs.yml"
"""The default name of the file with the settings, next to `manuals/`."""

BASE_URL_VARIABLE = "REGISTRY_BASE_URL"
"""The environment variable that says where the site is served, if not at `site_url`."""

UTCP_BUDGET = 2 * 1024 * 1024
"""The default size, in bytes, up to which `/utcp` has the tools of the whole catalogue."""

THEME = "material"
"""The name of the theme that the pages of the catalogue, too, are made with."""

_SCHEMA = SCHEMAS / "settings.schema.json"
_SITE_URL = re.compile(r"https://[^\s/?#@]+(/[^\s?#@]*)?")
"""UTCP clients refuse to call anything but https, including the registry's own tools; and every
path of the site is appended."""

_NOWHERE = re.compile(r"(.+\.)?(test|invalid|localhost)")
"""Other hosts that cannot be registered (RFC 2606): a URL there is a placeholder."""

_FILE_NAME = re.compile(r"(?:(?:^|(?<=/))(?:index|README))?\.md$")
"""What the file of a hand-written page has at its end, and its address has not."""


class Home(NamedTuple):
    """The content of the start page, in the operator's words.

    Attributes:
        title: its heading, or "".
        lead: the paragraph below it, or "".
        searches: what people may want to search for.
    """

    title: str = ""
    lead: str = ""
    searches: tuple[str, ...] = ()


class Settings(NamedTuple):
    """The settings of a registry, read from `mkdocs.yml`.

    Attributes:
        name: the name of the registry.
        base_url: where the site is served, with a slash at the end.
        repository: the URL of the repository with `manuals/`, or "".
        utcp_budget: the size, in bytes, up to which `/utcp` has the tools of the whole catalogue.
        featured: the manuals that the start page shows, as `publisher/manual`.
        contact: where problems are reported and manuals submitted if there is no repository: an
            address of a page or of mail, or "".
        docs: the addresses of the hand-written pages in the menu, such as `signing/`.
        home: what the start page says; "" and none for what is true of any registry.
    """

    name: str
    base_url: str
    repository: str = ""
    utcp_budget: int = UTCP_BUDGET
    featured: tuple[str, ...] = ()
    contact: str = ""
    docs: tuple[str, ...] = ()
    home: Home = Home()


class SettingsError(ValueError):
    """The settings are not valid; the message says where and why."""


class Configuration(NamedTuple):
    """The content of a `mkdocs.yml`.

    Attributes:
        name: its name in messages.
        document: its data, None if it does not exist or cannot be read.
        unreadable: its problems as YAML.
        problems: the problems of the registry's settings in it.
    """

    name: str = NAME
    document: Document | None = None
    unreadable: tuple[Diagnostic, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def read_configuration(data: bytes | None, name: str = NAME) -> Configuration:
    """Return the configuration in *data*, which is None if the file does not exist."""
    if data is None:
        return Configuration(name)
    document, unreadable = source.read_document(name, data)
    return Configuration(name, document, unreadable, _problems(document))


def configuration_beside(manuals: Path) -> Configuration:
    """Return the configuration of the registry with the folder *manuals*."""
    config = manuals.absolute().parent / NAME
    name = f"{sibling_prefix(manuals)}{NAME}"
    return read_configuration(read_if_there(config), name)


def configuration_at(config: Path) -> Configuration:
    """Return the configuration in the file *config*, whose messages have its path. Raises OSError.

    See `display_prefix`.
    """
    return read_configuration(read_plain(config), display_prefix(config))


def load_settings(config: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in the `mkdocs.yml` at *config*; see `settings_in`."""
    return settings_in(configuration_at(config), environment)


def settings_in(config: Configuration, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in *config*.

    `REGISTRY_BASE_URL` in *environment* overrides `site_url`, so that a host which assigns URLs
    need not change a file. Raises SettingsError.
    """
    problems = (*config.unreadable, *config.problems)
    document = config.document
    if document is None or problems:
        raise SettingsError(in_words(problems))
    data, own_settings = document.data, cast("dict[str, Any]", _own(document))
    if not string(data.get("site_name")):
        raise SettingsError(f"{config.name}: site_name is missing; add `site_name: Tools of Acme`")
    stated = data.get("theme")
    theme = stated if isinstance(stated, str) else mapping(stated).get("name", THEME)
    if theme != THEME:
        raise SettingsError(
            f"{config.name}: the theme must be {THEME}, on which all pages are built, not {theme!r}"
        )
    overriding = environment.get(BASE_URL_VARIABLE)
    base_url = overriding or string(data.get("site_url"))
    if not _SITE_URL.fullmatch(base_url):
        place = BASE_URL_VARIABLE if overriding else f"{config.name}: site_url"
        raise SettingsError(
            f"{place} must be the https URL of a site, such as https://tools.acme.com/, "
            f"not {without_user(base_url)!r}"
        )
    return Settings(
        name=string(data.get("site_name")),
        base_url=base_url.rstrip("/") + "/",
        repository=string(data.get("repo_url")).rstrip("/"),
        utcp_budget=own_settings.get("utcp_budget", UTCP_BUDGET),
        featured=tuple(own_settings.get("featured", ())),
        contact=own_settings.get("contact", ""),
        docs=tuple(_addresses(data.get("nav"))),
        home=_home(own_settings.get("home", {})),
    )


def in_words(problems: Iterable[Diagnostic]) -> str:
    """Return *problems* of the configuration, each in a line of its own, without secrets."""
    said = ((each.place, without_secrets(f"{each.message}; {each.hint}")) for each in problems)
    return "\n".join(f"{place}: {text.removesuffix('; ')}" for place, text in said)


def _home(stated: Mapping[str, Any]) -> Home:
    searches = tuple(stated.get("searches", ()))
    return Home(stated.get("title", ""), stated.get("lead", ""), searches)


def _addresses(nav: Json) -> Iterator[str]:
    """Yield the address of each hand-written page in *nav*: `signing/` for `signing.md`."""
    if isinstance(nav, str):
        yield f"{_FILE_NAME.sub('', nav).rstrip('/')}/"
    elif isinstance(nav, list | dict):
        for each in nav.values() if isinstance(nav, dict) else nav:
            yield from _addresses(each)


def included_registries(
    config: Configuration,
) -> tuple[tuple[Include, ...], tuple[Diagnostic, ...]]:
    """Return the registries to include, in order of precedence, and the problems of the settings.

    With problems, there are none. A file that can be read and has no settings of a registry may
    be for another generator, so its problems as YAML are left to `settings_in`.
    """
    own = _own(config.document) if config.document else {}
    is_ours = bool(own) or config.document is None
    stated = own.get("includes")
    problems = (*(config.unreadable if is_ours else ()), *config.problems)
    if not stated or problems:
        return (), problems
    return tuple(_include(each) for each in cast("list[dict[str, Any]]", stated)), ()


def _include(stated: dict[str, Any]) -> Include:
    return Include(
        name=stated["name"],
        url=_with_slash(stated["url"]),
        trust=stated["trust"],
        mirrors=tuple(map(_with_slash, stated.get("mirrors", ()))),
        publishers=tuple(stated.get("publishers", ())),
        manuals=tuple(stated.get("manuals", ())),
    )


def _with_slash(url: str) -> str:
    return f"{url.rstrip('/')}/"


def check_featured(config: Configuration, entries: Entries) -> Iterator[Diagnostic]:
    """Yield a warning for each manual that is featured and that no list of *entries* has."""
    document = config.document
    pointer = ("extra", "registry", "featured")
    listed = [each.id for each in entries.listed]
    for index, manual_id in enumerate(array(_own(document).get("featured")) if document else ()):
        if document and isinstance(manual_id, str) and manual_id not in listed:
            yield Diagnostic(
                document.place((*pointer, index)),
                "unknown-featured",
                f"the catalogue lists no manual {manual_id!r}, so the start page cannot show it",
                did_you_mean(manual_id, listed) or "correct or remove it",
                Severity.WARNING,
            )


def has_contact(config: Configuration) -> bool:
    """Return whether pages can say where to report a problem; True where there is no site."""
    if config.document is None:
        return True
    return bool(
        string(config.document.data.get("repo_url")) or _own(config.document).get("contact")
    )


def rules_url(config: Configuration, environment: Mapping[str, str] = os.environ) -> str:
    """Return the URL below which every rule has a page, or "" if it is not known.

    Problems of *config* are left to `settings_in`: a report works without links.
    """
    site = site_url(config, environment)
    return f"{site}rules/" if site else ""


def site_url(config: Configuration, environment: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the site, with a slash at the end, or "" if it is not known yet."""
    stated = string(config.document.data.get("site_url")) if config.document else ""
    base_url = environment.get(BASE_URL_VARIABLE) or stated
    host = host_of(base_url)
    if not base_url.startswith("https://") or is_for_examples(host) or _NOWHERE.fullmatch(host):
        return ""
    return f"{base_url.rstrip('/')}/"


def _problems(document: Document | None) -> tuple[Diagnostic, ...]:
    """Return the problems of the registry's settings in *document*."""
    if document is None:
        return ()
    return (*load_schema(_SCHEMA).problems(document), *_repeated_names(document))


def _repeated_names(document: Document) -> Iterator[Diagnostic]:
    names: set[str] = set()
    for index, include in enumerate(array(_own(document).get("includes"))):
        name = string(mapping(include).get("name"))
        place = document.place(("extra", "registry", "includes", index, "name"))
        if name and name in names:
            message = f"two includes have the name {name!r}"
            yield Diagnostic(place, "repeated-include", message, "rename one of them")
        names.add(name)
        if name in RESERVED:
            message = f"{name!r} is a reserved name, so an include cannot have it"
            yield Diagnostic(place, "reserved-name", message, "choose another name")


def _own(document: Document) -> dict[str, Json]:
    """Return the settings below `extra.registry`."""
    return mapping(document.get(("extra", "registry")))
