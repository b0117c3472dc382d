"""Read what whoever runs the registry decides, from the site's `mkdocs.yml`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.hosts import host_of
from registry.included import Include
from registry.load import RESERVED
from registry.publish import Settings
from registry.validate import load_schema, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json

NAME = "mkdocs.yml"
"""The file beside `manuals/` that holds the settings, unless another is named."""

BASE_URL_VARIABLE = "REGISTRY_BASE_URL"
"""The environment variable that says where the site is served, if not at `site_url`."""

_SCHEMA = Path(__file__).parent / "schemas" / "settings.schema.json"
_NOWHERE = re.compile(r"(.+\.)?(example(\.com|\.net|\.org)?|test|invalid|localhost)")
"""Hosts that nobody can have (RFC 2606): an address there stands in for one to come."""


class SettingsError(ValueError):
    """The configuration cannot be used; the text says where and why."""


def load(config: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in the `mkdocs.yml` at *config*.

    The address in *environment* under `REGISTRY_BASE_URL`, where there is one, goes before
    `site_url`: a host that assigns addresses need not change a file. Raises SettingsError.
    """
    document, problems = source.read(config.name, config.read_bytes())
    problems += _problems(document)
    if document is None or problems:
        lines = (f"{each.place}: {each.message}" for each in problems)
        raise SettingsError("\n".join(lines))
    data = document.data
    base_url = environment.get(BASE_URL_VARIABLE) or _text(data, "site_url")
    if not base_url.startswith("https://"):
        # UTCP clients refuse to call anything else, the registry's own tools included.
        raise SettingsError(f"{config.name}: site_url must be an https address, not {base_url!r}")
    return Settings(
        name=_text(data, "site_name"),
        base_url=base_url.rstrip("/") + "/",
        repository=_text(data, "repo_url").rstrip("/"),
        **_budget(document),
    )


def includes(config: bytes | None) -> tuple[tuple[Include, ...], tuple[Diagnostic, ...]]:
    """Return the registries to include, in the order of precedence, and what is wrong with them.

    *config* is what `rules_url` takes. There are none where anything is wrong. What is wrong with a
    file that names none, and is not about settings of ours, is for `load` to say.
    """
    document, problems = source.read(NAME, config) if config else (None, ())
    stated = _own(document).get("includes") if document else None
    problems = (*(problems if stated else ()), *_problems(document))
    if not stated or problems:
        return (), problems
    return tuple(_include(each) for each in cast("list[dict[str, Any]]", stated)), ()


def _include(stated: dict[str, Any]) -> Include:
    return Include(
        name=stated["name"],
        url=_slashed(stated["url"]),
        trust=stated["trust"],
        mirrors=tuple(map(_slashed, stated.get("mirrors", ()))),
        publishers=tuple(stated.get("publishers", ())),
        manuals=tuple(stated.get("manuals", ())),
    )


def _slashed(url: str) -> str:
    return f"{url.rstrip('/')}/"


def rules_url(config: bytes | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the address below which every rule has a page, "" where there is none to open.

    *config* is the content of the `mkdocs.yml`, None where there is no such file. Whatever is wrong
    with it is for `load` to say: a report can be printed without links.
    """
    site = site_url(config, environment)
    return f"{site}rules/" if site else ""


def site_url(config: bytes | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return where the site is, with a slash at the end, "" where that is not known yet.

    *config* is what `rules_url` takes.
    """
    document = source.read(NAME, config)[0] if config else None
    stated = _text(document.data, "site_url") if document else ""
    base_url = environment.get(BASE_URL_VARIABLE) or stated
    if not base_url.startswith("https://") or _NOWHERE.fullmatch(host_of(base_url)):
        return ""
    return f"{base_url.rstrip('/')}/"


def _text(data: Mapping[str, Json], key: str) -> str:
    value = data.get(key, "")
    return value if isinstance(value, str) else ""


def _problems(document: Document | None) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the settings that are ours in *document*."""
    if document is None:
        return ()
    return (*load_schema(_SCHEMA).problems(document), *_repeated(document))


def _repeated(document: Document) -> Iterator[Diagnostic]:
    stated = _own(document).get("includes")
    seen: set[str] = set()
    for index, each in enumerate(stated if isinstance(stated, list) else ()):
        name = each.get("name") if isinstance(each, dict) else None
        if isinstance(name, str) and name in seen:
            place = document.place(("extra", "registry", "includes", index, "name"))
            message = f"two includes have the name {name!r}"
            yield problem(place, "repeated-include", message, "call one of them by another name")
        seen.add(str(name))
        if name in RESERVED:
            place = document.place(("extra", "registry", "includes", index, "name"))
            message = f"{name!r} is reserved, so no include can have this name"
            yield problem(place, "reserved-name", message, "choose another name")


def _own(document: Document) -> dict[str, Json]:
    """Return the settings below `extra.registry`."""
    own = document.get(("extra", "registry"))
    return own if isinstance(own, dict) else {}


def _budget(document: Document) -> dict[str, int]:
    own = cast("dict[str, int]", _own(document))
    return {"utcp_budget": own["utcp_budget"]} if "utcp_budget" in own else {}
