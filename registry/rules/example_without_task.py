"""The task of an example is only a search phrase.

People do not say "weather, rain and wind of a town" to an agent. An example is a task as people
would say it: a question, or a sentence that begins with what to do, with the names and numbers
that are then in the arguments. Agents compare requests with such examples; headings only fill the
search index. The task that `registry new` proposes is a gap to fill.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Weather, rain and wind of a town  # expect: example-without-task
      tool: get_weather
      arguments: {place: Oslo}
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments: {place: Oslo}
    - task: Tell me whether I need a coat in Bergen
      tool: get_weather
      arguments: {place: Bergen}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._example_claims import argument_texts
from registry.rules._quoting import quoted
from registry.rules._task_words import DETERMINERS, ENGLISH, NO_VERBS, SPOKEN, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Example, Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "ask a question or start with what to do, and mention the values of the arguments"

PROPOSED = "Find out what is known about abc."
"""What `registry new` writes for an author who says nothing."""

_WORD = re.compile(r"[a-z]+(?:['\u2019][a-z]+)?")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find English tasks that neither ask nor request, and mention no argument.

    Also find the one that `registry new` proposed.
    """
    for example in tool.examples:
        if fault := _fault_of_task(example):
            yield Finding(tool.at_example(example, "task").place, fault)


def _fault_of_task(example: Example) -> str:
    """Return what is wrong with the task of *example*; "" if it is right."""
    if example.task == PROPOSED:
        return f"{quoted(PROPOSED)} is the task that `registry new` proposes"
    if _is_phrase(example.task) and not _names_a_value(example):
        return f"{quoted(example.task)} does not say what to do"
    return ""


def _is_phrase(task: str) -> bool:
    words = _WORD.findall(task.lower().replace("\u2019", "'"))
    is_english = not ENGLISH.isdisjoint(words)
    return is_english and "?" not in task and not _is_order(words) and SPOKEN.isdisjoint(words)


def _is_order(words: list[str]) -> bool:
    """Return whether *words* begin with a verb, known or by the place of its object."""
    first, second = (*words, "", "")[:2]
    return first in VERBS or (second in DETERMINERS and first not in NO_VERBS)


def _names_a_value(example: Example) -> bool:
    low = example.task.casefold()
    return any(
        re.search(rf"(?<!\w){re.escape(value.casefold())}(?!\w)", low)
        for value in argument_texts(example)
        if value
    )
