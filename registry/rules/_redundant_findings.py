"""Leave out what is only a consequence: of several findings with one cause, one is reported.

It is the one with the hint that removes the cause.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.source import INDENT_WITH_SPACES, the_same_in
from registry.validate.vocabulary import IN_LOWER_CASE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.diagnostics import Diagnostic, Place

_SECRET = frozenset({"provider-token", "key-material", "literal-credential"})
_SCALAR = frozenset({"ambiguous-scalar", "unsafe-number"})
_COMMENT = frozenset({"comment-without-space"})
_QUOTES = frozenset({"invalid-yaml"})
_DECORATED = frozenset({"yaml-alias", "yaml-tag"})
_CUT_OFF = frozenset({"unusable-key", "yaml-alias"})

_ORDERS = frozenset(
    {
        *("chat-template-token", "command-in-prose", "concealment-from-user", "pseudo-tag"),
        *("deprecation-redirect", "instruction-override", "shouted-preamble"),
        *("tool-self-promotion",),
    }
)

_SAME_LINE = {
    "literal-credential": frozenset({"provider-token", "key-material"}),
    **dict.fromkeys(("high-entropy-value", "secret-in-path"), _SECRET),
    **dict.fromkeys(("malformed-value", "thin-description"), _COMMENT),
    "wrong-type": _COMMENT | _DECORATED | {"unusable-key"},
    "unknown-value": frozenset({"unusable-key"}),
    "duplicate-key": frozenset({"unusable-key"}),
    "unusable-key": frozenset({"unusable-key"}),
    "data-grabbing-input": frozenset({"repeated-header", "repeated-query-parameter"}),
    **dict.fromkeys(("broken-ref", "remote-schema-reference"), frozenset({"schema-reference"})),
}
"""By rule, those whose errors on the same line say the same with a better hint.

Of errors of one rule, that is the first: each comma in a sentence in braces ends it again.
"""

_SAME_VALUE = {
    "ambiguous-scalar": frozenset(
        {"misplaced-required", "unknown-key", "unknown-schema-keyword", "unknown-value"}
    ),
    "wrong-type": _SCALAR,
    "contradictory-schema": _SCALAR | {"enum-of-another-type"},
    "unquoted-text": _SCALAR,
    **dict.fromkeys(("malformed-name", "malformed-value"), _QUOTES),
    "malformed-host": _QUOTES | {"malformed-value"},
    **dict.fromkeys(("internal-host", "loopback-url"), frozenset({"malformed-value"})),
    **dict.fromkeys(("unknown-schema-type", "unknown-call-template-type"), _QUOTES),
    "unknown-value": _QUOTES | {"unknown-schema-type", "unsafe-number"},
    "invalid-schema": frozenset({"wrong-type", "unknown-value", "unsafe-number"}),
    "thin-description": _DECORATED,
    "template-marker": frozenset(
        {
            *("undeclared-path-parameter", "literal-credential", "placeholder-in-header"),
            "variable-host",
        }
    ),
    "invalid-example": _SCALAR | _CUT_OFF,
    "unknown-key": _CUT_OFF,
    "unknown-schema-keyword": _CUT_OFF | {"missing-key", "unknown-key"},
    "unknown-call-template-key": _CUT_OFF,
    "words-to-the-model": _ORDERS,
    **dict.fromkeys(("hex-blob", "base64-blob", "high-entropy-value"), _SCALAR),
    "unusable-key": frozenset({"control-character"}),
    "version-mismatch": _QUOTES | {"malformed-value"},
    "zero-width-character": frozenset({"unknown-value"}),
    "missing-description": frozenset({"missing-key", "unquoted-text", "wrong-type"}),
    "unread-version": frozenset({"malformed-value"}),
    "awkward-property-name": frozenset({"unusable-key"}),
    "html-comment": frozenset({"directive-in-html-comment"}),
    "undescribed-input": frozenset({"invalid-example"}),
    "unverified-host": frozenset({"transient-host"}),
    "unnormalised-text": frozenset({"stacked-marks"}),
    "mixed-script-word": frozenset({"malformed-host"}),
    "ambiguous-url": frozenset({"control-character", "undeclared-path-parameter"}),
    "foreign-token-url": frozenset({"insecure-token-url", "loopback-url"}),
    "placeholder-url": frozenset({"placeholder-in-header", "unknown-key", "wrong-type"}),
    "carried-secret": frozenset({"variable-outside-auth"}),
    "undescribed-variable": frozenset({"misdirected-variable"}),
    "misdirected-variable": frozenset({"variable-outside-auth"}),
    "plain-http-url": frozenset({"malformed-value", "plain-websocket-url"}),
    "unknown-version": frozenset({"unusable-key"}),
}
"""By rule, those whose errors about the same value have to be fixed first."""

_INDENTATION = "lost-indentation"
_INDENTED = frozenset(
    {
        *("wrong-type", "missing-key", "unknown-key", "duplicate-key", "unknown-protocol"),
        *("invalid-schema", "unknown-schema-keyword", "undeclared-path-parameter"),
        *("missing-description", "undescribed-input", "unknown-tool", "invalid-example"),
        *("post-without-body", "content-type-without-body", "unoffered-tool", "unstated-effect"),
    }
)
"""Rules of what is where: none of it is known in a file whose lines are to be indented."""

_NO_QUOTE = " is no quote in YAML, but a part of the value"
_CURLY = re.compile("[“”„]")
"""What the values have, too, that a file has in the wrong quotes: they are named there, by line."""

_TWICE = frozenset({"duplicate-tool-name"})

_UNUSABLE = frozenset(
    {"broken-ref", "hazardous-pattern", "remote-schema-reference", "schema-reference"}
)

_SAME_FILE = {
    **dict.fromkeys(
        (
            *("missing-address", "missing-auth", "missing-example", "missing-server"),
            *("missing-source", "undated-release", "undescribed-variable"),
        ),
        frozenset({"several-documents"}),
    ),
    "missing-key": frozenset({"several-documents", "yaml-alias"}),
    "unknown-variable": _SECRET,
    "unknown-tool": _TWICE,
    "invalid-example": _TWICE | _UNUSABLE | {"undeclared-argument"},
    "unstated-effect": frozenset(
        {"several-documents", "unknown-tool", "unquoted-text", "wrong-type"}
    ),
    "misplaced-required": frozenset({"dialect-mismatch"}),
    "unoffered-tool": frozenset(
        (
            *("ambiguous-url", "malformed-host", "schema-reference", "undeclared-argument"),
            *("variable-outside-auth", "literal-credential", "insecure-token-url"),
            "unknown-call-template-key",
        )
    ),
    **dict.fromkeys(
        ("unportable-query-input", "content-type-without-body", "post-without-body"),
        frozenset({"undeclared-argument"}),
    ),
    "unused-argument": frozenset({"undeclared-argument", "variable-outside-auth"}),
}
"""By rule, those whose errors anywhere in the file are the cause.

