"""The one way in which this project calls a tool, behind every door that it is called through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio

from registry.client.call import permission, programs
from registry.client.call.argument_checks import as_json, problems, without_nulls
from registry.client.call.errors import (
    CallError,
    FailedCallError,
    ForbiddenCallError,
    InvalidArgumentsError,
)
from registry.client.call.exchange import Exchange
from registry.client.call.fence import Reach
from registry.client.call.hidden_keys import Mask
from registry.client.call.permission import Policy
from registry.client.call.reply import Reply, masked_value
from registry.client.call.sending import Limits, Memory, Sender

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping
    from types import ModuleType, TracebackType
    from typing import Self

    from registry.client.call.fence import Resolve
    from registry.client.call.permission import Confirm
    from registry.client.call.secrets import Secrets
    from registry.client.call.target import Target
    from registry.source import Json

_MOST_WRITTEN = 4
"""Bytes of an MCP server's answer for each byte of the text in it, which is written as JSON."""


class Caller:
    """Calls tools, for as long as it is entered; any number of calls at once."""

    def __init__(  # noqa: PLR0913 - each is another decision of the caller
        self,
        secrets: Secrets,
        policy: Policy | None = None,
        limits: Limits | None = None,
        *,
        memory: Memory | None = None,
        ssl_context: ssl.SSLContext | None = None,
        resolve: Resolve | None = None,
    ) -> None:
        """*memory* outlives the caller; *ssl_context* and *resolve* default to the system's."""
        self.policy = policy or Policy()
        self.limits = limits or Limits()
        self._secrets = secrets
        reach = Reach(
            this_machine=self.policy.is_local or self.policy.allow_local,
            private=self.policy.is_local or self.policy.allow_private,
        )
        self._exchange = Exchange(reach, ssl_context=ssl_context, resolve=resolve)
        self._sender = Sender(self._exchange, memory or Memory(), self.limits)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self._exchange.close()

    async def call(
        self, target: Target, arguments: Mapping[str, Any], confirm: Confirm | None = None
    ) -> Reply:
        """Return the reply of *target* to *arguments*; *confirm* is asked where a yes is needed.

        Raises InvalidArgumentsError, MissingSecretsError and ForbiddenCallError before anything is
        sent, and FailedCallError afterwards; all of them are a CallError, without secrets.
        """
        permission.check(target, self.policy)
        values, unsendable = as_json(arguments)
        if unfit := unsendable or problems(target, values):
            raise InvalidArgumentsError(target.id, unfit)
        values = without_nulls(target.inputs, values)
        secrets = self._secrets.of(target)
        await permission.confirmed(target, values, self.policy, confirm)
        mask = Mask(secrets)
        try:
            with anyio.fail_after(self.limits.seconds):
                return await self._reply(target, values, secrets, mask)
        except TimeoutError:
            raise FailedCallError(f"no answer within {self.limits.seconds:g} s") from None
        except FailedCallError as error:
            raise FailedCallError(mask(str(error)), error.status, error.retry_after) from None
        except ForbiddenCallError as error:
            raise ForbiddenCallError(mask(str(error))) from None

    async def _reply(
        self,
        target: Target,
        arguments: Mapping[str, Json],
        secrets: Mapping[str, str],
        mask: Mask,
    ) -> Reply:
        if target.call.transport == "cli":
            text, is_whole = await programs.run(target, arguments, secrets, self.limits.bytes)
            return Reply(target.id, "a program", masked_value(text, mask), is_whole)
        if target.call.transport == "mcp":
            most = _MOST_WRITTEN * self.limits.bytes
            text = await _mcp_calling(target).ask(target, arguments, secrets, self._exchange, most)
            is_whole = len(text) <= self.limits.bytes
            value = masked_value(text[: self.limits.bytes], mask)
            return Reply(target.id, "an MCP server", value, is_whole)
        return await self._sender.send(target, arguments, secrets)


def _mcp_calling(target: Target) -> ModuleType:
    try:
        from registry.client.mcp_servers import calling  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise CallError(
            f"{target.id} is on an MCP server, which needs the extra `mcp` ({error.name} is "
            "missing): pip install 'open-tool-registry[mcp]'"
        ) from None
    return calling
