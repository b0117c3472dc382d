"""The program in JavaScript on the page about function calls goes from a question to an answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from model_endpoint import model_endpoint
from paths import ROOT
from released_clients import TYPESCRIPT, runner

if TYPE_CHECKING:
    from contract_site import Site
    from model_endpoint import Endpoint

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "function-calls.md").read_text(encoding="utf-8")
PROGRAM = re.search(r"^## JavaScript\n.*?```js\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)
MANUAL = "acme/tides"


def said(site: Site, endpoint: Endpoint) -> str:
    """Return what the program prints where the *endpoint* is the model."""
    assert PROGRAM
    code = PROGRAM[1].replace("https://registry.example/", site.url)
    done = subprocess.run(
        [*runner("typescript"), "--input-type=module", "-"],
        input=code.replace("open-meteo/forecast", MANUAL),
        cwd=TYPESCRIPT,
        env={
            "PATH": os.environ["PATH"],
            "OPENAI_BASE_URL": f"{endpoint.url}/v1",
            "registry_ACME__TIDES__API_KEY": "acme-key",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    printed: str = done.stdout
    return printed.splitlines()[-1]


@pytest.fixture
def given() -> dict[str, Any]:
    return {"port": "Oslo", "days": None}


def test_answer_of_the_tool_gets_to_the_model(site: Site, given: dict[str, Any]) -> None:
    with model_endpoint("acme_tides__next_tide", given) as endpoint:
        printed = said(site, endpoint)
    sent = site.echo.seen[-1]

    assert "Oslo" in printed
    assert "days" not in sent.query
    assert "next_tide" in json.dumps(endpoint.bodies[0]["tools"])


def test_what_went_wrong_gets_to_the_model(site: Site, given: dict[str, Any]) -> None:
    with model_endpoint("acme_tides__no_tide", given) as endpoint:
        assert "no_tide' not found" in said(site, endpoint)
