"""Run the converter of `utcp-http` over documents: paths on stdin, one JSON result a line.

It is run by the interpreter that has the package, so it imports nothing of the registry.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from utcp.data.utcp_manual import UtcpManualSerializer
from utcp_http.openapi_converter import OpenApiConverter


def without_nulls(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return *value* as a careful publisher would write it: the TypeScript client takes no null."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


def main() -> None:
    """Answer each line `{"path", "location"}`; the first line out is the version."""
    print(json.dumps({"version": version("utcp-http")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        document = json.loads(Path(asked["path"]).read_bytes())
        start = time.perf_counter()
        try:
            manual = OpenApiConverter(document, spec_url=asked["location"] or None).convert()
            tools = without_nulls(UtcpManualSerializer().to_dict(manual)["tools"])
            error = ""
        except Exception as problem:  # noqa: BLE001 - whatever it is, the document is lost
            tools, error = [], f"{type(problem).__name__}: {problem}"[:300]
        seconds = time.perf_counter() - start
        print(json.dumps({"tools": tools, "error": error, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    main()
