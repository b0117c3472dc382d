"""A GraphQL server on loopback, made of the library that the client's plugin brings along.

Prints its address, then answers until its input is closed. It is run by the client's interpreter.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from graphql import build_schema, graphql_sync

SCHEMA = build_schema("type Query { members(first: Int): [String!]! }")
MEMBERS = ["Ada", "Grace", "Edsger"]


class Root:
    """What the fields of the schema say."""

    def members(self, _info: object, first: int | None = None) -> list[str]:
        """Return the names of the first members, all without a number."""
        return MEMBERS[:first]


class Handler(BaseHTTPRequestHandler):
    """Answers queries that are posted."""

    def do_POST(self) -> None:
        """Answer one query, and those about the schema."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = graphql_sync(
            SCHEMA, asked["query"], Root(), variable_values=asked.get("variables") or {}
        )
        body = json.dumps(said.formatted).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Write no log."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/graphql", flush=True)
    sys.stdin.read()
