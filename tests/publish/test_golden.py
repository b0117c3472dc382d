"""Published files, whole, as they were read and approved.

After a change that is meant, write them again and read the difference before committing it:

    REGENERATE=1 .venv/bin/python -m pytest tests/publish/test_golden.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from publishing import published

GOLDEN = Path(__file__).parent / "golden"

PATHS = (
    "utcp-config.json",
    "v1/openapi.json",
    "v1/functions/acme/tides.gemini.json",
    "v1/manuals/acme/tides/index.json",
    "v1/manuals/acme/tides/1.1.0/source.json",
    "v1/manuals/acme/tides/1.1.0/utcp.json",
    "v1/manuals/dell/header/1.0.0/utcp.json",
    "v1/manuals/dell/oxp/1.0.0/utcp.json",
    "v1/manuals/elm/bookshelf/1.0.0/utcp.json",
    "v1/manuals/fen/streams/1.0.0/utcp.cli.json",
    "v1/manuals/fen/withdrawn/index.json",
    "v1/publishers/acme.json",
    "v1/publishers/fen.json",
    "v1/tools/acme/tides/next-tide.json",
    "v1/tools/dell/oxp/Weekday.json",
    "v1/tools/fen/local/ring_bell.json",
    "otc/dell/otc/tools",
    "otc/dell/oxp/tools",
    "opentool/elm/bookshelf/load",
)


@pytest.mark.parametrize("path", PATHS)
def test_file_is_as_approved(path: str) -> None:
    """They are kept indented, so that a difference shows; what is published is one line."""
    found = json.dumps(published().json(path), indent=2, ensure_ascii=False) + "\n"
    golden = GOLDEN / f"{path.removesuffix('.json')}.json"
    if os.environ.get("REGENERATE"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(found, encoding="utf-8")

    assert found == golden.read_text(encoding="utf-8")


def test_no_approved_file_is_forgotten() -> None:
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*.json")}

    assert kept == {f"{path.removesuffix('.json')}.json" for path in PATHS}
