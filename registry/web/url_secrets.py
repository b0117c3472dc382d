"""What is secret in a URL: reports of problems are public, and leave it out."""

from __future__ import annotations

import re

SECRET_NAME = re.compile(
    r"authorization|cookie|api[-_]?key|access[-_]?key|token|secret|passw|credential|\bkey$|^sig$"
    r"|appid",
    re.IGNORECASE,
)
"""Names of headers, query parameters and environment variables with credentials."""

_PASSWORD = re.compile(r"""(?:(?<=[/\\]{2})|^)(?P<user>[^\s'"/\\?#@:]*):[^\s'"/\\?#@]*(?=@)""")
_PARAMETER = re.compile(r"""(?<=[?&])(?P<name>[\w.~-]+)=(?P<value>[^\s'"&#${}]+)(?![${}])""")


def without_secrets(text: str) -> str:
    """Return *text*, in which URLs may be, without passwords and without keys in queries.

    Variables and placeholders stay.
    """
    return _PARAMETER.sub(_without_key, _PASSWORD.sub(r"\g<user>:…", text))


def _without_key(parameter: re.Match[str]) -> str:
    name = parameter["name"]
    return f"{name}=…" if SECRET_NAME.search(name) else parameter[0]
