"""The page *Architecture* says what the packages say of themselves."""

from __future__ import annotations

from architecture_page import PACKAGE, PAGE, page

WRITTEN = page()


def test_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == WRITTEN, "run `make generated`"


def test_page_describes_every_part() -> None:
    parts = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert parts
    assert {name for name in parts if f"#### `registry/{name}/`" not in WRITTEN} == set()
