"""`registry explain`: print what a rule checks and why."""

from __future__ import annotations

import click

from registry import rules
from registry.cli._completion import rule_ids
from registry.cli._options import JSON, print_json
from registry.cli._refusal import Refusal
from registry.diagnostics import did_you_mean

SECTION = "Write manuals"


@click.command(short_help="Print what a rule checks and why.")
@click.argument("rule", required=False, shell_complete=rule_ids)
@JSON
def explain_command(rule: str | None, as_json: bool) -> None:
    """Print what RULE checks and why. Without RULE, list all rules.

    For rules about manuals that can be read, also prints a bad and a good example.

    Exit codes: 0 printed, 2 usage error, such as an unknown rule.

    \b
    Example:
      registry explain missing-description
      registry explain --json
    """
    by_id = {each.id: each for each in rules.documented()}
    if rule is not None and rule not in by_id:
        remedy = did_you_mean(rule, by_id) or "`registry explain` lists all"
        raise Refusal(f"no rule is called {rule!r}; {remedy}")
    chosen = [by_id[rule]] if rule else list(by_id.values())
    if as_json:
        described = [
            {
                "id": each.id,
                "severity": each.severity.value,
                "group": each.group.value,
                "documentation": each.documentation,
            }
            for each in chosen
        ]
        print_json({"rules": described})
    elif rule:
        (found,) = chosen
        click.echo(f"{rule} ({found.severity}, {found.group})\n\n{found.documentation}")
    else:
        width = max(map(len, by_id))
        for each in chosen:
            click.echo(f"{each.id:{width}}  {each.severity:7}  {each.title}")
