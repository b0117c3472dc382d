"""Say in plain words what libyaml complains about."""

from __future__ import annotations

from typing import NamedTuple


class Complaint(NamedTuple):
    """What libyaml says, what it means, and what to do; *at_start*: at the place where it began."""

    piece: str
    meaning: str
    hint: str
    at_start: bool = False


_COMPLAINTS = (
    Complaint("tab character", "a tab indents this line", "indent with spaces"),
    Complaint(
        "cannot start any token",
        "no text can begin with this character, and no line with a tab",
        "indent with spaces, and quote a text that begins with @, ` or %",
    ),
    Complaint(
        "mapping values are not allowed",
        "a second `: ` stands in the same line, or this line is indented too far",
        "put quotes around a text that holds `: `, write a space after the `:` of the line above, "
        "or line the key up with those above it",
    ),
    Complaint(
        "unexpected end of stream",
        "the text in quotes that begins here is never closed",
        "add the closing quote",
        at_start=True,
    ),
    Complaint(
        "expected ',' or ']'",
        "the list in square brackets is not closed before this line",
        "add `]` at its end, or a comma before the next entry",
    ),
    Complaint(
        "expected ',' or '}'",
        "the mapping in braces is not closed before this line",
        "add `}` at its end, or a comma before the next key",
    ),
    Complaint(
        "could not find expected ':'",
        "this line has no `:` after its key",
        "write `key: value`, or indent the line if it goes on with the text above",
        at_start=True,
    ),
    Complaint(
        "unknown escape character",
        "this escape is not known in a text in double quotes",
        r"write \\ for a backslash, or use single quotes",
    ),
    Complaint(
        "Unicode character escape",
        "this escape is no character, or half of one",
        "write the character itself instead of its escape",
    ),
    Complaint(
        "block sequence entries are not allowed",
        "a list cannot begin in the line of its key",
        "begin it in the next line, indented",
    ),
    Complaint(
        "expected '-' indicator",
        "a key stands among the entries of a list",
        "begin the line with `- `, or indent the key below the entry that it belongs to",
    ),
    Complaint(
        "expected key",
        "this line does not continue the keys above it",
        "line it up with them, and look for a quote that is open or closed too early",
    ),
    Complaint(
        "expected node content",
        "a value is missing here",
        "write it, or quote the text if it begins with one of [ ] { } ,",
    ),
    Complaint(
        "expected alphabetic or numeric",
        "`*` and `&` have a meaning in YAML and cannot begin a text",
        "put the text in quotes",
    ),
    Complaint(
        "scanning a block scalar",
        "nothing but a line break may follow `|` or `>`",
        "begin the text in the next line",
    ),
    Complaint(
        "directive",
        "a line that begins with `%` is a directive, and this one is unknown",
        "remove the line",
    ),
)


def explain(said: str) -> Complaint:
    """Return what *said*, a complaint of libyaml, means."""
    return next(
        (each for each in _COMPLAINTS if each.piece in said),
        Complaint(
            "",
            f"this is not valid YAML ({said})",
            "check the indentation and the quotes around this place",
        ),
    )
