"""Put what the SDK raises and logs of an odd server in our words, without what it sent."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from mcp import MCPError, types

if TYPE_CHECKING:
    from pydantic import ValidationError

# It logs whole answers, which may hold the keys that the server was sent.
logging.getLogger("mcp").addHandler(logging.NullHandler())


def innermost(error: BaseException) -> BaseException:
    """Return the first error in *error*, which may be a group of groups, or itself."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def message_of(error: MCPError) -> str:
    """Return what a server says of its failure, or what is wrong with its answer."""
    if error.error.code == types.PARSE_ERROR:
        # The SDK quotes pieces of it, and half of a key would be hidden by nobody.
        return "its answer is not a message of the protocol"
    return str(error)


def protocol_fault(error: ValidationError) -> str:
    """Return what is wrong with a server's answer, with the server as the subject."""
    first = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(each) for each in first["loc"])
    return f"does not follow the protocol: {error.title}.{place}: {first['msg']}"
