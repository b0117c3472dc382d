"""Colours and bold type, where a terminal shows them."""

from __future__ import annotations

import os
import sys
from typing import Any

import click


def styled(text: str, **style: Any) -> str:  # noqa: ANN401 - what click takes
    """Return *text* in the *style* for standard output, if that is a terminal which shows it.

    `NO_COLOR` is as on no-color.org: if it is set and not empty, there are no styles.
    """
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if is_plain or not sys.stdout.isatty() else click.style(text, **style)
