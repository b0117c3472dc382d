"""Remove secrets from URLs and commands: reports of problems are public."""

from __future__ import annotations

import re

from registry.web.secret_patterns.names import SECRET_NAME
from registry.web.secret_patterns.tokens import without_tokens

_PASSWORD = re.compile(r"""(?:(?<=[/\\]{2})|^)(?P<user>[^\s'"/\\?#@:]*):[^\s'"/\\?#@]*(?=@)""")
_TOKEN_AS_USER = re.compile(r"""(?<=[/\\]{2})[^\s'"/\\?#@:${}]{12,}(?=:?@)""")
"""A user name without a password that is too long for `git` and its like."""

_PARAMETER = re.compile(
    r"""(?<=[?&])(?P<name>[\w.~-]+)(?P<sign>=)(?P<value>[^\s'"&#${}]+)(?![${}])"""
)
_OPTION = re.compile(
    r"""(?<![\w-])(?P<name>--?[A-Za-z][\w-]*|[A-Z][A-Z0-9_]*(?==))
        (?P<sign>=|\ |",?\ ")(?P<value>(?!UTCP_ARG_)[^\s'"`${}-][^\s'"`${}]{5,})(?![${}])""",
    re.VERBOSE,
)
"""An option of a command or an environment variable, with its value, also in a list of words."""


def without_secrets(text: str) -> str:
    """Return *text* without the passwords and keys of URLs and commands, and without known tokens.

    Variables and placeholders stay.
    """
    text = without_tokens(_TOKEN_AS_USER.sub("…", text))
    for pattern in (_PARAMETER, _OPTION):
        text = pattern.sub(_without_value, text)
    return _PASSWORD.sub(r"\g<user>:…", text)


def _without_value(found: re.Match[str]) -> str:
    return f"{found['name']}{found['sign']}…" if SECRET_NAME.search(found["name"]) else found[0]
