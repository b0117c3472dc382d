"""`registry new`: write a first manual from a few answers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from registry import report
from registry.authoring import new
from registry.authoring.manual_files import UnusableTargetError
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._next_steps import next_steps
from registry.cli._options import JSON, MANUALS_TO_WRITE, print_json
from registry.cli._refusal import Refusal, refusing
from registry.cli._today import today
from registry.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from registry.authoring.manual_files import ManualResult

SECTION = "Write manuals"


@click.command(short_help="Write a first manual from a few answers.")
@click.argument("manual", metavar="PUBLISHER/MANUAL", required=False)
@click.option("--protocol", type=click.Choice(new.PROTOCOLS), help="The protocol of the manual.")
@click.option("--name", help="The publisher's name.")
@click.option("--homepage", help="The publisher's homepage.")
@click.option("--tool", help="The name of a first tool.")
@click.option("--description", help="What it does, in one sentence.")
@click.option("--task", help="A task that the tool solves.")
@click.option("--url", help="The URL of the tool, or of its server; {names} in it become inputs.")
@click.option("--docs", help="The URL of the API's documentation.")
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="NAME=TEXT",
    help="The value of an input for the task; may be repeated.",
)
@click.option(
    "--replace",
    is_flag=True,
    help="Replace the first release if it exists, unless it is already merged.",
)
@click.option("--yes", is_flag=True, help="Ask nothing; use defaults.")
@MANUALS_TO_WRITE
@JSON
def new_command(
    *,
    manual: str | None,
    protocol: str | None,
    examples: tuple[str, ...],
    replace: bool,
    yes: bool,
    manuals: Path,
    as_json: bool,
    **given: str | None,
) -> None:
    """Write a first manual from a few answers. It passes the check; fill in the details.

    The check warns if you give no description or no task. Existing files are never changed, except
    drafts with --replace. If you have an OpenAPI document, `registry import openapi` does more.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass, 2 usage error.

    \b
    Example:
      registry new acme/world-time
      registry new acme/world-time --url https://api.acme.com/time/{city} --example city=Oslo --yes
    """
    with refusing(UnusableTargetError):
        answers = _Answers(manuals, given, examples, is_silent=yes).collected(manual, protocol)
        result = new.make_manual(manuals, answers, today(), is_replacing=replace)
    if as_json:
        files = [path.as_posix() for path in result.written]
        print_json({"files": files, "diagnostics": report.problem_objects(result.problems)})
    else:
        _show(result)
    sys.exit(0 if result.is_good else EXIT_PROBLEMS)


def _show(result: ManualResult) -> None:
    """Print the paths of the files, their problems, and what to do next."""
    for path in result.written:
        click.echo(path)
    if problems := report.formats()["text"](report.Report(result.problems)):
        click.echo(f"\n{problems}")
    release = result.written[-1]
    steps = next_steps(release, "fmt")
    click.echo(f"now add the real tools to {release}, then run: {steps}", err=True)


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers from options, and the questions for the rest."""

    manuals: Path
    given: Mapping[str, str | None]
    examples: tuple[str, ...]
    is_silent: bool

    def collected(self, manual: str | None, protocol: str | None) -> new.Answers:
        """Return all answers. Raises UnusableTargetError."""
        publisher, name = new.split(manual) if manual else self._names()
        answers = {"publisher": publisher, "manual": name}
        # What publisher.yaml already says is not asked again.
        defaults = {**new.publisher_facts(self.manuals, publisher), **self._stated()}
        for question in new.QUESTIONS:
            answer = defaults.get(question.field)
            answers[question.field] = answer or self._ask(
                question.text,
                question.default({**defaults, **answers}),
                partial(_checked, question.field),
            )
        inputs = new.inputs_of(answers["url"])
        stated = _values(self.examples, inputs)
        values = {
            name: stated.get(name) or self._ask(f"An example value of `{name}`", new.SOME_VALUE)
            for name in inputs
        }
        choice = click.Choice(new.PROTOCOLS)
        answers["protocol"] = protocol or self._ask("Protocol", new.PROTOCOLS[0], kind=choice)
        return new.Answers(**answers, values=values)

    def _stated(self) -> dict[str, str]:
        return {field: answer for field, answer in self.given.items() if answer is not None}

    def _names(self) -> tuple[str, str]:
        names: tuple[str, str] = _answer("Names, as publisher/manual", value_proc=_split)
        return names

    def _ask(
        self,
        text: str,
        default: str,
        good: Callable[[str], str] | None = None,
        kind: click.Choice[str] | None = None,
    ) -> str:
        """Return the answer to the question *text*, asked again until *good* accepts it."""
        if self.is_silent:
            return default
        return str(_answer(text, default=default, type=kind, value_proc=good))


def _answer(text: str, **more: Any) -> Any:  # noqa: ANN401 - click's
    """Return the answer to the question *text*. Raises Refusal where the input has no more."""
    try:
        return click.prompt(text, err=True, **more)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        click.echo(err=True)
        raise Refusal(
            f"the input ended before an answer to {text!r}; give answers as options, or use "
            "--yes for the defaults"
        ) from None


def _checked(field: str, answer: str) -> str:
    """Return *answer*. Raises UsageError if it is invalid; click then asks again."""
    if problem := new.answer_fault(field, answer):
        raise click.UsageError(printable(problem))
    return answer


def _split(manual_id: str) -> tuple[str, str]:
    """Return the two names. Raises UsageError if they are invalid; click then asks again."""
    try:
        return new.split(manual_id)
    except UnusableTargetError as error:
        raise click.UsageError(printable(str(error))) from None


def _values(examples: tuple[str, ...], inputs: tuple[str, ...]) -> dict[str, str]:
    """Return the values in *examples*, each `name=value`, by name. Raises Refusal."""
    parts = [each.partition("=") for each in examples]
    for name, _, value in parts:
        if name in inputs and not value:
            raise Refusal(f"--example {name!r} has no value; write: {name}=…")
        if name not in inputs:
            known = ", ".join(f"{each}=…" for each in inputs)
            raise Refusal(f"--example {name!r} is not an input of the URL; use: {known}")
    return {name: value for name, _, value in parts}