A secret in the place of a variable is no reason to remove the description of the variable. While
two tools have one name, it is not known which of them is meant, and where a reference or a pattern
is of no use, no value is valid. An input goes into the query where the call misspells its name, or
the key that places it. What a merge key would have added is missing.
"""

_OF_KEYS = {
    "invalid-example": ("inputs", "inputSchema", "input_schema", "properties", "required"),
    "missing-address": ("call_url", "base_url"),
    "missing-auth": ("auth",),
    "missing-description": ("description",),
    "missing-example": ("examples",),
    "missing-server": ("server",),
    "missing-source": ("sources",),
    "undated-release": ("released",),
    "undescribed-variable": ("variables",),
    "unoffered-tool": ("call_url", "base_url", "name"),
    "unstated-effect": ("effects",),
    "undeclared-argument": ("properties",),
    "undeclared-path-parameter": ("properties", "required"),
    "undescribed-input": ("properties", "description"),
}
"""What misses something, with its keys, which may be there under another name or elsewhere."""

_TWICE_THERE = "duplicate-key"
_NAMING = ("unknown-key", "missing-key", "unknown-schema-keyword", _TWICE_THERE)

_UNCHANGED = "unchanged-release"
"""What is said of a whole release, part of which may not have been read: a tool, a word."""

_UNOFFERED = "unoffered-tool"
"""The rule whose finding any error on its line explains."""

_UNDECLARED = "undeclared-path-parameter"
_UNKNOWN_VARIABLE = "unknown-variable"
_MEANING = (_UNDECLARED, _UNKNOWN_VARIABLE)
"""Rules whose errors say which input or variable is meant."""

_BLOCK = "`x-registry."
"""How a message names a key of the block."""

_GUESS = "did you mean "
_INSTEAD = " instead of "
_LACKED = " has no input "

_ALIAS = "yaml-alias"
_WITHOUT_ALIAS = "write out each value where it is needed, without `&`, `*` and `<<`"
_SECOND_DOCUMENT = (
    "if a second document begins here, move it to a file of its own; otherwise move what each key "
    "contains to the first of its name, and remove this one"
)
_OF_TYPES = frozenset({"unknown-schema-type", "invalid-schema"})
_TYPES_IN_LOWER_CASE = f"write each type{IN_LOWER_CASE}"

_NONE: frozenset[str] = frozenset()


def without_consequences(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return what was *found*, without what only follows from an error that has to be fixed anyway.

    It is asked after the policy of a registry: a rule that is off hides nothing.
    """
    all_diagnostics = tuple(found)
    files: dict[str, _FileErrors] = defaultdict(_FileErrors)
    for error in all_diagnostics:
        if error.severity is Severity.ERROR:
            files[error.place.path].add(error)
    kept = [each for each in all_diagnostics if not files[each.place.path].are_cause_of(each)]
    return tuple(_with_one_of_each_habit(kept))


