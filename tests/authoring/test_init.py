"""A new registry passes its own check, builds, and can be read; nothing is ever overwritten."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import SplitResult, parse_qs, urljoin, urlsplit

import pytest
import yaml
from click.testing import CliRunner
from page_facts import pages_of
from paths import ROOT
from seen import some

from registry import pipeline, settings
from registry.authoring.init import (
    NOWHERE,
    CannotCreateError,
    RegistryConfig,
    create_registry,
)
from registry.cli import main
from registry.publish._pages import paths
from registry.site import smoke

if TYPE_CHECKING:
    from collections.abc import Iterator

TODAY = "2026-11-20"
CHARTER = RegistryConfig(
    'Tools: "Acme" & <friends>', "https://tools.acme.com/all", "acme/registry@v1.2.3"
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new registry."""
    folder = tmp_path_factory.mktemp("own") / "tools"
    assert list(create_registry(folder, CHARTER, TODAY))
    return folder


@pytest.fixture(scope="module")
def built(own: Path) -> Path:
    """Return the new registry with its built site."""
    config = own / "mkdocs.yml"
    pipeline.build(own / "manuals", own / "site", config, settings.load_settings(config))
    return own


@pytest.mark.slow
def test_its_example_has_no_problems(own: Path) -> None:
    assert pipeline.check(own / "manuals").diagnostics == ()


def test_its_example_is_formatted(own: Path) -> None:
    """Or the hook would change it at the first commit."""
    done = CliRunner().invoke(main, ["fmt", "--check", "--manuals", str(own / "manuals")])

    assert (done.exit_code, done.stdout) == (0, "")


def test_its_settings_are_those_that_were_asked_for(own: Path) -> None:
    known = settings.load_settings(own / "mkdocs.yml")

    assert known.name == CHARTER.name
    assert known.base_url == "https://tools.acme.com/all/"
    assert known.utcp_budget == settings.load_settings(ROOT / "mkdocs.yml").utcp_budget


@pytest.mark.slow
def test_nginx_knows_the_ending_of_every_file(built: Path) -> None:
    """What it does not know would be sent as JSON, as files without an ending are."""
    text = (built / "deploy/nginx.conf").read_text("utf-8")
    types = set(re.findall(r"^ {8}[a-z]+/\S+ (\w+);$", text, re.MULTILINE))
    names = [path for path in (built / "site").rglob("*.*") if path.is_file()]

    assert {path.suffix.removeprefix(".") for path in some(names)} <= types


def test_nginx_leads_to_the_host_that_was_asked(own: Path) -> None:
    """Behind another server, neither its scheme nor its port is what readers see."""
    text = (own / "deploy/nginx.conf").read_text("utf-8")

    assert "location = /all { absolute_redirect off; return 301 /all/$is_args$args; }" in text
    assert text.count("absolute_redirect off;") == 2


@pytest.mark.slow
def test_its_site_can_be_read(built: Path) -> None:
    assert list(smoke.smoke_problems(str(built / "site"), 10)) == []
    page = (built / "site/agents/index.html").read_text("utf-8")
    assert "https://tools.acme.com/all/utcp" in page


@pytest.mark.slow
def test_pages_of_its_documentation_are_one_list(built: Path) -> None:
    page = (built / "site/agents/index.html").read_text("utf-8")
    menu = page.partition('<nav class="docs__nav"')[2].partition("</nav>")[0]

    assert menu.count("<ul>") == menu.count("</ul>") == 1
    assert menu.count("<li>") > 1


@pytest.mark.slow
def test_every_link_of_its_site_leads_somewhere(built: Path) -> None:
    site, base = built / "site", "https://tools.acme.com/all/"
    dead = [
        (path, link)
        for path, facts in pages_of(site).items()
        for _, link in facts.links
        if (url := urljoin(f"{base}{path}", link)).startswith(base)
        if not is_there(site, urlsplit(url.removeprefix(base)))
    ]

    assert dead == []


def is_there(site: Path, url: SplitResult) -> bool:
    path = site / url.path
    file = path / "index.html" if path.is_dir() else path
    return file.is_file() and (
        not url.fragment or f'id="{url.fragment}"' in file.read_text("utf-8")
    )


def test_nothing_is_left_to_fill_in(own: Path) -> None:
    for path in some(found_files(own)):
        assert "@@" not in path.read_text(encoding="utf-8"), path


def found_files(own: Path) -> Iterator[Path]:
    """Yield the files of the registry, without those of its site and what a check has kept."""
    files = (path for path in own.rglob("*") if path.is_file())
    return (path for path in files if not {"site", ".cache"} & {*path.relative_to(own).parts})


