"""The next version is the file of the last one with another version and date in it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from examples import PUBLISHER
from paths import MANUALS
from publishing import read

from registry import pipeline
from registry.authoring.bump import bump
from registry.cli import main
from registry.diagnostics import Severity

if TYPE_CHECKING:
    from registry.model import Manual

TODAY = "2031-02-03"
TEXT = """\
# The weather, by and for everybody.
manual_version: '1.0.0'   # keep it at the top
utcp_version: "1.0.1"
tools:
  - name:   get_weather
    description: >-
      Current weather at the station
      nearest to a place, since 1.0.0.

    inputs: {type: object, properties: {version: {type: string, default: 1.0.0}}}
    tool_call_template: {call_template_type: http, url: https://api.example.com/1.0.0}
x-registry: {effects: read, released: "2026-11-20"}  # ends without a line feed"""


def lay_out(root: Path, files: dict[str, str]) -> Path:
    folder = root / "manuals" / "example" / "weather"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text(PUBLISHER, encoding="utf-8")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return root / "manuals"


def test_all_but_version_and_date_stays_byte_for_byte(tmp_path: Path) -> None:
    path = bump(lay_out(tmp_path, {"1.0.0.yaml": TEXT}), "example/weather", "minor", TODAY)
    expected = TEXT.replace("'1.0.0'", "'1.1.0'").replace("2026-11-20", TODAY)

    assert path == tmp_path / "manuals/example/weather/1.1.0.yaml"
    assert path.read_bytes() == expected.encode()


def test_release_without_a_date_gets_none(tmp_path: Path) -> None:
    text = TEXT.replace(', released: "2026-11-20"', "")
    path = bump(lay_out(tmp_path, {"1.0.0.yaml": text}), "example/weather", "patch", TODAY)

    assert path.read_text(encoding="utf-8") == text.replace("'1.0.0'", "'1.0.1'")


def test_line_ends_stay(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, {"1.0.0.yaml": TEXT.replace("\n", "\r\n")})
    path = bump(manuals, "example/weather", "patch", TODAY)

    assert path.read_bytes().count(b"\r\n") == TEXT.count("\n")


@pytest.mark.parametrize(
    ("newest", "step", "expected"),
    [
        ("1.2.3", "major", "2.0.0"),
        ("1.2.3", "minor", "1.3.0"),
        ("1.2.3", "patch", "1.2.4"),
        ("2.0.0-rc.1", "major", "2.0.0"),
        ("1.10.0", "patch", "1.10.1"),
    ],
)
def test_newest_release_is_the_one_that_is_copied(
    newest: str, step: str, expected: str, tmp_path: Path
) -> None:
    files = {f"{each}.yaml": TEXT.replace("'1.0.0'", f"'{each}'") for each in ("1.0.0", newest)}

    assert bump(lay_out(tmp_path, files), "example/weather", step, TODAY).stem == expected


def of_each_kind() -> list[Manual]:
    """Return all manuals of the first publisher with a document of each kind that we have."""
    manuals = read(MANUALS).catalogue.manuals
    publishers: dict[object, str] = {}
    for each in manuals:
        last, suffix = each.releases[-1], Path(each.releases[-1].document.path).suffix
        kind = (last.protocol, last.dialect, suffix, len(each.releases) > 1, len(last.tools) > 1)
        publishers.setdefault(kind, each.publisher.name)
    assert len(publishers) > 5
    return [each for each in manuals if each.publisher.name in publishers.values()]


@pytest.mark.slow
def test_next_version_of_every_kind_of_manual_passes_the_check(tmp_path: Path) -> None:
    manuals = tmp_path / "manuals"
    for each in of_each_kind():
        name = each.publisher.name
        if not (manuals / name).exists():
            shutil.copytree(MANUALS / name, manuals / name)
        assert bump(manuals, each.id, "patch", TODAY).exists()

    errors = [
        (each.place, each.rule)
        for each in pipeline.check(manuals).diagnostics
        if each.severity is Severity.ERROR
    ]
    assert errors == []


@pytest.mark.parametrize("written", [">-\n  1.0.0\n#", '"1\\u002E0.0"', "|-\n  1.0.0\n#"])
def test_version_is_replaced_however_it_is_written(written: str, tmp_path: Path) -> None:
    before = TEXT.replace("'1.0.0'", written)
    path = bump(lay_out(tmp_path, {"1.0.0.yaml": before}), "example/weather", "patch", TODAY)
    after = path.read_text(encoding="utf-8")

    assert 'manual_version: "1.0.1"' in after
    assert after.split("utcp_version")[1] == before.split("utcp_version")[1].replace(
        "2026-11-20", TODAY
    )


@pytest.mark.parametrize(
    ("manual", "files", "words"),
    [
        ("example/wether", {"1.0.0.yaml": TEXT}, "did you mean 'example/weather'"),
        ("example/weather", {"1.0.0.yaml": "{"}, "no release that can be read"),
        ("example/weather", {"1.0.0.yaml": TEXT, "1.0.1.yaml": "{"}, "already exists"),
        ("example/weather", {"1.0.0.yaml": TEXT, "1.0.1.json": "{"}, "1.0.1.json already exists"),
        ("../../etc", {"1.0.0.yaml": TEXT}, "no manual"),
    ],
)
def test_what_cannot_be_copied_is_wrong_use(
    manual: str, files: dict[str, str], words: str, tmp_path: Path
) -> None:
    manuals = lay_out(tmp_path, files)
    done = CliRunner().invoke(main, ["bump", "patch", manual, "--manuals", str(manuals)])

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert len(list((manuals / "example" / "weather").iterdir())) == len(files)


def test_command_prints_the_path_alone(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, {"1.0.0.yaml": TEXT})
    command = ["bump", "minor", "example/weather", "--manuals", str(manuals)]
    done = CliRunner().invoke(main, command)

    assert done.exit_code == 0
    assert Path(done.stdout.strip()).exists()
