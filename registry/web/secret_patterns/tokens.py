"""The forms of the tokens of known vendors, and text without such tokens."""

from __future__ import annotations

import re
from functools import cache

_RANDOM = r"(?=[a-z0-9_-]*[A-Z])"
"""Tells a token from a name such as `nfp_monthly_change`, which has no capital."""

TOKEN_FORMS = {
    **dict.fromkeys(("AKIA", "ASIA"), r"[A-Z2-7]{16}"),
    **dict.fromkeys(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"[A-Za-z0-9]{36,}"),
    "github_pat_": r"[A-Za-z0-9_]{60,}",
    "glpat-": r"[A-Za-z0-9_-]{20,}",
    "sk-": r"(?:[A-Za-z0-9]{48}|[0-9a-f]{32}"
    r"|(?:proj|svcacct|admin|ant|or-v1|lf)-[A-Za-z0-9_-]{24,})",
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
    **dict.fromkeys(("shpss_", "shpca_", "shppa_"), r"[0-9a-fA-F]{32}"),
    "ABSK": r"[A-Za-z0-9+/]{109,269}",
    "AGE-SECRET-KEY-1": r"[A-Z0-9]{58}",
    "ATATT3": r"[A-Za-z0-9_=-]{150,}",
    "CCIPAT_": r"[A-Za-z0-9]{22}_[0-9a-f]{40}",
    "CFPAT-": r"[A-Za-z0-9_-]{43}",
    "NRAK-": r"[A-Z0-9]{27}",
    "apify_api_": r"[A-Za-z0-9]{36}",
    "bkua_": r"[a-z0-9]{40}",
    **dict.fromkeys(("cfat_", "cfut_"), r"[A-Za-z0-9]{40}[0-9a-f]{8}"),
    **dict.fromkeys(("dckr_pat_", "dckr_oat_"), r"[A-Za-z0-9_-]{27,32}"),
    "dp.": r"(?:ct|pt|st|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
    **dict.fromkeys(("figd_", "figp_"), rf"{_RANDOM}[A-Za-z0-9_-]{{40,54}}"),
    "fm2_": r"[A-Za-z0-9+/]{100,}",
    "glc_": r"eyJ[A-Za-z0-9+/]{57,}",
    "glsa_": r"[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}",
    "hvs.": r"[A-Za-z0-9_-]{90,120}",
    "lin_oauth_": r"[0-9a-f]{64}",
    "lsv2_": r"(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}",
    "nfp_": rf"{_RANDOM}[A-Za-z0-9_]{{36}}",
    "ntn_": r"[0-9]{11}[A-Za-z0-9]{35}",
    "nvapi-": r"[A-Za-z0-9_-]{64}",
    "ops_eyJ": r"[A-Za-z0-9+/]{250,}",
    "pat-": r"(?:eu|na)[0-9]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "pcsk_": r"[A-Za-z0-9]{5,6}_[A-Za-z0-9]{63}",
    "phx_": rf"{_RANDOM}[A-Za-z0-9_]{{43,48}}",
    **dict.fromkeys(("pscale_tkn_", "pscale_pw_"), r"[A-Za-z0-9_.-]{43}"),
    "pul-": r"[0-9a-f]{40}",
    "sbp_": r"[a-z0-9]{40}",
    "sgp_": r"(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}",
    "sk_": r"[0-9a-f]{48}",
    "sntrys_eyJ": r"[A-Za-z0-9+/=_]{100,}",
    "sntryu_": r"[0-9a-f]{64}",
    "sq0atp-": r"[A-Za-z0-9_-]{22,60}",
    "tskey-": r"[a-z]+-[A-Za-z0-9_]{10,}-[A-Za-z0-9_]{20,}",
    "xapp-": r"[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]{40,}",
    "xkeysib-": r"[0-9a-f]{64}-[A-Za-z0-9]{16}",
    "ya29.": r"[A-Za-z0-9_-]{40,}",
}
"""By prefix, the rest of the format of a token, as its vendor or scanners for secrets state it."""


def without_tokens(text: str) -> str:
    """Return *text* with an ellipsis in place of each token of a known vendor, but its prefix."""
    is_suspect = any(start in text for start in TOKEN_FORMS)
    return _tokens().sub(_prefix, text) if is_suspect else text


def _prefix(token: re.Match[str]) -> str:
    return f"{next(start for start in TOKEN_FORMS if token[0].startswith(start))}…"


@cache
def _tokens() -> re.Pattern[str]:
    forms = (re.escape(start) + rest for start, rest in TOKEN_FORMS.items())
    return re.compile(rf"\b(?:{'|'.join(forms)})[\w.-]*")
