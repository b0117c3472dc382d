"""The toolkit Notebook: tools that a user has to allow, and one that asks for a second try."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from registry.providers.tools import Account, ToolError, Toolkit, ToolkitTool, schema_of

ACCOUNT = Account("notebook", ("notes.read",))
WARMING_UP = 100
"""Milliseconds."""

_NOTES = ("Buy tea.", "Water the ferns.", "Return the atlas.")
_NUMBER = {"type": "integer", "minimum": 1, "description": "The number of a note, such as 1."}


def read_note(number: int) -> dict[str, Any]:
    """Return the note with *number*."""
    if number > len(_NOTES):
        raise ToolError(f"There is no note {number}", f"Notes: 1 to {len(_NOTES)}")
    return {"number": number, "text": _NOTES[number - 1]}


@dataclass(slots=True)
class Printer:
    """Prints a note when it is asked for the second time: before that, it warms up."""

    _asked: set[int] = field(default_factory=set)

    def __call__(self, number: int) -> dict[str, Any]:
        """Return what is printed of the note with *number*."""
        note = read_note(number)
        if number not in self._asked:
            self._asked.add(number)
            raise ToolError("The printer is warming up", retry_after=WARMING_UP)
        self._asked.remove(number)
        return {"printed": note["text"]}


def toolkit() -> Toolkit:
    """Return the toolkit, with a printer that is cold."""
    note = schema_of({"number": {"type": "integer"}, "text": {"type": "string"}})
    return Toolkit(
        name="Notebook",
        version="1.0.0",
        description="Notes that belong to a user.",
        tools=(
            ToolkitTool(
                name="ReadNote",
                version="1.0.0",
                description="Read a note of the user.",
                input_schema=schema_of({"number": _NUMBER}),
                output_schema=note,
                run=read_note,
                account=ACCOUNT,
            ),
            ToolkitTool(
                name="PrintNote",
                version="1.0.0",
                description="Print a note. The printer is asked twice: it has to warm up.",
                input_schema=schema_of({"number": _NUMBER}),
                output_schema=schema_of({"printed": {"type": "string"}}),
                run=Printer(),
            ),
        ),
    )
