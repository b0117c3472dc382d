"""The forms of the tokens of known vendors, and text without such tokens."""

from __future__ import annotations

import re
from functools import cache

TOKEN_FORMS = {
    **dict.fromkeys(("AKIA", "ASIA"), r"[A-Z2-7]{16}"),
    **dict.fromkeys(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"[A-Za-z0-9]{36,}"),
    "github_pat_": r"[A-Za-z0-9_]{60,}",
    "glpat-": r"[A-Za-z0-9_-]{20,}",
    "sk-": r"(?:[A-Za-z0-9]{48}|(?:proj|svcacct|admin|ant|or-v1)-[A-Za-z0-9_-]{24,})",
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
    "gsk_": r"[A-Za-z0-9]{52}",
    "pplx-": r"[A-Za-z0-9]{48}",
    "xai-": r"[A-Za-z0-9]{80}",
    "r8_": r"[A-Za-z0-9]{37}",
    "lin_api_": r"[A-Za-z0-9]{40}",
    "PMAK-": r"[0-9a-f]{24}-[0-9a-f]{34}",
    "dapi": r"[0-9a-f]{32}",
}
"""By prefix, the rest of the format of a token, as its vendor or scanners for secrets state it."""


def without_tokens(text: str) -> str:
    """Return *text* with an ellipsis in place of each token of a known vendor, but its prefix."""
    is_suspect = any(start in text for start in TOKEN_FORMS)
    return _tokens().sub(r"\g<start>…", text) if is_suspect else text


@cache
def _tokens() -> re.Pattern[str]:
    forms = (rf"{re.escape(start)}(?={rest})" for start, rest in TOKEN_FORMS.items())
    return re.compile(rf"\b(?P<start>{'|'.join(forms)})[\w.-]+")