def test_its_workflows_use_the_action_that_was_named(own: Path) -> None:
    used = [
        line.partition("uses: ")[2]
        for path in (own / ".github/workflows").glob("*.yml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses: " in line
    ]
    pinned = re.compile(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")

    assert CHARTER.action in used
    assert all(each == CHARTER.action or pinned.fullmatch(each) for each in used)


def test_its_workflows_give_inputs_that_the_action_has(own: Path) -> None:
    action = cast("dict[str, Any]", yaml.safe_load((ROOT / "action.yml").read_text("utf-8")))
    given = [
        step["with"].keys()
        for path in (own / ".github/workflows").glob("*.yml")
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
        for step in job["steps"]
        if step.get("uses") == CHARTER.action
    ]

    assert len(given) == 3
    assert all(each <= action["inputs"].keys() for each in given)


def test_its_workflows_have_no_finding(own: Path, tmp_path: Path) -> None:
    """With the action pinned to a commit, as the guide has it."""
    pinned = CHARTER.action.replace("v1.2.3", "0123456789" * 4)
    shutil.copytree(own / ".github", tmp_path / ".github")
    for path in (tmp_path / ".github/workflows").glob("*.yml"):
        path.write_text(path.read_text("utf-8").replace(CHARTER.action, pinned), "utf-8")
    programs = Path(sys.executable).parent
    files = (tmp_path / ".github/workflows").glob("*.yml")
    for name, *words in (
        ("zizmor", "--offline", "--persona=auditor", str(tmp_path)),
        ("jactionlint", "--strict-exit", "--no-online", "--no-hints", *map(str, files)),
    ):
        done = subprocess.run([programs / name, *words], capture_output=True, check=False)

        assert done.returncode == 0, done.stdout.decode()


def test_every_form_that_pages_lead_to_is_written(own: Path) -> None:
    home = settings.Settings("Acme", "https://tools.acme.com/", "https://github.com/acme/tools")
    links = (
        paths.report_url(home, "acme/clock"),
        paths.submit_url(home),
        paths.request_url(home.repository),
    )
    linked = {parse_qs(urlsplit(each).query)["template"][0] for each in links}

    assert linked == {each.name for each in (own / ".github/ISSUE_TEMPLATE").iterdir()}


def test_without_an_action_there_are_no_workflows(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["init", str(tmp_path / "own")])

    assert done.exit_code == 0
    assert not (tmp_path / "own/.github").exists()
    assert not (tmp_path / "own/.pre-commit-config.yaml").exists()
    assert "--action" in done.stderr


@pytest.mark.parametrize(
    ("revision", "is_told"), [("v1.2.3", True), ("main", True), ("0123456789" * 4, False)]
)
def test_action_whose_revision_can_be_moved_is_told(
    tmp_path: Path, revision: str, *, is_told: bool
) -> None:
    done = CliRunner().invoke(
        main, ["init", str(tmp_path / "own"), "--action", f"acme/registry@{revision}"]
    )

    assert done.exit_code == 0
    assert ("can be moved to other code" in done.stderr) == is_told


def test_address_that_was_not_stated_is_said_to_be_in_all_files_that_name_it(
    tmp_path: Path,
) -> None:
    done = CliRunner().invoke(main, ["init", str(tmp_path / "own")])
    (said,) = (each for each in done.stderr.splitlines() if NOWHERE in each)
    named = {
        path.relative_to(tmp_path / "own").parts[0]
        for path in found_files(tmp_path / "own")
        if "registry.example" in path.read_text(encoding="utf-8")
    }

    assert named == {"README.md", "mkdocs.yml", "docs", "deploy"}
    assert all(each in said for each in named)


def test_schemas_for_editors_are_written_and_named_and_can_be_renewed(own: Path) -> None:
    for path in (own / "manuals").rglob("*.yaml"):
        first = path.read_text("utf-8").partition("\n")[0]
        assert (path.parent / first.partition("$schema=")[2]).resolve().is_file(), path
    schema = own / "schemas/manual.json"
    whole = schema.read_bytes()
    schema.write_text("old", encoding="utf-8")

    assert CliRunner().invoke(main, ["init", str(own), "--schemas"]).exit_code == 0
    assert schema.read_bytes() == whole


@pytest.mark.slow
def test_start_page_has_the_name_and_nothing_of_another_registry(built: Path) -> None:
    text = (built / "site/index.html").read_text("utf-8")

    assert "<h1>Tools: &#34;Acme&#34; &amp; &lt;friends&gt;</h1>" in text
    assert not re.search(r"public API|weather", text, re.IGNORECASE)


def test_clone_of_an_empty_repository_can_be_filled(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    done = CliRunner().invoke(main, ("init", str(tmp_path)))

    assert done.exit_code == 0, done.output
    assert (tmp_path / "mkdocs.yml").is_file()


def test_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = CliRunner().invoke(main, ["init", str(tmp_path)])

    assert done.exit_code == 2
    assert "not an empty folder" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "a\nb"},
        {"url": "http://tools.acme.com/"},
        {"url": "https://tools.acme.com/?x"},
        {"url": 'https://tools.acme.com/"'},
        {"url": "tools.acme.com"},
        {"action": "acme/registry"},
        {"action": "acme/registry@v1 # x"},
        {"action": "./local@v1"},
        {"action": "acme/registry@e8409657c7f0"},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(CannotCreateError):
        RegistryConfig(**{"name": "Tools", **wrong})


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("https://Tools.Acme.COM/x", "https://tools.acme.com/x"),
        ("HTTPS://tools.acme.com", "https://tools.acme.com/"),
        ("http://tools.acme.com:80/", "https://tools.acme.com/"),
        ("https://me:hunter2@tools.acme.com/", "https://tools.acme.com/"),
        ("https://m\xfcnchen.example/", "https://xn--mnchen-3ya.example/"),
        ("https://stra\xdfe.example/", "one like https://tools.acme.com/"),
        ("https://tools.acme.com:999999/", "one like https://tools.acme.com/"),
    ],
)
def test_url_that_is_meant_is_named_without_its_password(url: str, meant: str) -> None:
    with pytest.raises(CannotCreateError) as told:
        RegistryConfig("Tools", url)

    assert f"{told.value}".endswith(f"is not the URL of a site; write {meant}")
    assert "hunter2" not in f"{told.value}"


def test_what_comes_next_can_be_pasted_for_a_folder_with_a_space(tmp_path: Path) -> None:
    folder = tmp_path / "our tools"
    answer = CliRunner().invoke(main, ["init", str(folder)])
    assert f"next: cd '{folder}' && git init -b main &&" in answer.stderr
