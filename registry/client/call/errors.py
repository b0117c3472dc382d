"""The errors of a call; no message ever holds a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_OBJECT = "the arguments are not an object, whose keys are the inputs"


class CallError(Exception):
    """A call was not made or has failed; every other error is one of these."""


class InvalidArgumentsError(CallError):
    """The arguments do not match the tool's inputs; nothing was sent.

    Attributes:
        tool_id: `publisher/manual/tool`.
        problems: one sentence for each, which names the argument and what is allowed.
    """

    def __init__(self, tool_id: str, problems: Sequence[str]) -> None:
        self.tool_id, self.problems = tool_id, tuple(problems)
        lines = (f"nothing was sent: {tool_id} does not take these arguments", *self.problems)
        super().__init__("\n- ".join(lines))

    def __reduce__(self) -> tuple[object, ...]:
        # Without it, a pool of processes breaks that hands the error back to its caller.
        return type(self), (self.tool_id, self.problems)


class MissingSecretsError(CallError):
    """The tool needs keys that are not set; nothing was sent.

    Attributes:
        names: the variables to set.
    """

    def __init__(self, message: str, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.names)


class ForbiddenCallError(CallError):
    """The call is not allowed here, or was not confirmed; nothing was sent."""


class FailedCallError(CallError):
    """The call was sent and failed, or there was no answer.

    Attributes:
        status: what the server answered with, 0 without an answer.
        retry_after: seconds after which the server wants to be asked again, 0 if it named none.
    """

    def __init__(self, message: str, status: int = 0, retry_after: float = 0) -> None:
        self.status = status
        self.retry_after = retry_after
        super().__init__(message)
