"""List tools with the released client of OXP: base addresses on stdin, what it read on stdout."""

from __future__ import annotations

import json
import sys
from typing import Any

from oxp import Oxp


def listing(base_url: str) -> dict[str, Any]:
    """Return what the client makes of the folder at *base_url*; strict, it raises on any oddity."""
    client = Oxp(
        bearer_token="unused", base_url=base_url, max_retries=0, _strict_response_validation=True
    )
    client.health.check()
    listed = client.tools.list()
    return {
        "ids": [tool.id for tool in listed.items],
        "inputs": [tool.input_schema for tool in listed.items],
    }


if __name__ == "__main__":
    json.dump({url: listing(url) for url in json.load(sys.stdin)}, sys.stdout)
