"""What whoever runs the registry decides is read from `mkdocs.yml`, strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from broken import lay_out
from paths import ROOT

from registry import pipeline, settings
from registry.diagnostics import Severity
from registry.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def config(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mkdocs.yml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_configuration_of_this_registry_can_be_used() -> None:
    found = settings.load_settings(ROOT / "mkdocs.yml", {})

    assert found.name == "Open Tool Registry"
    assert found.base_url.startswith("https://")
    assert found.utcp_budget == 2 * 1024 * 1024


def test_every_setting_is_read(tmp_path: Path) -> None:
    path = config(
        tmp_path,
        "site_name: Acme\nsite_url: https://acme.example/tools\n"
        "repo_url: https://git.example/acme/\nextra: {registry: {utcp_budget: 7}}\n",
    )

    assert settings.load_settings(path, {}) == Settings(
        "Acme", "https://acme.example/tools/", "https://git.example/acme", 7
    )


def test_pages_of_the_menu_have_the_addresses_that_the_generator_gives_them(tmp_path: Path) -> None:
    path = config(
        tmp_path,
        "site_name: Acme\nsite_url: https://acme.example/\n"
        "nav: [index.md, Use: [use/README.md, use/reindex.md], security.md]\n",
    )

    assert settings.load_settings(path, {}).docs == ("/", "use/", "use/reindex/", "security/")


def test_the_environment_says_where_the_site_is_served(tmp_path: Path) -> None:
    path = config(tmp_path, "site_name: Acme\nsite_url: https://acme.example/\n")
    environment = {"REGISTRY_BASE_URL": "https://pages.example/acme"}

    assert settings.load_settings(path, environment).base_url == "https://pages.example/acme/"


@pytest.mark.parametrize(
    ("stated", "served", "address"),
    [
        ("https://tools.acme.com", None, "https://tools.acme.com/rules/"),
        ("https://acme.com/tools/", None, "https://acme.com/tools/rules/"),
        ("https://registry.example/", "https://pages.acme.com", "https://pages.acme.com/rules/"),
        ("https://registry.example/", None, ""),
        ("https://docs.EXAMPLE.org/", None, ""),
        ("https://registry.test/", None, ""),
        ("https://localhost:8000/", None, ""),
        ("https://myexample.com/", None, "https://myexample.com/rules/"),
        ("http://acme.com/", None, ""),
        ("", None, ""),
    ],
)
def test_rules_have_an_address_where_somebody_could_open_it(
    stated: str, served: str | None, address: str
) -> None:
    environment = {"REGISTRY_BASE_URL": served} if served else {}

    assert (
        settings.rules_url(
            settings.read_configuration(f"site_url: {stated}\n".encode()), environment
        )
        == address
    )


def test_address_that_cannot_be_used_is_said_where_it_was_given(tmp_path: Path) -> None:
    path = config(tmp_path, "site_name: Acme\nsite_url: https://acme.example/\n")

    with pytest.raises(settings.SettingsError, match=r"^REGISTRY_BASE_URL must be the https URL"):
        settings.load_settings(path, {"REGISTRY_BASE_URL": "tools.acme.com"})


@pytest.mark.parametrize(
    ("text", "is_reported"),
    [
        ("site_url: [\n", True),
        ("site_name: !ENV NAME\nextra: {registry: {contact: 'https://acme.com/'}}\n", True),
        ("site_name: !ENV NAME\n", False),
        ("site_name: Acme\n", False),
    ],
    ids=["no YAML", "settings with a tag", "a tag, and no settings", "no settings"],
)
def test_check_reports_settings_with_which_no_site_can_be_built(
    tmp_path: Path, text: str, *, is_reported: bool
) -> None:
    """But for what may be the configuration of other pages next to the manuals."""
    config(tmp_path, text)
    (tmp_path / "manuals").mkdir()
    checked = pipeline.check(tmp_path / "manuals")

    assert [each.place.path for each in checked.diagnostics] == ["mkdocs.yml"] * is_reported
    assert checked.is_publishable != is_reported


@pytest.mark.parametrize("config", [None, b"", b"\xff", b"- a list\n", b"site_url: [7]\n"])
def test_a_report_does_without_links_where_there_are_no_settings(config: bytes | None) -> None:
    assert settings.rules_url(settings.read_configuration(config), {}) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("site_name: Acme\n", "site_url"),
        ("site_name: Acme\nsite_url: ftp://acme.example/\n", "site_url"),
        ("site_name: Acme\nsite_url: http://acme.example/\n", "https"),
        ("site_name: Acme\nsite_url: https://me:secret@acme.example/\n", "site_url must be"),
        ("site_name: Acme\nsite_url: https://acme.example/?tools\n", "site_url must be"),
        ("site_name: Acme\nsite_url: 'https://acme.example/#tools'\n", "site_url must be"),
        ("site_name: Acme\nsite_url: https://acme.example/our tools/\n", "site_url must be"),
        ("site_url: https://a.example/\nextra: {registry: {budget: 7}}\n", "budget"),
        ("site_url: https://a.example/\nextra: {registry: {utcp_budget: big}}\n", "utcp_budget"),
        (
            "site_url: https://a.example/\nextra: {registry: {contact: a@a.com}}\n",
            "; write `mailto:a@a.com`",
        ),
        (
            (
                "site_url: https://a.example/\nextra: {registry: {includes: [{name: acme, "
                "url: https://b.example/, root: trust/acme.root.json}]}}\n"
            ),
            "rename it to `trust`",
        ),
        ("site_url: https://a.example/\n", "site_name is missing; add"),
        ("site_name: Acme\ntheme: {name: readthedocs}\n", "theme must be material"),
        ("site_name: Acme\ntheme: mkdocs\n", "theme must be material.*, not 'mkdocs'"),
        ("site_url: [\n", "mkdocs.yml:2:1"),
        ("site_url: !!python/name:os.system https://a.example/\n", "mkdocs.yml:1"),
    ],
)
def test_a_configuration_that_cannot_be_used_says_where(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(settings.SettingsError, match=said):
        settings.load_settings(config(tmp_path, text), {})


def test_no_message_repeats_the_password_of_an_address(tmp_path: Path) -> None:
    include = "{name: acme, url: 'https://me:hunter2@a.example/', trust: trust/acme.root.json}"
    text = f"site_name: Acme\nextra: {{registry: {{includes: [{include}]}}}}\n"

    with pytest.raises(settings.SettingsError, match=r"https://me:…@a\.example/") as refused:
        settings.load_settings(config(tmp_path, text), {})
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("site_name: 7\n", (1, "unquoted-text", 'quote it: "7"')),
        ("site_name: ''\n", (1, "malformed-value", "fill it in")),
        ("site_name: [Acme]\n", (1, "wrong-type", "")),
        ("site_description: 7\n", (1, "unquoted-text", 'quote it: "7"')),
        ("repo_url: 7\n", (1, "unquoted-text", 'quote it: "7"')),
        ("extra:\n  menu:\n  - title: All\n", (3, "missing-key", "add `url: catalogue/`")),
        ("extra:\n  footer:\n  - url: a/\n", (3, "missing-key", "add `title: Catalogue`")),
        ("extra:\n  menu: catalogue/\n", (2, "wrong-type", "write a list")),
    ],
)
def test_check_reports_what_the_frame_of_all_pages_cannot_be_made_of(
    tmp_path: Path, text: str, problem: tuple[int, str, str]
) -> None:
    config(tmp_path, text)
    (tmp_path / "manuals").mkdir()
    line, rule, hint = problem
    found = pipeline.check(tmp_path / "manuals").diagnostics

    assert [(each.place.line, each.rule) for each in found] == [(line, rule)]
    assert found[0].hint.startswith(hint)


def test_featured_manual_that_is_not_listed_is_a_warning(tmp_path: Path) -> None:
    lay_out("_base", tmp_path)
    config(
        tmp_path,
        "site_name: Acme\nsite_url: https://acme.example/\nextra:\n  registry:\n    featured:\n"
        "      - example/sample\n      - example/sampel\n      - acme/orders\n",
    )

    found = pipeline.check(tmp_path / "manuals").diagnostics

    assert [(each.place.line, each.rule, each.severity, each.hint) for each in found] == [
        (7, "unknown-featured", Severity.WARNING, "did you mean 'example/sample'?"),
        (8, "unknown-featured", Severity.WARNING, "correct or remove it"),
    ]
