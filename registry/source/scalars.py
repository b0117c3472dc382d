"""Resolve plain YAML scalars to JSON values, and refuse those that YAML versions disagree on."""

from __future__ import annotations

import math
import re
from typing import TypeAlias

from registry.source.limits import MAX_SAFE_INTEGER

Scalar: TypeAlias = str | int | float | bool | None

# YAML 1.1 and YAML 1.2 (core schema, section 10.3) agree on these.
_CERTAIN: dict[str, Scalar] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_YES_AND_NO = frozenset(
    spelling
    for word in ("yes", "no", "on", "off")
    for spelling in (word, word.capitalize(), word.upper())
)
SPECIAL_WORDS = frozenset(_CERTAIN) | _YES_AND_NO
"""Words that are not strings, or not for every reader, when they are not quoted."""

_MOST_DIGITS = 40

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"(?:[-+]?(?:0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_READ_DIFFERENTLY = re.compile(
    r"""[-+]?0[0-9_]+                                  # octal in 1.1, decimal in 1.2
      | [-+]?0[obxOBX][0-9a-fA-F_]+                    # other bases
                                                       # digits grouped by underscores
      | [-+]?(?=[-+.0-9eE]*_)[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]+)?
      | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?  # base 60 in 1.1: 1:30 is 90
      | [-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[eE][-+]?[0-9]+   # exponents without point or sign
      | [-+]?0[0-9]+\.[0-9]*                           # a decimal with leading zeros
      | [-+]\.[0-9]+(?:[eE][-+][0-9]+)?                # a string in 1.1: no digit before the point
      | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?     # a date in 1.1
      | = | <<                                         # indicator types of 1.1
      | -                                              # in brackets, where some refuse it
    """,
    re.VERBOSE,
)


class AmbiguousScalarError(ValueError):
    """A plain scalar that YAML 1.1 and 1.2 read as different values."""


class UnsafeNumberError(ValueError):
    """A number that JSON cannot represent or that readers would round."""


def resolve_scalar(text: str) -> Scalar:
    """Return the JSON value of the plain scalar *text*.

    Null, booleans and decimal numbers are those of YAML 1.2's core schema; everything else is a
    string. Raises AmbiguousScalarError where YAML 1.1 and 1.2 differ (`no`, `0755`, `1e3`, a date)
    and UnsafeNumberError for infinite, NaN, too large or too precise numbers.
    """
    if text in SPECIAL_WORDS:
        if text in _YES_AND_NO:
            raise AmbiguousScalarError(text)
        return _CERTAIN[text]
    if text[0] not in "0123456789+-.=<":
        return text
    if _INTEGER.fullmatch(text):
        return safe_integer(text)
    if _FLOAT.fullmatch(text):
        return safe_float(text)
    if _NOT_FINITE.fullmatch(text):
        raise UnsafeNumberError(text)
    if _READ_DIFFERENTLY.fullmatch(text):
        raise AmbiguousScalarError(text)
    return text


def safe_integer(text: str) -> int:
    """Return the integer of the decimal digits in *text*; raise UnsafeNumberError above 2^53-1."""
    # Length first: Python refuses to convert thousands of digits with an error of its own.
    if len(text) > len(str(MAX_SAFE_INTEGER)) + 1 or abs(int(text)) > MAX_SAFE_INTEGER:
        raise UnsafeNumberError(text)
    return int(text)


def safe_float(text: str) -> float:
    """Return the float of *text*; raise UnsafeNumberError if infinite or longer than a double."""
    number = float(text)
    if not math.isfinite(number) or len(text) > 25:  # noqa: PLR2004 - a double never needs more
        raise UnsafeNumberError(text)
    return number


def shown_number(text: str) -> str:
    """Return the number *text* for a sentence: of a long one, its first digits."""
    return text if len(text) <= _MOST_DIGITS else f"{text[:_MOST_DIGITS]}…"
