"""`registry review`: who may approve a pull request."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import history
from registry.commands._options import MANUALS
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.review import Outcome, review
from registry.review.words import FORMATS

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Tell who may approve a pull request, and why.")
@MANUALS
@click.option(
    "--base", metavar="COMMIT", required=True, help="The commit that is to be merged into."
)
@click.option(
    "--author",
    metavar="ID",
    type=click.IntRange(min=1),
    required=True,
    help="The number of the GitHub account that opened it.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(sorted(FORMATS)),
    default="text",
    show_default=True,
    help="How to print the review.",
)
@click.option("--json", "style", flag_value="json", help="Print JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 unless it may be merged.")
def command(manuals: Path, base: str, author: int, style: str, strict: bool) -> None:
    """Tell who may approve what the working tree would change in a commit, and every reason why.

    The verdict is `may-merge` for an update by an owner of the publisher in which nothing calls for
    a look, `maintainer` where something does, and `rejected` while the check has errors. Owners
    and rules are those of the commit.

    Exit codes: 0 it may be merged or a maintainer decides, 1 it is rejected (with --strict also
    when a maintainer decides), 2 wrong use.

    \b
    Example:
      registry review --base origin/main --author 583231
      registry review --base HEAD^1 --author 583231 --json
    """
    try:
        found = review(manuals, base, author)
    except history.UnusableBaseError as error:
        raise Refusal(f"nothing to compare with at {base!r}: {error}") from None
    click.echo(FORMATS[style](found))
    good = {Outcome.MAY_MERGE} if strict else {Outcome.MAY_MERGE, Outcome.MAINTAINER}
    sys.exit(0 if found.verdict.outcome in good else EXIT_PROBLEMS)
