"""Convert bearer tokens, and placeholders for keys, to 1.x."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from registry.model import VARIABLE
from registry.protocols.utcp.call import TEMPLATE
from registry.protocols.utcp.upgrade._rewriting import is_credential, variable_named

if TYPE_CHECKING:
    from registry.protocols.utcp.upgrade._rewriting import Rewriting

_LEFT_OPEN = re.compile(
    r"<?(?:YOUR|MY|INSERT|ENTER)[ _-]([A-Za-z0-9 _-]+?)(?:[ _-]HERE)?>?", re.IGNORECASE
)
_ONLY_VARIABLE = re.compile(r"^(\w+ )?\$(\w+)$")
_IN_BRACES = re.compile(r"(?<!\$)\{([A-Za-z0-9_]+)\}")
_TOKENS = ("token", "api_key", "bearer_token", "access_token")


def rewrite_credentials(rewriting: Rewriting) -> None:
    """Rewrite the `auth` of the call, if it has any."""
    auth: dict[str, Any] | None = rewriting.template.get("auth")
    if auth is None:
        return
    if auth["auth_type"] == "bearer":
        stated = next((key for key in _TOKENS if key in auth), "")
        auth = _bearer(auth, auth.get(stated, "${TOKEN}"))
        rewriting.moved[TEMPLATE, "auth", "api_key"] = (rewriting.key, "auth", stated)
        rewriting.notices.append(
            f"Its bearer token is published as an API key in the header `{auth['var_name']}`: "
            "UTCP 1.x has no `auth_type: bearer`."
        )
    rewriting.template["auth"] = {
        key: _filled_in(rewriting, value) if key not in ("auth_type", "token_url") else value
        for key, value in auth.items()
    }


def is_left_open(text: str) -> bool:
    """Return whether the caller must replace *text*, a constant: `${KEY}` or `YOUR_API_KEY`."""
    if variables_in(text):
        return True
    return bool(_LEFT_OPEN.fullmatch(text)) and (text.isupper() or is_credential(text))


def variables_in(text: str) -> list[str]:
    """Return the variables in *text*, a constant."""
    return VARIABLE.findall(in_braces(text))


def in_braces(text: str) -> str:
    """Return *text*, a constant, with a variable that it consists of as `${NAME}`.

    Elsewhere `$id` may be one of a GraphQL query.
    """
    return _ONLY_VARIABLE.sub(r"\1${\2}", text)


def _bearer(auth: dict[str, Any], token: str) -> dict[str, Any]:
    prefix = auth.get("prefix", "Bearer").strip()
    return {
        "auth_type": "api_key",
        "api_key": token if token.startswith(f"{prefix} ") else f"{prefix} {token}".strip(),
        "var_name": auth.get("var_name", "Authorization"),
        "location": "header",
    }


def _filled_in(rewriting: Rewriting, value: str) -> str:
    """Return *value* with a variable in place of `YOUR_API_KEY` or `{api_key}`."""
    prefix, _, secret = value.rpartition(" ")
    match = _LEFT_OPEN.fullmatch(secret) or _LEFT_OPEN.fullmatch(value)
    if match:
        start = f"{prefix} " if prefix and match.string == secret else ""
        variable = variable_named(match[1])
        rewriting.notices.append(f"`{match[0]}` is published as the variable `{variable}`.")
        return start + variable
    return _IN_BRACES.sub(lambda found: variable_named(found[1]), value)
