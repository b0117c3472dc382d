"""Feed the reader with whatever comes: `make fuzz` runs this for two minutes.

Whatever the bytes are, the reader ends in a document that JSON can carry or in problems with a
place, and never in an exception. The corpus in `.cache/fuzz` is kept from run to run; the test
fixtures are where it begins.
"""

from __future__ import annotations

import json
import sys

import atheris

with atheris.instrument_imports(include=["registry.source"]):
    from registry.source import read_document


def try_one(data: bytes) -> None:
    """Read *data* as JSON where it begins like it, else as YAML."""
    document, problems = read_document("m.json" if data[:1] in (b"{", b"[") else "m.yaml", data)
    if document is None and not problems:
        raise AssertionError("neither a document nor a problem")
    if document is not None and not problems:
        json.dumps(document.data, allow_nan=False).encode("utf-8")
    for problem in problems:
        if problem.place.line < 1 or problem.place.column < 1 or not problem.rule:
            raise AssertionError(f"a problem without a place: {problem}")


if __name__ == "__main__":
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
