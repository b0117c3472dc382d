"""Read what whoever runs the registry decides, from the site's `mkdocs.yml`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, cast

from registry import source
from registry.hosts import host_of
from registry.publish import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from registry.source import Json

NAME = "mkdocs.yml"
"""The file beside `manuals/` that holds the settings, unless another is named."""

BASE_URL_VARIABLE = "REGISTRY_BASE_URL"
"""The environment variable that says where the site is served, if not at `site_url`."""

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
        **_own(data, config.name),
    )


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


def _own(data: Mapping[str, Json], name: str) -> dict[str, int]:
    """Return the settings below `extra.registry`, which are numbers; refuse unknown ones."""
    extra = data.get("extra")
    own = extra.get("registry", {}) if isinstance(extra, dict) else {}
    known = ("utcp_budget",)
    for key, value in cast("dict[str, Json]", own).items():
        if key not in known or not isinstance(value, int) or isinstance(value, bool):
            raise SettingsError(f"{name}: extra.registry.{key} = {value!r} is no setting")
    return cast("dict[str, int]", own)
