"""`registry review`: decide who may approve a pull request."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from registry.changes import git
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FILE_TO_WRITE, MANUALS
from registry.cli._progress import working
from registry.cli._refusal import Refusal
from registry.cli._today import day_begun
from registry.review import Decision, review
from registry.review.json import review_as_json
from registry.review.markdown import LIMITS, review_as_markdown
from registry.review.text import review_as_text
from registry.site.local_processes import one_per_processor

if TYPE_CHECKING:
    from pathlib import Path

    from registry.review import Review

SECTION = "Review changes"

_ALL = "none"
_LINK = re.compile(r"https?://[!-'*-~]+")
"""A URL that Markdown takes whole as the address of a link."""

_LOGIN = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9-]{1,39}")


def _account_id(_context: click.Context, _option: click.Parameter, value: str) -> int:
    """Return the number that *value* is. Raises Refusal, which says where to find it."""
    if value.isdecimal() and int(value) > 0:
        return int(value)
    login = value if _LOGIN.fullmatch(value) else "<login>"
    raise Refusal(
        f"--author {value!r} is not the numeric id of a GitHub account; "
        f"https://api.github.com/users/{login} says it as `id`"
    )


@click.command(short_help="Decide who may approve a pull request.")
@MANUALS
@click.option("--base", metavar="COMMIT", required=True, help="The commit to merge into.")
@click.option(
    "--author",
    metavar="ID",
    callback=_account_id,
    required=True,
    help="The numeric id of the GitHub account that opened the pull request.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(("json", "markdown", "text")),
    default="text",
    show_default=True,
    help="The format of the review.",
)
@click.option(
    "--limit",
    type=click.Choice((*LIMITS, _ALL)),
    default="summary",
    show_default=True,
    help="Where Markdown is shown: cut it to GitHub's limit of a step summary (1 MiB) or of a "
    "comment (65,536 characters).",
)
@click.option(
    "--whole",
    metavar="FILE",
    type=FILE_TO_WRITE,
    help="Also write the whole review to this file, as Markdown.",
)
@click.option(
    "--whole-url",
    metavar="URL",
    default="",
    help="Where Markdown is cut, link the whole review at this URL.",
)
@click.option("--json", "style", flag_value="json", help="Print JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 unless it may be merged.")
def review_command(  # noqa: PLR0917 - click passes every option by keyword
    manuals: Path,
    base: str,
    author: int,
    style: str,
    strict: bool,
    limit: str,
    whole: Path | None,
    whole_url: str,
) -> None:
    """Decide who may approve the changes of the working tree to a commit, and list every reason.

    The verdict is `may-merge` if an owner updates their publisher and nothing needs a maintainer's
    review, `maintainer` if something does, and `rejected` while the check reports errors. Owners
    and rules are those of the commit.

    Exit codes: 0 it may be merged or a maintainer decides, 1 it is rejected (with --strict also
    when a maintainer decides), 2 usage error.

    \b
    Example:
      registry review --base origin/main --author 583231
      registry review --base HEAD^1 --author 583231 --json
      registry review --base HEAD^1 --author 583231 --format markdown --limit comment
    """
    if whole_url and not _LINK.fullmatch(whole_url):
        raise Refusal(
            f"--whole-url {whole_url!r} is not a URL that can be linked: start it with https://"
        )
    try:
        with working(one_per_processor()) as work:
            result = review(manuals, base, author, work, day=day_begun())
    except git.UnusableBaseError as error:
        raise Refusal(f"cannot compare with {base!r}: {error}") from None
    if whole:
        whole.write_text(f"{review_as_markdown(result)}\n", encoding="utf-8")
    click.echo(_review_in_style(result, style, limit, whole_url))
    good = {Decision.MAY_MERGE} if strict else {Decision.MAY_MERGE, Decision.MAINTAINER}
    sys.exit(0 if result.verdict.outcome in good else EXIT_PROBLEMS)


def _review_in_style(found: Review, style: str, limit: str, whole_url: str) -> str:
    if style == "markdown":
        return review_as_markdown(found, "" if limit == _ALL else limit, whole_url)
    return review_as_json(found) if style == "json" else review_as_text(found)
