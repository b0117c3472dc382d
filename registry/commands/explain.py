"""`registry explain`: what a rule wants and why."""

from __future__ import annotations

import click

from registry import rules


@click.command(short_help="Print what a rule wants and why.")
@click.argument("rule", type=click.Choice([rule.id for rule in rules.documented()]), metavar="RULE")
def command(rule: str) -> None:
    """Print what a rule wants and why, with a bad and a good manual.

    \b
    Example:
      registry explain missing-description
    """
    found = next(each for each in rules.documented() if each.id == rule)
    click.echo(f"{found.id} ({found.severity})\n\n{found.documentation}")
