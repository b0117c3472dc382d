"""Choices, defaults, limits and patterns of an input or a field, compared with a document's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.authoring.source_comparison._facts import Verdict
from registry.validate import checker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._document_schema import Node
    from registry.authoring.source_comparison._facts import Finding
    from registry.authoring.source_comparison._placed_schema import Side, Stated
    from registry.source import Json

_UPPER = {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
_LOWER = {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
_DEFAULT = r"\bdefault(?:s|ed|ing)?\b"
_MOST = r"\bmax\w*|\bup to\b|\bat most\b|\bno more than\b|\bhighest\b"
_LEAST = r"\bmin\w*|\bat least\b|\bno less than\b|\blowest\b|\bstart\w*"
_NEAR = 60
"""Characters between the word for a limit or a default and its value."""


def compare_keywords(side: Side, stated: Stated, node: Node) -> Iterator[Finding]:
    """Yield findings on enum, default, format, pattern and limits."""
    schema = stated.schema
    if isinstance(schema.get("enum"), list):
        yield _enum(side, stated, node)
    if schema.get("default") is not None:
        yield _default(stated, node)
    for keyword in sorted((_UPPER | _LOWER) & schema.keys()):
        if isinstance(schema[keyword], int | float):
            yield _limit(side, stated, node, keyword)
    if isinstance(schema.get("pattern"), str):
        yield _pattern(stated, node)
    if isinstance(schema.get("format"), str):
        yield _format(stated, node)


def _format(stated: Stated, node: Node) -> Finding:
    ours = stated.schema["format"]
    keyword = node.keyword("format")
    if keyword is None:
        return stated.found("format", Verdict.NOT_FOUND, ours, "nothing", node.pointer)
    verdict = Verdict.RIGHT if keyword[0] == ours else Verdict.WRONG
    return stated.found("format", verdict, ours, *keyword)


def _enum(side: Side, stated: Stated, node: Node) -> Finding:
    listed = stated.schema["enum"]
    ours = {str(each) for each in listed if each is not None} if isinstance(listed, list) else set()
    values, at = node.enum
    theirs = {str(each) for each in values}
    documented = ", ".join(map(str, values)) or "any"
    if not theirs:
        is_named = all(_is_named(each, node.words) for each in ours)
        verdict = Verdict.RIGHT if is_named else Verdict.NOT_FOUND
    elif ours == theirs:
        verdict = Verdict.RIGHT
    elif side.is_input:
        verdict = Verdict.STRICTER if ours < theirs else Verdict.WRONG
    else:
        verdict = Verdict.RIGHT if theirs < ours else Verdict.WRONG
    return stated.found("enum", verdict, ", ".join(sorted(ours)), documented, at)


def _is_named(value: str, words: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", words))


def _default(stated: Stated, node: Node) -> Finding:
    ours = stated.schema["default"]
    keyword = node.keyword("default")
    if keyword:
        is_same = _plain(keyword[0]) == _plain(ours)
        verdict = Verdict.RIGHT if is_same else Verdict.WRONG
        return stated.found("default", verdict, ours, keyword[0], keyword[1])
    is_said = _is_near(_DEFAULT, _plain(ours), node.words)
    verdict = Verdict.RIGHT if is_said else Verdict.NOT_FOUND
    documented = node.words if is_said else "nothing"
    return stated.found("default", verdict, ours, documented, node.pointer)


def _plain(value: Json) -> str:
    """Return *value* as it is sent in a query."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _is_near(words: str, value: str, text: str) -> bool:
    """Return whether *text* has *value* near one of *words*, with no other number between."""
    exact = rf"(?<![\w.]){re.escape(value)}(?!\w)(?!\.\d)"
    between = rf"[^\n\d]{{0,{_NEAR}}}?"
    # 10,000 is one number.
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    pattern = rf"(?:{words}){between}{exact}|{exact}{between}(?:{words})"
    return bool(re.search(pattern, plain, re.IGNORECASE))


def _limit(side: Side, stated: Stated, node: Node, keyword: str) -> Finding:
    ours = stated.schema[keyword]
    documented_limit = node.keyword(keyword)
    exclusive = {"maximum": "exclusiveMaximum", "minimum": "exclusiveMinimum"}.get(keyword)
    if documented_limit is None and exclusive:
        documented_limit = node.keyword(exclusive)
    documented = documented_limit[0] if documented_limit else None
    if (
        not documented_limit
        or not isinstance(documented, int | float)
        or not isinstance(ours, int | float)
    ):
        is_said = _is_said(keyword, _plain(ours), node.words)
        verdict = Verdict.RIGHT if is_said else Verdict.NOT_FOUND
        words_ = node.words if is_said else "nothing"
        return stated.found(keyword, verdict, ours, words_, node.pointer)
    is_tighter = ours < documented if keyword in _UPPER else ours > documented
    if ours == documented:
        verdict = Verdict.RIGHT
    elif side.is_input:
        verdict = Verdict.STRICTER if is_tighter else Verdict.WRONG
    else:
        verdict = Verdict.WRONG if is_tighter else Verdict.RIGHT
    return stated.found(keyword, verdict, ours, documented, documented_limit[1])


def _is_said(keyword: str, value: str, text: str) -> bool:
    """Return whether *text* says that *value* is the limit: `max 100`, `at least 1`, `1 to 100`."""
    if keyword in _UPPER:
        in_a_range = rf"\b\d+\s*(?:-|\u2013|to|and)\s*{re.escape(value)}\b"
        return _is_near(_MOST, value, text) or bool(re.search(in_a_range, text))
    in_a_range = rf"\b{re.escape(value)}\s*(?:-|\u2013|to|and)\s*\d+\b"
    return _is_near(_LEAST, value, text) or bool(re.search(in_a_range, text))


def _pattern(stated: Stated, node: Node) -> Finding:
    """Compare patterns by their words, and by the values that the document names."""
    ours = stated.schema["pattern"]
    keyword = node.keyword("pattern")
    if keyword and keyword[0] == ours:
        return stated.found("pattern", Verdict.RIGHT, ours, ours, keyword[1])
    problems = checker({"pattern": ours})
    for value, at in _named_values(node):
        if isinstance(value, str) and any(True for _ in problems(value)):
            return stated.found("pattern", Verdict.STRICTER, ours, f"also {value}", at)
    documented, at = keyword or ("nothing", node.pointer)
    return stated.found("pattern", Verdict.NOT_FOUND, ours, documented, at)


def _named_values(node: Node) -> Iterator[tuple[Json, str]]:
    values, at = node.enum
    yield from ((each, at) for each in values)
    for keyword in ("example", "default"):
        if examples := node.keyword(keyword):
            yield examples
    if (examples := node.keyword("examples")) and isinstance(examples[0], list):
        yield from ((each, examples[1]) for each in examples[0])
