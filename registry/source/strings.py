"""Change the strings in a JSON value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def with_strings(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - alike in form
    """Return a copy of the JSON *value* with each string, but no key, as *change* returns it."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: with_strings(each, change) for key, each in value.items()}
    return [with_strings(each, change) for each in value] if isinstance(value, list) else value
