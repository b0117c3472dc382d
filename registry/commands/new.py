"""`registry new`: a first manual out of a few answers."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from registry import report
from registry.commands._problems import EXIT_PROBLEMS
from registry.diagnostics import has_errors
from registry.importers import blank
from registry.importers.folder import UnusableTargetError


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
@click.option(
    "--manuals",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to write into.",
)
def command(
    manual: str | None,
    protocol: str | None,
    examples: tuple[str, ...],
    yes: bool,
    manuals: Path,
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

    def ask(text: str, default: str | None, **more: Any) -> str:  # noqa: ANN401 - click's own
        if yes and default is not None:
            return default
        return str(click.prompt(text, default=default, err=True, **more))

    today = datetime.now(UTC).date().isoformat()
    choice = click.Choice(blank.PROTOCOLS)
    try:
        publisher, name = blank.split(manual or ask("Names, as publisher/manual", None))
        known = {"publisher": publisher, "manual": name}
        # Who is known already is not asked about again.
        given = {**blank.publisher_facts(manuals, publisher), **_said(given)}
        known["protocol"] = protocol or ask("Protocol", blank.PROTOCOLS[0], type=choice)
        for question in blank.QUESTIONS:
            answer = given.get(question.field)
            known[question.field] = answer or ask(question.text, question.default(known))
        inputs = blank.inputs_of(known["url"])
        stated = _stated(examples, inputs)
        values = {
            name: stated.get(name) or ask(f"An example of `{name}`", blank.SOME_VALUE)
            for name in inputs
        }
        made = blank.make(manuals, blank.Answers(**known, values=values), today)
    except UnusableTargetError as error:
        raise click.UsageError(str(error)) from None
    for path in made.written:
        click.echo(path)
    if problems := report.formats()["text"](report.Report(made.problems)):
        click.echo(f"\n{problems}")
    manual_id = f"{publisher}/{name}"
    click.echo(
        f"now write the real tools into {made.written[-1]}, then: registry fmt; "
        f"registry check --base origin/main; registry preview {manual_id}",
        err=True,
    )
    sys.exit(EXIT_PROBLEMS if has_errors(made.problems) else 0)


def _said(given: dict[str, str | None]) -> dict[str, str | None]:
    return {field: answer for field, answer in given.items() if answer is not None}


def _stated(examples: tuple[str, ...], inputs: tuple[str, ...]) -> dict[str, str]:
    """Return the values in *examples* by the names of inputs."""
    parts = [each.partition("=") for each in examples]
    for name, _, value in parts:
        if name not in inputs or not value:
            known = ", ".join(f"{each}=…" for each in inputs)
            raise click.UsageError(f"--example {name!r} fits no input of the address: {known}")
    return {name: value for name, _, value in parts}
