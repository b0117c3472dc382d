"""Call tools of a registry: checked, fenced in, and without a secret in any answer.

    secrets = Secrets.of_environment()
    async with Caller(secrets, Policy(read_only=True)) as caller:
        reply = await caller.call(Target.of(tool.id, tool.definition), {"city": "Oslo"})

`registry call`, `Catalogue.call` and the MCP server all call in this way. Arguments are checked
before anything is sent; a request goes to the hosts of the manual, and only a GET without a secret
follows a redirect to others; answers are limited in size and time; and what would change something
is asked about.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from registry.client.call.errors import (
    CallError,
    FailedCallError,
    ForbiddenCallError,
    InvalidArgumentsError,
    MissingSecretsError,
)
from registry.client.call.permission import Confirm, Policy, Question
from registry.client.call.reply import Reply
from registry.client.call.secrets import Secrets
from registry.client.call.target import Target

if TYPE_CHECKING:
    from registry.client.call.caller import Caller
    from registry.client.call.sending import Limits, Memory

__all__ = [
    "CallError",
    "Caller",
    "Confirm",
    "FailedCallError",
    "ForbiddenCallError",
    "InvalidArgumentsError",
    "Limits",
    "Memory",
    "MissingSecretsError",
    "Policy",
    "Question",
    "Reply",
    "Secrets",
    "Target",
]

_SENDING = {
    "Caller": "registry.client.call.caller",
    "Limits": "registry.client.call.sending",
    "Memory": "registry.client.call.sending",
}
"""Where that is defined which only a call needs that is sent."""


def __getattr__(name: str) -> object:
    # Importing the HTTP client takes longer than showing a request.
    if name not in _SENDING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_SENDING[name]), name)


def __dir__() -> list[str]:
    # Shells complete these names, and `help` describes them.
    return __all__
