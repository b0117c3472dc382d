"""Generate the schemas in `schemas/`, which editors use to help authors.

Run `make generated` to update them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from registry.catalogue import file_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent.parent / "schemas"


def texts() -> Iterator[tuple[Path, str]]:
    """Yield the path and the content of each schema."""
    for name, schema in file_schemas.editor_schemas().items():
        yield FOLDER / f"{name}.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in texts():
        path.write_text(text, encoding="utf-8")
