"""Serve functions by OpenTool: `python -m registry.providers.opentool --document bookshelf`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from registry.providers import arguments, server_command
from registry.providers.tools import ToolError
from registry.providers.tools.bookshelf import bookshelf
from registry.providers.tools.workshop import workshop
from registry.providers.web import Credential, Reply, ServerRequest, is_json, read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from registry.providers.arguments import Schema
    from registry.providers.tools import Function, FunctionSet

DOCUMENTS: dict[str, Callable[[], FunctionSet]] = {"bookshelf": bookshelf, "workshop": workshop}

PREFIX = "/opentool"
_JSONRPC = ("2.0", "2.0.0")
"""The number of JSON-RPC, and what released OpenTool clients write instead of it."""

# Error codes as the released servers choose them.
_BAD_CALL = 400
_NO_FUNCTION = 405
_FAILED = 500


@dataclass(frozen=True, slots=True)
class OpenToolService:
    """Answers version, load and call for *functions*; with a *credential*, to its bearers only."""

    functions: FunctionSet
    credential: Credential | None = None

    def answer(self, request: ServerRequest) -> Reply:
        """Return the reply to *request*; a function that fails is an `error` in a 200."""
        if self.credential and not self.credential.admits(request):
            missing = "authorization" not in request.headers
            why = "Authorization header missing" if missing else "Authorization header invalid"
            return Reply(401, {"error": why}, (("WWW-Authenticate", "Bearer"),))
        route = (request.method, request.path)
        if route == ("GET", f"{PREFIX}/version"):
            return Reply(200, {"version": self.functions.version})
        if route == ("GET", f"{PREFIX}/load"):
            return Reply(200, self.document(request.headers["host"]))
        if route == ("POST", f"{PREFIX}/call"):
            return self._call(request)
        return Reply(404, {"error": f"There is no {request.method} {request.path}"})

    def document(self, host: str) -> dict[str, Any]:
        """Return the OpenTool document, every schema in its place; since 1.1 it names *host*."""
        described = self.functions
        has_server = described.opentool != "1.0.0"
        return {
            "opentool": described.opentool,
            "info": {
                "title": described.title,
                "description": described.description,
                "version": described.version,
            },
            **({"server": {"url": f"http://{host}"}} if has_server else {}),
            "functions": [
                {
                    "name": function.name,
                    "description": function.description,
                    "parameters": list(function.parameters),
                    "return": function.returns,
                }
                for function in described.functions
            ],
        }

    def _call(self, request: ServerRequest) -> Reply:
        call = _read(request)
        if call is None:
            return Reply(400, _failure("", _BAD_CALL, "Invalid request body"))
        by_name = {function.name: function for function in self.functions.functions}
        function = by_name.get(call["method"])
        if function is None:
            what = f"Function Not Supported: {call['method']}"
            return Reply(200, _failure(call["id"], _NO_FUNCTION, what))
        return Reply(200, _run(function, call.get("params", {}), call["id"]))


def _read(request: ServerRequest) -> dict[str, Any] | None:
    """Return the JSON-RPC call in *request*, or None if it is none.

    `id` must be a string, as the strictest of the released servers wants it.
    """
    try:
        call = read_json(request.body) if is_json(request) else None
    except ValueError:
        return None
    if not isinstance(call, dict) or call.get("jsonrpc") not in _JSONRPC:
        return None
    is_call = all(isinstance(call.get(key), str) for key in ("method", "id"))
    return call if is_call and isinstance(call.get("params", {}), dict) else None


def _run(function: Function, params: dict[str, Any], number: str) -> dict[str, Any]:
    """Return the reply of *function*; a value is under the name that the document gives it."""
    found = arguments.problems(_schema(function), params)
    if found:
        listed = "; ".join(f"{name}: {problem}" for name, problem in found.items())
        return _failure(number, _BAD_CALL, f"Invalid arguments: {listed}")
    try:
        value = function.run(**params)
    except ToolError as error:
        message = f"{error.message}. {error.hint}" if error.hint else error.message
        return _failure(number, _FAILED, message)
    result = {} if function.returns is None else {function.returns["name"]: value}
    return {"jsonrpc": "2.0", "result": result, "id": number}


def _failure(number: str, code: int, message: str) -> dict[str, Any]:
    error = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "result": {}, "id": number, "error": error}


def _schema(function: Function) -> Schema:
    """Return the parameters of *function* as one schema."""
    return {
        "properties": {one["name"]: one["schema"] for one in function.parameters},
        "required": [one["name"] for one in function.parameters if one["required"]],
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; return the exit status."""
    parser = server_command.parser("opentool", __doc__, port=9627)
    parser.add_argument("--document", choices=list(DOCUMENTS), default="bookshelf")
    options = parser.parse_args(argv)
    key = server_command.key(parser, options)
    service = OpenToolService(DOCUMENTS[options.document](), Credential(key) if key else None)
    return server_command.serve(
        service, options, f"the document {options.document} at {PREFIX}/load"
    )


if __name__ == "__main__":
    raise SystemExit(main())
