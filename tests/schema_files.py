"""The schemas in `schemas/`, with which editors help to write manuals.

Run `python tests/schema_files.py` to write them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from registry import forms

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent.parent / "schemas"


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each file and what should be in it."""
    for name, schema in forms.for_editors().items():
        yield FOLDER / f"{name}.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in texts():
        path.write_text(text, encoding="utf-8")
