"""What an agent starts often loads only what it needs, whatever else is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

HEAVY = {
    "cryptography",
    "httpcore2",
    "httpx2",
    "jinja2",
    "jsonschema",
    "jsonschema_rs",
    "mcp",
    "mkdocs",
    "pydantic",
    "tiktoken",
    "tuf",
    "whoosh",
    "yaml",
}

LOADED = "import json, sys; print(json.dumps([name.partition('.')[0] for name in sys.modules]))"


def loaded_by(program: str, *words: str) -> set[str]:
    command = [sys.executable, "-c", f"{program}\n{LOADED}", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("module", ["registry.client", "registry.client.catalogue", "registry.cli"])
def test_module_loads_no_library_that_reading_does_not_need(module: str) -> None:
    assert not loaded_by(f"import {module}") & HEAVY


def test_search_of_a_published_registry_loads_none_either(site: Path) -> None:
    program = "from registry.cli import main; main(standalone_mode=False)"
    program = f"import sys\nsys.argv[0] = 'registry'\ntry:\n  {program}\nexcept SystemExit: pass"

    assert not loaded_by(program, "search", "brook", "--registry", str(site)) & HEAVY
