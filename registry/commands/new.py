"""`registry new`: a first manual out of a few answers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from registry import report
from registry.commands._options import JSON, MANUALS_TO_WRITE, print_json, today
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.diagnostics import has_errors
from registry.importers import blank
from registry.importers.folder import UnusableTargetError
from registry.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


@click.command(short_help="Write a first manual from a few answers.")
@click.argument("manual", metavar="PUBLISHER/MANUAL", required=False)
@click.option("--protocol", type=click.Choice(blank.PROTOCOLS), help="What to write it in.")
@click.option("--name", help="Name of the publisher.")
@click.option("--homepage", help="The publisher's homepage.")
@click.option("--tool", help="Name of a first tool.")
@click.option("--description", help="What it does, in a sentence.")
@click.option("--task", help="Something to ask of it.")
@click.option("--url", help="Address that it, or its server, is called by; {places} are inputs.")
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="NAME=TEXT",
    help="What to put for an input, as in the task; may be repeated.",
)
@click.option("--yes", is_flag=True, help="Ask nothing; what is not given is made up.")
@MANUALS_TO_WRITE
@JSON
def command(
    *,
    manual: str | None,
    protocol: str | None,
    examples: tuple[str, ...],
    yes: bool,
    manuals: Path,
    as_json: bool,
    **given: str | None,
) -> None:
    """Write a first manual from a few answers: it passes the check and wants its details.

    Files that are there are never touched. Of an OpenAPI document, `registry import openapi` makes
    more.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass, 2 wrong use.

    \b
    Example:
      registry new acme/world-time
      registry new acme/world-time --url https://api.acme.com/time/{city} --example city=Oslo --yes
    """
    try:
        answers = _Answers(manuals, given, examples, is_silent=yes).collected(manual, protocol)
        made = blank.make(manuals, answers, today())
    except UnusableTargetError as error:
        raise Refusal(str(error)) from None
    if as_json:
        files = [path.as_posix() for path in made.written]
        print_json({"files": files, "diagnostics": report.entries(made.problems)})
    else:
        _show(made, f"{answers.publisher}/{answers.manual}")
    sys.exit(EXIT_PROBLEMS if has_errors(made.problems) else 0)


def _show(made: blank.Made, manual_id: str) -> None:
    """Print the files, what the check says of them, and what to do next."""
    for path in made.written:
        click.echo(path)
    if problems := report.formats()["text"](report.Report(made.problems)):
        click.echo(f"\n{problems}")
    click.echo(
        f"now write the real tools into {made.written[-1]}, then: registry fmt; registry check "
        f"--base origin/main; registry preview {manual_id}",
        err=True,
    )


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers that options give, and the questions about the rest."""

    manuals: Path
    given: Mapping[str, str | None]
    examples: tuple[str, ...]
    is_silent: bool

    def collected(self, manual: str | None, protocol: str | None) -> blank.Answers:
        """Return all answers. Raises UnusableTargetError."""
        publisher, name = blank.split(manual) if manual else self._names()
        known = {"publisher": publisher, "manual": name}
        choice = click.Choice(blank.PROTOCOLS)
        known["protocol"] = protocol or self._ask("Protocol", blank.PROTOCOLS[0], kind=choice)
        # Who is known already is not asked about again.
        given = {**blank.publisher_facts(self.manuals, publisher), **self._stated()}
        for question in blank.QUESTIONS:
            answer = given.get(question.field)
            known[question.field] = answer or self._ask(
                question.text, question.default(known), partial(_good, question.field)
            )
        inputs = blank.inputs_of(known["url"])
        stated = _values(self.examples, inputs)
        values = {
            name: stated.get(name) or self._ask(f"An example of `{name}`", blank.SOME_VALUE)
            for name in inputs
        }
        return blank.Answers(**known, values=values)

    def _stated(self) -> dict[str, str]:
        return {field: answer for field, answer in self.given.items() if answer is not None}

    def _names(self) -> tuple[str, str]:
        names: tuple[str, str] = click.prompt(
            "Names, as publisher/manual", value_proc=_split, err=True
        )
        return names

    def _ask(
        self,
        text: str,
        default: str,
        good: Callable[[str], str] | None = None,
        kind: click.Choice[str] | None = None,
    ) -> str:
        """Return the answer to *text*, which is asked again until it is *good*."""
        if self.is_silent:
            return default
        return str(click.prompt(text, default=default, type=kind, value_proc=good, err=True))


def _good(field: str, answer: str) -> str:
    """Return the *answer*. Raises UsageError, after which the question is asked again."""
    if told := blank.fault(field, answer):
        raise click.UsageError(printable(told))
    return answer


def _split(manual_id: str) -> tuple[str, str]:
    """Return the two names. Raises UsageError, after which they are asked again."""
    try:
        return blank.split(manual_id)
    except UnusableTargetError as error:
        raise click.UsageError(printable(str(error))) from None


def _values(examples: tuple[str, ...], inputs: tuple[str, ...]) -> dict[str, str]:
    """Return the values in *examples* by the names of inputs."""
    parts = [each.partition("=") for each in examples]
    for name, _, value in parts:
        if name not in inputs or not value:
            known = ", ".join(f"{each}=…" for each in inputs)
            raise Refusal(f"--example {name!r} fits no input of the address: {known}")
    return {name: value for name, _, value in parts}
