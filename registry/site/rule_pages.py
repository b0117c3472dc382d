"""The pages of rules, made from their own documentation: a list, and one for each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules import Rule

_EXPECT = re.compile(r"[ ]+# expect: [a-z0-9, -]+$", re.MULTILINE)
_BLOCK = re.compile(r"^```yaml([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages(rules: tuple[Rule, ...]) -> Iterator[tuple[str, str]]:
    """Yield path and Markdown of the page of each of *rules*, after that of their list."""
    yield "rules/index.md", _rule_list(rules)
    for rule in rules:
        yield f"rules/{rule.id}.md", _rule_page(rule)


def _rule_list(rules: tuple[Rule, ...]) -> str:
    lines = (
        f"| [`{rule.id}`]({rule.id}.md) | {rule.title} | {rule.severity} | {rule.group} |"
        for rule in rules
    )
    return "\n".join(
        (
            "# Rules",
            "",
            "What every manual must follow, besides the schema of its protocol.",
            "An error keeps a manual out; a warning is for its author and the reviewer to weigh.",
            "A maintainer reviews every finding of the group `security` before a merge.",
            "`registry explain <rule>` prints the same pages.",
            "",
            "| rule | what is wrong | severity | group |",
            "|---|---|---|---|",
            *lines,
            "",
        )
    )


def _rule_page(rule: Rule) -> str:
    title, _, body = rule.documentation.partition("\n")
    about = f"**{rule.severity}** · {title}"
    hint = f"\n**What to do:** {rule.hint}\n" if rule.hint else ""
    return f"# {rule.id}\n\n{about}\n{_BLOCK.sub(_marked, body)}\n{hint}"


def _marked(block: re.Match[str]) -> str:
    """Return a block of YAML in which the lines that break the rule stand out."""
    lines = block[2].splitlines()
    wrong = [str(number) for number, line in enumerate(lines, 1) if _EXPECT.search(line)]
    marks = f' hl_lines="{" ".join(wrong)}"' if wrong else ""
    return f"```yaml{block[1]}{marks}\n{_EXPECT.sub('', block[2])}```"
