"""`registry review`: decide who may approve a pull request."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from registry.changes import git
from registry.cli._options import MANUALS, day_begun
from registry.cli._problems import EXIT_PROBLEMS
from registry.cli._progress import working
from registry.cli._refusal import Refusal
from registry.review import Decision, review
from registry.review.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Decide who may approve a pull request.")
@MANUALS
@click.option("--base", metavar="COMMIT", required=True, help="The commit to merge into.")
@click.option(
    "--author",
    metavar="ID",
    type=click.IntRange(min=1),
    required=True,
    help="The numeric id of the GitHub account that opened the pull request.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(sorted(FORMATS)),
    default="text",
    show_default=True,
    help="The format of the review.",
)
@click.option("--json", "style", flag_value="json", help="Print JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 unless it may be merged.")
def review_command(manuals: Path, base: str, author: int, style: str, strict: bool) -> None:
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
    """
    try:
        with working(os.cpu_count() or 1) as work:
            found = review(manuals, base, author, work, day=day_begun())
    except git.UnusableBaseError as error:
        raise Refusal(f"cannot compare with {base!r}: {error}") from None
    click.echo(FORMATS[style](found))
    good = {Decision.MAY_MERGE} if strict else {Decision.MAY_MERGE, Decision.MAINTAINER}
    sys.exit(0 if found.verdict.outcome in good else EXIT_PROBLEMS)
