"""Print problems: the option that chooses a format, and the report itself."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from registry import report, rules
from registry.catalogue.shown_paths import display_prefix, file_called, start_of_paths
from registry.cli._style import styled
from registry.diagnostics import Severity, command
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from registry.diagnostics import Diagnostic
    from registry.pipeline import Checked

_Command = TypeVar("_Command", bound="Callable[..., Any]")

_STYLE = click.option(
    "--format",
    "style",
    type=click.Choice(sorted(report.formats())),
    default=None,
    help="The format of the report.  [default: text, or github inside GitHub Actions]",
)
_JSON = click.option("--json", "style", flag_value="json", help="Same as --format json.")
_QUIET = click.option(
    "-q", "--quiet", is_flag=True, help="Report errors only, and say nothing else."
)


def reporting(function: _Command) -> _Command:
    """Return *function* with the options of the report: its format as `style`, and `quiet`."""
    return _STYLE(_JSON(_QUIET(function)))


_COLOURS: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "blue", "bold": True},
    "place": {"bold": True},
    "rule": {"fg": "cyan"},
    "margin": {"dim": True},
    "hint": {"fg": "green"},
}
"""The style of each role of the text report on a terminal."""


def print_report(
    checked: Checked, style: str | None, manuals: Path, *, quiet: bool = False
) -> None:
    """Print the problems in the format *style*; inside GitHub Actions, also write a summary.

    The files are in the folder *manuals* or beside it. Only errors are printed if it is to be
    *quiet*.
    """
    in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
    chosen = style or ("github" if in_actions else "text")
    problems = reported(checked, quiet=quiet)
    content = report.Report(
        problems, checked.changed, rules_url=checked.rules_url, rule_text=rule_text
    )
    if sys.stdout.isatty():
        content = content._replace(read=partial(_read, manuals), paint=_paint)
    text = report.formats()[chosen](content)
    if text and chosen == "text" and (start := start_of_paths(manuals)):
        click.echo(f"note: paths and commands below are relative to {start}", err=True)
    if text:
        click.echo(text)
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if chosen == "github" and summary:
        page = report.formats()["markdown"](_to_fix(content)) + "\n"
        try:
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(page)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, summary) from None


def reported(checked: Checked, *, quiet: bool) -> tuple[Diagnostic, ...]:
    """Return the problems that are reported: all, or only errors if it is to be *quiet*."""
    every = checked.diagnostics
    return tuple(each for each in every if not quiet or each.severity is Severity.ERROR)


def note_errors(problems: Iterable[Diagnostic], manuals: Path) -> bool:
    """Print which files have errors, since what these affect is missing; return whether any has.

    They are in the folder *manuals*, or the facts beside it, which are only checked with all.
    """
    paths = [each.place.path for each in problems if each.severity is Severity.ERROR]
    for path in dict.fromkeys(paths):
        is_below = path.startswith(f"{display_prefix(manuals)}/")
        checked = (file_called(path, manuals),) if is_below else ()
        line = command("check", *checked, manuals=manuals)
        note = f"note: {path} has errors, and what they affect is left out; run: {line}"
        click.echo(report.printable(note), err=True)
    return bool(paths)


def extent(checked: Checked) -> dict[str, int]:
    """Return the number of tools, manuals and publishers that were checked and may be listed."""
    entries = checked.entries
    return {
        "tools": len(entries.tools),
        "manuals": len(entries.listed),
        "publishers": len(entries.publishers),
    }


def amounts(counts: Mapping[str, int]) -> str:
    """Return *counts* of things, each named in the plural, as people write them."""
    return ", ".join(report.counted(count, what[:-1]) for what, count in counts.items())


def rule_text(rule_id: str) -> report.RuleText | None:
    """Return the documentation of the rule *rule_id*, or None if there is no such rule."""
    matching = (
        report.RuleText(
            each.title, each.reason, each.documentation, each.severity, each.finds_secrets
        )
        for each in rules.documented()
        if each.id == rule_id
    )
    return next(matching, None)


def _to_fix(whole: report.Report) -> report.Report:
    """Return what the author of a change should see: problems in changed files, and all errors."""
    if not whole.changed:
        return whole
    selected = (
        each
        for each in whole.diagnostics
        if each.place.path in whole.changed or each.severity is Severity.ERROR
    )
    return whole._replace(diagnostics=tuple(selected))


def _read(manuals: Path, path: str) -> str | None:
    """Return the text of a file for an excerpt, or None if it cannot be read."""
    try:
        text = read_plain(file_called(path, manuals)).decode()
    except (OSError, ValueError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _paint(role: str, text: str) -> str:
    return styled(text, **_COLOURS[role])
