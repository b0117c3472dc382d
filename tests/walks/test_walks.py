"""The first hour of three kinds of users, command by command; the scripts print what it takes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from paths import ROOT
from sites import sample_site

WALKS = ROOT / "benchmarks" / "walks"

pytestmark = pytest.mark.slow


def taken(script: str, *arguments: str) -> str:
    command = [sys.executable, str(WALKS / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_eight_operations_of_a_large_document_without_operation_ids_pass_in_four_commands() -> None:
    printed = taken(
        *("walk.py", str(WALKS / "contributor.sh")),
        f"DOCUMENT={WALKS / 'documents/payments.json'}",
        *("FIRST=/v1/refunds*", "SECOND=/v1/customers*"),
    )

    assert "4 commands" in printed


def test_developer_of_an_agent_goes_from_a_question_to_a_lock() -> None:
    settings = ("QUESTION=next tide", "TOOL=acme/tides/next-tide")
    site = f"SITE={sample_site().folder}"

    assert "4 commands" in taken("walk.py", str(WALKS / "agent.sh"), site, *settings)


def test_company_has_its_own_registry_behind_nginx_in_twelve_commands() -> None:
    """Skipped, with what is missing, where there is no nginx or UTCP client."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=ROOT, check=True
    )
    wheel = next((ROOT / "dist").glob("*.whl"))
    printed = taken("company.py", str(wheel))
    if printed.startswith("skipped") and os.environ.get("REGISTRY_REQUIRE_CLIENTS") != "1":
        pytest.skip(printed)

    assert "12 commands" in printed
