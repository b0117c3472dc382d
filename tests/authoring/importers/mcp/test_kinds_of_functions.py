"""A hint only names an import that takes the file."""

from __future__ import annotations

import pytest
import yaml
from broken import CASES, FOLDER

from registry.authoring.importers.mcp import listing_in
from registry.authoring.importers.sources import UnusableSourceError
from registry.catalogue.not_a_manual import other_format

FUNCTIONS = [each for each in CASES if each.startswith(("function", "tool-for"))]


@pytest.mark.parametrize("case", FUNCTIONS)
def test_hint_on_functions_of_a_model_names_the_import_that_takes_them(case: str) -> None:
    text = (FOLDER / case / "manuals/example/sample/1.0.0.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    found = other_format(data)
    assert found

    try:
        listing_in("functions.yaml", data)
    except UnusableSourceError:
        assert "registry import" not in found.hint
    else:
        assert "`registry import mcp FILE --server URL`" in found.hint
