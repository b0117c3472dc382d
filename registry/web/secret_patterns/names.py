"""Recognise the names of headers, query parameters and variables that hold a credential."""

from __future__ import annotations

import re

SECRET_NAME = re.compile(
    r"authorization|cookie|api[-_]?key|access[-_]?key|token|secret|passw|credential|\bkey$|^sig$"
    r"|appid",
    re.IGNORECASE,
)
"""Names of headers, query parameters and environment variables with credentials."""

NO_SECRET_NAME = re.compile(
    r"page|next|prev|cursor|sync|continu|idempot|upload|address", re.IGNORECASE
)
"""What is in the names of keys and tokens that are no credentials."""
