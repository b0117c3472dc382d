"""Call tools of a registry: checked, fenced in, and without a secret in any answer.

    secrets = Secrets.of_environment()
    async with Caller(secrets, Policy(read_only=True)) as caller:
        reply = await caller.call(Target.of(tool.id, tool.definition), {"city": "Oslo"})

`registry call`, `Catalogue.call` and the MCP server all call in this way. Arguments are checked
before anything is sent; a request goes to the hosts of the manual and nowhere else; answers are
limited in size and time; and what would change something is asked about.
"""

from __future__ import annotations

from registry.client.call.caller import Caller
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
from registry.client.call.sending import Limits, Memory
from registry.client.call.target import Target

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
