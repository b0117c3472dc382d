"""Say in plain words what the YAML parser complains of, where no mistake is found in the text."""

from __future__ import annotations

from typing import NamedTuple


class Complaint(NamedTuple):
    """An error of the parser, what it means, and what to do.

    *at_start* says that the error is shown where the construct begins, not where it breaks.
    """

    piece: str
    meaning: str
    hint: str
    at_start: bool = False


_COMPLAINTS = (
    Complaint(
        "cannot start any token",
        "an unquoted value in braces or brackets cannot begin with `|` or `>`",
        "quote the value",
    ),
    Complaint(
        "mapping values are not allowed",
        "there is a second `: ` on this line, or the line is indented too far",
        "quote a value that contains `: `, put a space after the `:` of the line above, "
        "or align the key with those above it",
    ),
    Complaint(
        "unexpected end of stream",
        "the quoted string that begins here is never closed",
        "add the closing quote",
        at_start=True,
    ),
    Complaint(
        "expected ',' or ']'",
        "the list in square brackets is not closed before this line",
        "add the closing `]`, or a comma before the next entry",
    ),
    Complaint(
        "expected ',' or '}'",
        "the mapping in braces is not closed before this line",
        "add the closing `}`, or a comma before the next key",
    ),
    Complaint(
        "could not find expected ':'",
        "this line has no `:` after its key",
        "write `key: value`, indent the line if it continues the value above, or remove it",
        at_start=True,
    ),
    Complaint(
        "unknown escape character",
        "this escape sequence is not valid in a double-quoted string",
        r"write \\ for a backslash, or use single quotes",
    ),
    Complaint(
        "hexdecimal number",  # sic: `\\x`, `\\u` or `\\U`, as in the path "C:\\Users"
        "this escape sequence is not valid in a double-quoted string",
        r"write \\ for a backslash, or use single quotes",
    ),
    Complaint(
        "Unicode character escape",
        "this escape sequence is not a character, or only half of one",
        "write the character itself",
    ),
    Complaint(
        "block sequence entries are not allowed",
        "a list cannot begin on the line of its key",
        "start it on the next line, indented",
    ),
    Complaint(
        "expected '-' indicator",
        "this line is a key, but the lines around it are entries of a list",
        "start the line with `- `, or indent the key below the entry that it belongs to",
    ),
    Complaint(
        "expected key",
        "this line does not continue the keys above it",
        "align it with them, and look for a quote that is missing or closed too early",
    ),
    Complaint(
        "expected node content",
        "a value is missing here",
        "write it, or quote it if it begins with one of [ ] { } ,",
    ),
    Complaint(
        "expected alphabetic or numeric",
        "`*` and `&` have a special meaning in YAML and cannot begin an unquoted value",
        "quote the value",
    ),
    Complaint(
        "scanning a block scalar",
        "only a line break may follow `|` or `>`",
        "start the text on the next line",
    ),
    Complaint(
        "directive",
        "a line that begins with `%` is a YAML directive, and this one is unknown",
        "remove the line",
    ),
)


def explain(said: str) -> Complaint:
    """Return the explanation of *said*, an error message of the parser."""
    return next(
        (each for each in _COMPLAINTS if each.piece in said),
        Complaint(
            "",
            f"this is not valid YAML ({said})",
            "check the indentation and the quotes around this line",
        ),
    )
