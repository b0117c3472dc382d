"""A manual is shown as it will be: its page, and what an agent gets."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from paths import ROOT

from registry.authoring import preview
from registry.cli import main
from registry.settings import load_settings

if TYPE_CHECKING:
    from click.testing import Result

pytestmark = pytest.mark.slow

SAMPLES = ROOT / "tests" / "broken" / "_base" / "manuals"
BROKEN = ROOT / "tests" / "broken" / "url-plain-http" / "manuals"
CONFIG = ("--config", str(ROOT / "mkdocs.yml"))


def run(*arguments: str, manuals: Path = SAMPLES) -> Result:
    return CliRunner().invoke(main, ["preview", *arguments, "--manuals", str(manuals), *CONFIG])


def name_of_tool() -> str:
    (tool,) = preview.find_subject(SAMPLES, "example/sample").release.tools
    return tool.name


def test_json_is_what_an_agent_gets() -> None:
    whole = json.loads(run("example/sample", "--json").stdout)
    alone = json.loads(run(f"example/sample/{name_of_tool()}", "--json").stdout)

    assert set(whole) == {"utcp_version", "manual_version", "tools"}
    assert whole["tools"] == [alone]


def test_page_is_served_and_the_json_is_the_published_one() -> None:
    name = f"example/sample/{name_of_tool()}"
    program = (sys.executable, "-m", "registry", "preview", name, "--manuals", str(SAMPLES))
    with subprocess.Popen(
        (*program, *CONFIG), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as shown:
        assert shown.stdout is not None
        assert shown.stderr is not None
        told = iter(shown.stderr.readline, "")
        address = next(found[0] for line in told if (found := re.search(r"http://\S+", line)))
        root = address.removesuffix(f"tools/{name}/")
        page = get(address)
        manual = json.loads(get(f"{root}v1/manuals/example/sample/latest/utcp.json"))
        whole = get(f"{root}manuals/example/sample/")
        shown.send_signal(signal.SIGINT)
        reported = shown.stdout.read()
    printed = json.loads(run(name, "--json").stdout)

    assert "utcp_version" not in reported
    assert "get_weather" in page
    assert "sample" in whole
    assert manual["tools"] == [printed]
    assert shown.returncode == 0


def test_what_another_publisher_replaces_is_shown_with_it(tmp_path: Path) -> None:
    manuals = tmp_path / "manuals"
    shutil.copytree(SAMPLES, manuals)
    shutil.copytree(manuals / "example", manuals / "other")
    (manuals / "other" / "publisher.yaml").write_text(
        (manuals / "example" / "publisher.yaml").read_text().replace("Example", "Other")
    )
    status = "status: {state: deprecated, since: '2026-01-01', reason: Renamed., replaced_by: %s}\n"
    listing = manuals / "example" / "sample" / "manual.yaml"
    listing.write_text(f"title: Sample\n{status % 'other/sample'}")
    printed = run("example/sample", "--json", manuals=manuals)
    subject = preview.find_subject(manuals, "example/sample")
    settings = load_settings(ROOT / "mkdocs.yml")
    (folder := tmp_path / "shown").mkdir()
    built = preview.build_publisher(subject, manuals, folder, ROOT / "mkdocs.yml", settings)

    assert (printed.exit_code, printed.stderr) == (0, "")
    assert [each for each in built.checked.diagnostics if each.severity == "error"] == []
    page = folder / "site" / "manuals" / "example" / "sample" / "index.html"
    assert "other/sample" in page.read_text(encoding="utf-8")


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as response:
        text: str = response.read().decode()
    return text


def test_manual_with_errors_is_not_shown(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    shutil.copytree(BROKEN, tmp_path / "manuals", dirs_exist_ok=True)
    done = run("example/sample", manuals=tmp_path / "manuals")

    assert done.exit_code == 1
    assert "plain-http-url" in done.stdout


def test_problem_is_at_the_path_that_leads_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though a copy of it is built."""
    folder = Path("tools") / "manuals"
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLES, folder)
    shutil.copytree(BROKEN, folder, dirs_exist_ok=True)
    done = run("example/sample", manuals=folder)
    place = done.stdout.partition(":")[0]

    assert Path(place).is_file(), done.output


def test_manual_that_cannot_be_read_is_to_be_checked(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    file = tmp_path / "manuals" / "example" / "sample" / "1.0.0.yaml"
    file.write_text("tools: [\n", encoding="utf-8")
    done = run("example/sample", manuals=tmp_path / "manuals")

    assert done.exit_code == 2
    assert "1.0.0.yaml has errors; run: registry check " in done.stderr


def test_json_of_a_manual_with_errors_says_so(tmp_path: Path) -> None:
    """A tool that cannot be read is not in it, and does not look as if it had never been there."""
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    file = tmp_path / "manuals" / "example" / "sample" / "1.0.0.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("type: object", "type: objec", 1), encoding="utf-8")
    whole = run("example/sample", "--json", manuals=tmp_path / "manuals")
    tool = run("example/sample/get_weather", "--json", manuals=tmp_path / "manuals")

    assert (whole.exit_code, tool.exit_code) == (1, 2)
    assert json.loads(whole.stdout)["tools"] == []
    for done in (whole, tool):
        assert "1.0.0.yaml has errors" in done.stderr
        assert "run: registry check" in done.stderr


def test_exemptions_of_other_publishers_are_not_judged(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    exemption = "{manual: acme/clock, rule: plain-http-url, reason: It is in our own network.}"
    text = f"levels: {{reserved-host: ignored}}\nexemptions: [{exemption}]\n"
    (tmp_path / "rules.yaml").write_text(text, encoding="utf-8")
    subject = preview.find_subject(tmp_path / "manuals", "example/sample")
    folder = tmp_path / "preview"
    folder.mkdir()
    config = ROOT / "mkdocs.yml"
    built = preview.build_publisher(
        subject, tmp_path / "manuals", folder, config, load_settings(config)
    )

    assert built.written
    assert built.checked.diagnostics == ()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("example/smaple", "did you mean 'example/sample'"),
        ("example", "no manual"),
        ("manuals/example/sample", "'example' has example/"),
        ("../../etc/passwd", "no manual"),
        ("example/sample/nothing", "has no tool 'nothing'; it has get_weather"),
    ],
)
def test_what_is_not_there_is_wrong_use(name: str, words: str) -> None:
    done = run(name)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_withdrawn_manual_is_not_shown(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "manuals")
    listing = tmp_path / "manuals" / "example" / "sample" / "manual.yaml"
    listing.write_text('yanked: {"1.0.0": It is wrong.}\n', encoding="utf-8")
    done = run("example/sample", "--json", manuals=tmp_path / "manuals")

    assert done.exit_code == 2
    assert "all are yanked" in " ".join(done.stderr.split())
