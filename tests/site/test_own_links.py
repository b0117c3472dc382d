"""What an operator's own settings and pages name is in the site, or the build says where not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from registry import pipeline
from registry.authoring.init import RegistryConfig, create_registry

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

URL = "https://tools.acme.com/tools/"

PAGE = """\
# Help

[here](#top) and [the agents](agents.md), [all](../catalogue/) and
[nothing](catalogue/), [nothing](https://tools.acme.com/tools/nothing)
[elsewhere](https://www.acme.com/nothing), [mail](mailto:tools@acme.com) and <a href="/">above</a>,
<a href="https://[your-host]/">no address</a> and [out of the docs](/agents.md).

    [shown](shown/)
"""


def dead_links(root: Path) -> list[tuple[str, int, str]]:
    built = pipeline.build(root / "manuals", root / "site", root / "mkdocs.yml")
    assert built.written
    return [
        (each.place.path, each.place.line, f"{each.message}; {each.hint}")
        for each in built.checked.diagnostics
        if each.rule == "dead-link"
    ]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new registry, which is the working directory."""
    list(create_registry(tmp_path, RegistryConfig("Tools of Acme", URL), "2026-11-20"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_new_registry_has_no_dead_links(own: Path) -> None:
    assert os.environ.get("REGISTRY_BASE_URL", "") == ""
    assert dead_links(own) == []


def test_dead_links_of_the_settings_and_of_pages_are_reported_at_their_place(own: Path) -> None:
    config = (own / "mkdocs.yml").read_text(encoding="utf-8")
    config = config.replace("  # logo: assets/logo.svg ", "  logo: logo.svg #")
    config = config.replace("favicon: assets/icon.svg", "favicon: icon.svg")
    config = config.replace("url: catalogue/", "url: catalog/").replace("assets/own.css", "own.css")
    (own / "mkdocs.yml").write_text(config, encoding="utf-8")
    (own / "docs/help.md").write_text(PAGE, encoding="utf-8")
    at = {
        link: next(number for number, line in enumerate(config.splitlines(), 1) if link in line)
        for link in ("icon.svg", "logo.svg", "catalog/", "- own.css")
    }
    add = "correct it, or add the page or file below docs/"
    nothing = "https://tools.acme.com/tools/nothing"

    assert dead_links(own) == [
        (
            "docs/help.md",
            4,
            f"'catalogue/' leads nowhere: the site has no 'help/catalogue/'; {add}",
        ),
        ("docs/help.md", 4, f"{nothing!r} leads nowhere: the site has no 'nothing'; {add}"),
        (
            "mkdocs.yml",
            at["icon.svg"],
            f"'icon.svg' leads nowhere: the site has no 'icon.svg'; {add}",
        ),
        (
            "mkdocs.yml",
            at["logo.svg"],
            f"'logo.svg' leads nowhere: the site has no 'logo.svg'; {add}",
        ),
        (
            "mkdocs.yml",
            at["catalog/"],
            "'catalog/' leads nowhere: the site has no 'catalog/'; did you mean 'catalogue'?",
        ),
        (
            "mkdocs.yml",
            at["- own.css"],
            f"'own.css' leads nowhere: the site has no 'own.css'; {add}",
        ),
    ]


def test_hand_written_page_that_other_pages_link_to_is_missed(own: Path) -> None:
    """Also one that the program's next version links to, after an upgrade."""
    config = (own / "mkdocs.yml").read_text(encoding="utf-8")
    menu = "    - title: Submit\n      url: submit/\n"
    page = "  - Submit a manual: submit.md\n"
    assert menu in config
    assert page in config
    (own / "mkdocs.yml").write_text(config.replace(menu, "").replace(page, ""), encoding="utf-8")
    (own / "docs/submit.md").unlink()
    (own / "docs/protocols/otc.md").unlink()

    line = config[: config.index("site_name:")].count("\n") + 1
    has_not = "which the site does not have; add docs/"
    assert dead_links(own) == [
        ("mkdocs.yml", line, f"protocols/ links to 'protocols/otc/', {has_not}protocols/otc.md"),
        ("mkdocs.yml", line, f"the start page links to 'submit/', {has_not}submit.md"),
    ]
