"""Leave out what is only a consequence: of several findings with one cause, one is reported.

It is the one with the hint that removes the cause.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from registry.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.diagnostics import Diagnostic

_SECRET = frozenset({"provider-token", "literal-credential"})
_SCALAR = frozenset({"ambiguous-scalar"})
_COMMENT = frozenset({"comment-without-space"})
_CUT_OFF = frozenset({"unusable-key"})
_DECORATED = frozenset({"yaml-alias", "yaml-tag"})

_ORDERS = frozenset(
    {
        *("chat-template-token", "command-in-prose", "concealment-from-user", "pseudo-tag"),
        *("deprecation-redirect", "instruction-override", "shouted-preamble"),
        *("tool-self-promotion",),
    }
)

_SAME_LINE = {
    "literal-credential": frozenset({"provider-token"}),
    "high-entropy-value": _SECRET,
    **dict.fromkeys(("malformed-value", "thin-description"), _COMMENT),
    "wrong-type": _COMMENT | _DECORATED,
    "data-grabbing-input": frozenset({"repeated-header", "repeated-query-parameter"}),
    "broken-ref": frozenset({"schema-reference"}),
}
"""By rule, those whose errors on the same line say the same with a better hint."""

_SAME_VALUE = {
    "ambiguous-scalar": frozenset({"misplaced-required"}),
    "wrong-type": _SCALAR,
    "contradictory-schema": _SCALAR,
    "unquoted-text": _SCALAR,
    "unknown-value": _SCALAR,
    "invalid-schema": frozenset({"wrong-type"}),
    "thin-description": _DECORATED,
    "template-marker": frozenset({"undeclared-path-parameter", "literal-credential"}),
    "invalid-example": _SCALAR | _CUT_OFF,
    "unknown-key": _CUT_OFF,
    "unknown-schema-keyword": _CUT_OFF,
    "unknown-call-template-key": _CUT_OFF,
    "words-to-the-model": _ORDERS,
    "missing-description": frozenset({"missing-key"}),
    "html-comment": frozenset({"directive-in-html-comment"}),
    "unverified-host": frozenset({"transient-host"}),
    "unnormalised-text": frozenset({"stacked-marks"}),
    "ambiguous-url": frozenset({"control-character"}),
    "foreign-token-url": frozenset({"insecure-token-url", "loopback-url"}),
    "placeholder-url": frozenset({"placeholder-in-header"}),
    "carried-secret": frozenset({"variable-outside-auth"}),
    "plain-http-url": frozenset({"plain-websocket-url"}),
}
"""By rule, those whose errors about the same value have to be fixed first."""

_TWICE = frozenset({"duplicate-tool-name"})

_REFERENCES = frozenset({"broken-ref", "schema-reference"})

_SAME_FILE = {
    "unknown-variable": _SECRET,
    "unknown-tool": _TWICE,
    "invalid-example": _TWICE | _REFERENCES,
    "unstated-effect": frozenset({"unknown-tool"}),
    "misplaced-required": frozenset({"dialect-mismatch"}),
    "unoffered-tool": frozenset({"schema-reference"}),
}
"""By rule, those whose errors anywhere in the file are the cause.

A secret in the place of a variable is no reason to remove the description of the variable. While
two tools have one name, it is not known which of them is meant, and where a reference leads
nowhere, no value is valid.
"""

_OF_REGISTRY_KEYS = frozenset(
    {
        *("missing-example", "missing-source", "undated-release", "undescribed-variable"),
        *("missing-address", "missing-auth", "missing-server", "unoffered-tool", "unstated-effect"),
    }
)
_MISSPELT = "did you mean `x-registry`?"
"""What misses everything in `x-registry`, and the hint where its name is misspelt."""

_UNOFFERED = "unoffered-tool"
"""The rule whose finding any error on its line explains."""

_NONE: frozenset[str] = frozenset()


def without_consequences(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return what was *found* without what an error says, too, which has to be fixed anyway.

    It is asked after the policy of a registry: a rule that is off hides nothing.
    """
    every = tuple(found)
    errors: dict[str, list[Diagnostic]] = defaultdict(list)
    for each in every:
        if each.severity is Severity.ERROR:
            errors[each.place.path].append(each)
    return tuple(each for each in every if not _is_consequence(each, errors[each.place.path]))


def _is_consequence(each: Diagnostic, errors: list[Diagnostic]) -> bool:
    """Return whether one of *errors*, all those in its file, is the cause of *each*."""
    line, value, file = (by.get(each.rule, _NONE) for by in (_SAME_LINE, _SAME_VALUE, _SAME_FILE))
    is_of_keys = each.rule in _OF_REGISTRY_KEYS
    if not (line or value or file or is_of_keys):
        return False
    return any(
        other.rule in file
        or (is_of_keys and other.hint == _MISSPELT)
        or (other.rule in value and other.place == each.place)
        or (
            (other.rule in line or each.rule == _UNOFFERED)
            and other.place.line == each.place.line
            and other is not each
        )
        for other in errors
    )
