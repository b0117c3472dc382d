"""Call one tool through the released UTCP client, and let nobody see the secrets."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from utcp.data.call_template import CallTemplateSerializer
from utcp.data.utcp_manual import UtcpManualSerializer
from utcp.utcp_client import UtcpClient

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

PATIENCE = 60.0
"""Seconds for the whole of a call."""

_BASIC = re.compile(r"\bBasic [A-Za-z0-9+/=]{4,}")
"""Name and password together, of which neither can be told in base64."""

_MANUAL = "manual"
_SHORTEST = 4
"""Characters from which on a value is a secret: a shorter one stands in any text."""


class CallError(Exception):
    """The call has failed; says how, without secrets."""


def send(
    document: Mapping[str, Json], arguments: Mapping[str, Json], secrets: Mapping[str, str]
) -> str:
    """Call the tool that *document* describes in UTCP 1.x; return what it answers, as JSON or text.

    *secrets* are the values of its variables; where the answer holds one, it says `${NAME}`.
    Raises CallError.
    """
    # The client logs whole URLs, and so what is in their queries.
    logging.disable(logging.CRITICAL)
    try:
        answer = asyncio.run(asyncio.wait_for(_answer(document, arguments, secrets), PATIENCE))
    except TimeoutError:
        raise CallError(f"no answer within {PATIENCE:.0f} seconds") from None
    except Exception as error:  # noqa: BLE001 - whatever the client raises
        told = f"{type(error).__name__}: {error}"
        raise CallError(_masked(told, secrets)) from None
    finally:
        logging.disable(logging.NOTSET)
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, indent=2)
    return _masked(text, secrets)


async def _answer(
    document: Mapping[str, Json], arguments: Mapping[str, Json], secrets: Mapping[str, str]
) -> Any:  # noqa: ANN401 - whatever the tool answers
    tool = {**document, "name": f"{_MANUAL}.{document['name']}"}
    variables = {f"{_MANUAL}_{name}": value for name, value in secrets.items()}
    client = await UtcpClient.create(config={"variables": variables})
    # As if it had been fetched: the call is what is wanted, and not whether it can be found.
    template = {"name": _MANUAL, "call_template_type": "http", "url": "https://registry.invalid/"}
    manual = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": [tool]}
    try:
        await client.config.tool_repository.save_manual(
            CallTemplateSerializer().validate_dict(template),
            UtcpManualSerializer().validate_dict(manual),
        )
        return await client.call_tool(tool["name"], dict(arguments))
    finally:
        await client.close()


def _masked(text: str, secrets: Mapping[str, str]) -> str:
    """Return *text* with `${NAME}` for each of the *secrets*, however it is written there."""
    for name, value in secrets.items():
        if len(value) < _SHORTEST:
            continue
        spellings = {value, quote(value, safe=""), quote(value), json.dumps(value)[1:-1]}
        spellings |= {base64.b64encode(value.encode()).decode()}
        for each in sorted(spellings, key=len, reverse=True):
            text = text.replace(each, f"${{{name}}}")
    return _BASIC.sub("Basic ${…}", text)
