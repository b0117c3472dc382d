"""What is secret in a URL, a command or anywhere: public reports of problems leave it out."""

from __future__ import annotations

import re
from functools import cache

SECRET_NAME = re.compile(
    r"authorization|cookie|api[-_]?key|access[-_]?key|token|secret|passw|credential|\bkey$|^sig$"
    r"|appid",
    re.IGNORECASE,
)
"""Names of headers, query parameters and environment variables with credentials."""

TOKEN_FORMS = {
    **dict.fromkeys(("AKIA", "ASIA"), r"[A-Z2-7]{16}"),
    **dict.fromkeys(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"[A-Za-z0-9]{36,}"),
    "github_pat_": r"[A-Za-z0-9_]{60,}",
    "glpat-": r"[A-Za-z0-9_-]{20,}",
    "sk-": r"(?:[A-Za-z0-9]{48}|(?:proj|svcacct|admin|ant)-[A-Za-z0-9_-]{24,})",
    "xox": r"[abeoprs]-[A-Za-z0-9-]{20,}",
    "AIza": r"[A-Za-z0-9_-]{35}",
    **dict.fromkeys(("sk_live_", "rk_live_"), r"[A-Za-z0-9]{20,}"),
    "npm_": r"[A-Za-z0-9]{36}",
    "pypi-AgE": r"[A-Za-z0-9_-]{50,}",
    "SG.": r"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    "key-": r"[0-9a-f]{32}",
    "pat": r"[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    "hf_": r"[A-Za-z]{34}",
    "dop_v1_": r"[0-9a-f]{64}",
    "shpat_": r"[0-9a-f]{32}",
}
"""By prefix, the rest of the format of a token as documented by the vendor."""

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


def without_tokens(text: str) -> str:
    """Return *text* with an ellipsis in place of each token of a known vendor, but its prefix."""
    is_suspect = any(start in text for start in TOKEN_FORMS)
    return _tokens().sub(r"\g<start>…", text) if is_suspect else text


@cache
def _tokens() -> re.Pattern[str]:
    forms = (rf"{re.escape(start)}(?={rest})" for start, rest in TOKEN_FORMS.items())
    return re.compile(rf"\b(?P<start>{'|'.join(forms)})[\w.-]+")


def _without_value(found: re.Match[str]) -> str:
    return f"{found['name']}{found['sign']}…" if SECRET_NAME.search(found["name"]) else found[0]
