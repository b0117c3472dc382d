"""The same tools give the same bytes, wherever and whenever they are built."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from registry import search

pytestmark = pytest.mark.slow

MANUALS = Path(__file__).parent / "manuals"

BUILD = """
import sys
from pathlib import Path
from registry import search
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
sys.stdout.buffer.write(search.build(assemble(load_tree(Path(sys.argv[1])))[0]).to_bytes())
"""


@pytest.mark.parametrize(
    ("seed", "zone"), [("0", "UTC"), ("1", "Asia/Kathmandu"), ("4711", "America/St_Johns")]
)
def test_bytes_do_not_depend_on_the_surroundings(
    index: search.Index, seed: str, zone: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LANG": "C"}
    built = subprocess.run(
        [sys.executable, "-c", BUILD, MANUALS],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=True,
    )

    assert built.stdout == index.to_bytes()
    assert not list(tmp_path.iterdir())


def test_the_zip_says_nothing_of_time_and_machine(index: search.Index) -> None:
    with zipfile.ZipFile(BytesIO(index.to_bytes())) as archive:
        entries = archive.infolist()

    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.create_system for entry in entries} == {3}
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
    assert [entry.filename for entry in entries] == ["about.json", "MAIN_tools.seg", "_MAIN_1.toc"]


def test_a_file_written_again_is_the_same(index: search.Index) -> None:
    assert search.open_index(index.to_bytes()).to_bytes() == index.to_bytes()
