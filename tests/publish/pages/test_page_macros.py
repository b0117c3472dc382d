"""A page that is made for each tool or manual is let go as soon as it is written."""

from __future__ import annotations

import pytest
from paths import ROOT

TEMPLATES = ROOT / "registry" / "publish" / "templates"


@pytest.mark.parametrize("name", ["tool", "manual", "publisher"])
def test_page_of_each_thing_defines_no_macro(name: str) -> None:
    """A macro and what its page knows hold each other, and a build collects no cycles."""
    source = (TEMPLATES / f"{name}.html.j2").read_text(encoding="utf-8")

    assert "{% set " in source or "{% import " in source, "it is a template"
    assert "{% macro" not in source
