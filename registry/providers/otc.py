"""Serve tools by OTC or OXP: `python -m registry.providers.otc --dialect oxp-1.0 --port 9701`."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.providers import arguments, server_command
from registry.providers.challenges import Challenges
from registry.providers.otc_dialects import (
    DIALECTS,
    Dialect,
    InvalidArgumentsError,
    MissingRequirementsError,
    RefusedError,
)
from registry.providers.tools import ToolError, calendar, checkdigits, geo, notebook, sky
from registry.providers.web import Credential, Reply, ServerRequest, is_json, read_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from registry.providers.otc_dialects import ServerCall
    from registry.providers.tools import Toolkit, ToolkitTool

TOOLKITS = {
    "sky": sky.TOOLKIT,
    "geo": geo.TOOLKIT,
    "calendar": calendar.TOOLKIT,
    "checkdigits": checkdigits.TOOLKIT,
    "notebook": notebook.toolkit(),
}


@dataclass(frozen=True, slots=True)
class OtcService:
    """Answers `GET /tools`, `GET /health` and the call of *dialect* with the tools of *toolkits*.

    Without a *credential* everyone is served, whatever they send as `Authorization`.
    """

    dialect: Dialect
    toolkits: tuple[Toolkit, ...]
    credential: Credential | None = None
    challenges: Challenges = field(default_factory=Challenges)

    def answer(self, request: ServerRequest) -> Reply:
        """Return the reply to *request*: 200 once a tool has run, 400 or 422 before that."""
        route = (request.method, request.path)
        if route == ("GET", "/health"):
            return Reply(200, headers=self.dialect.headers)
        if reply := self.challenges.answer(request):
            return Reply(reply.status, reply.content, self.dialect.headers)
        try:
            if route == ("GET", "/tools"):
                self._check_credential(request, status=401)
                content = self.listing()
            elif route == ("POST", self.dialect.call_path):
                self._check_credential(request, status=self.dialect.missing_key_status)
                content = self._called(request)
            else:
                return Reply(404, {"message": f"There is no {request.method} {request.path}"})
        except RefusedError as error:
            challenge = (("WWW-Authenticate", "Bearer"),) if error.status == 401 else ()  # noqa: PLR2004
            headers = (*self.dialect.headers, *challenge)
            return Reply(error.status, self.dialect.body(error.content), headers)
        return Reply(200, content, self.dialect.headers)

    def listing(self) -> dict[str, Any]:
        """Return the tools as this dialect lists them, each in its latest version."""
        latest = {
            (toolkit.name, tool.name): self.dialect.definition(toolkit, tool)
            for toolkit in self.toolkits
            for tool in toolkit.tools
        }
        return self.dialect.body({self.dialect.list_key: list(latest.values())})

    def _check_credential(self, request: ServerRequest, *, status: int) -> None:
        if self.credential and not self.credential.admits(request):
            raise RefusedError(
                "This server requires a credential", f"See {self.credential.header}", status=status
            )

    def _called(self, request: ServerRequest) -> dict[str, Any]:
        call = self.dialect.read(request.headers, _content(request))
        tool = self._resolve(call)
        if tool.account and (
            missing := self.challenges.missing(tool.account.id, call.context, request.headers)
        ):
            raise MissingRequirementsError(missing)
        if found := arguments.problems(tool.input_schema, call.arguments):
            raise InvalidArgumentsError(found)
        start = time.perf_counter()
        try:
            outcome: dict[str, Any] = {"value": tool.run(**call.arguments)}
        except ToolError as error:
            outcome = {"error": _tool_error(error)}
        duration = round((time.perf_counter() - start) * 1000, 3)
        return self.dialect.outcome(call.call_id or str(uuid.uuid4()), duration, outcome)

    def _resolve(self, call: ServerCall) -> ToolkitTool:
        """Return the version asked for: `2.1.0` itself, 2.0.0 for `2`, the latest for none."""
        versions = {
            tool.version: tool
            for toolkit in self.toolkits
            for tool in toolkit.tools
            if f"{toolkit.name}.{tool.name}" == call.tool
        }
        if not versions:
            raise RefusedError(f"There is no tool {call.tool}", "GET /tools lists all")
        wanted = call.version or list(versions)[-1]
        exact = wanted if "." in wanted else f"{wanted}.0.0"
        if exact not in versions:
            raise RefusedError(
                f"There is no version {exact} of {call.tool}", f"There are {', '.join(versions)}"
            )
        return versions[exact]


def _content(request: ServerRequest) -> object:
    if not is_json(request):
        raise RefusedError("Send JSON", "Content-Type: application/json")
    try:
        return read_json(request.body)
    except ValueError as error:
        raise RefusedError("The body is not JSON", str(error)) from None


def _tool_error(error: ToolError) -> dict[str, Any]:
    """Return *error* for the client, which tries again where there is a hint or a time for it."""
    hint = {"additional_prompt_content": error.hint} if error.hint else {}
    wait = {} if error.retry_after is None else {"retry_after_ms": error.retry_after}
    return {"message": error.message, "can_retry": bool(hint or wait), **hint, **wait}


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; return the exit status."""
    parser = server_command.parser("otc", __doc__, port=9701)
    parser.add_argument("--dialect", choices=list(DIALECTS), default="oxp-1.0")
    parser.add_argument(
        "--toolkit",
        choices=list(TOOLKITS),
        action="append",
        help="serve this one; may be repeated (default: all of them)",
    )
    parser.add_argument(
        "--auth",
        choices=("bearer", "api-key"),
        default="bearer",
        help="how clients send the key: as a bearer token, or in the header of the dialect",
    )
    options = parser.parse_args(argv)
    dialect = DIALECTS[options.dialect]
    if options.auth == "api-key" and not dialect.key_header:
        parser.error(f"--auth api-key: the dialect {dialect.id} has no header for keys")
    key = server_command.key(parser, options)
    header, scheme = (
        ("Authorization", "Bearer") if options.auth == "bearer" else (dialect.key_header, "")
    )
    toolkits = tuple(TOOLKITS[name] for name in options.toolkit or TOOLKITS)
    service = OtcService(dialect, toolkits, Credential(key, header, scheme) if key else None)
    return server_command.serve(service, options, f"{dialect.id} at /tools and {dialect.call_path}")


if __name__ == "__main__":
    raise SystemExit(main())