def _with_one_of_each_habit(diagnostics: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield *diagnostics*, with one for all of a file that come from one habit of its author."""
    lines: dict[tuple[str, str], list[int]] = defaultdict(list)
    for each in diagnostics:
        if hint := _hint_for_all(each):
            lines[each.place.path, hint].append(each.place.line)
    for each in diagnostics:
        hint = _hint_for_all(each)
        if not hint:
            yield each
        elif in_file := sorted(lines.pop((each.place.path, hint), ())):
            is_several = len(in_file) > 1
            yield each._replace(hint=f"{hint}{the_same_in(in_file)}" if is_several else each.hint)


def _hint_for_all(each: Diagnostic) -> str:
    """Return the hint for all that is like *each* in its file; "" if every one is reported."""
    if each.rule == _ALIAS:
        return _WITHOUT_ALIAS
    if each.rule in _OF_TYPES and each.hint.endswith(IN_LOWER_CASE):
        return _TYPES_IN_LOWER_CASE
    if each.rule == _TWICE_THERE and each.place.column == 1:
        return _SECOND_DOCUMENT
    return each.hint if each.hint == INDENT_WITH_SPACES else ""


class _FileErrors:
    """The errors of one file, by what is asked of them: there may be as many as tools."""

    def __init__(self) -> None:
        self._rules: set[str] = set()
        self._has_curly = False
        self._at: dict[Place, set[str]] = defaultdict(set)
        self._on: dict[int, list[Diagnostic]] = defaultdict(list)
        self._naming: list[Diagnostic] = []
        self._meaning: list[Diagnostic] = []
        self._hiding: dict[tuple[str, ...], bool] = {}

    def add(self, error: Diagnostic) -> None:
        self._rules.add(error.rule)
        self._has_curly |= error.rule in _QUOTES and error.message.endswith(_NO_QUOTE)
        self._at[error.place].add(error.rule)
        self._on[error.place.line].append(error)
        if error.rule in _NAMING or _BLOCK in error.message:
            self._naming.append(error)
        if error.rule in _MEANING:
            self._meaning.append(error)

    def are_cause_of(self, each: Diagnostic) -> bool:
        """Return whether one of the errors, which are all there, is the cause of *each*."""
        line, value, file = (
            by.get(each.rule, _NONE) for by in (_SAME_LINE, _SAME_VALUE, _SAME_FILE)
        )
        keys = _OF_KEYS.get(each.rule, ())
        if each.rule in _INDENTED and _INDENTATION in self._rules:
            return True
        if self._has_curly and each.rule not in _QUOTES and _CURLY.search(each.message):
            return True
        if each.rule == _UNCHANGED and not self._rules.issubset({each.rule}):
            return True
        if not (line or value or file or keys):
            return False
        return (
            not self._rules.isdisjoint(file)
            or not self._at.get(each.place, _NONE).isdisjoint(value)
            or self._hide(keys)
            or any(_is_meant(each, other) for other in self._meaning)
            or any(
                (other.rule in line or each.rule == _UNOFFERED)
                and (other.rule != each.rule or other.place < each.place)
                for other in self._on.get(each.place.line, ())
            )
        )

    def _hide(self, keys: tuple[str, ...]) -> bool:
        """Return whether one of *keys* is in the file, but not where or as it is read."""
        if keys not in self._hiding:
            self._hiding[keys] = any(_says_key_is_there(each, keys) for each in self._naming)
        return self._hiding[keys]


def _says_key_is_there(error: Diagnostic, keys: tuple[str, ...]) -> bool:
    """Return whether *error* is that one of *keys* is there, but not where or as it is read."""
    if any(f"{_BLOCK}{key}`" in error.message for key in keys):
        return True
    if not keys or error.rule not in _NAMING:
        return False
    return any(
        f"`{key}`" in error.hint
        or error.message.endswith((f"unknown key: {key!r}", f" has no `{key}`"))
        or (error.rule == _TWICE_THERE and error.message.startswith(f"the key {key!r} "))
        for key in ("x-registry", *keys)
    )


def _is_meant(other: Diagnostic, error: Diagnostic) -> bool:
    """Return whether *other* is of the variable or input that *error* says is meant by another."""
    if error.rule == _UNDECLARED:
        named = ((error.hint, _INSTEAD), (error.message, _LACKED))
        names = (said.partition(before)[2] for said, before in named if before in said)
        return any(f" requires {name}, " in other.message for name in names)
    is_pair = (other.rule, error.rule) == ("undescribed-variable", _UNKNOWN_VARIABLE)
    name = error.hint.removeprefix(_GUESS).removesuffix("?")
    return is_pair and error.hint.startswith(_GUESS) and name in other.message
