"""Find and change the strings in a JSON value; its keys are none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.source import Json


def strings_in(value: Json) -> Iterator[str]:
    """Yield every string in *value*, in its order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings_in(each)


def with_strings(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - alike in form
    """Return a copy of the JSON *value* with each string as *change* returns it."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: with_strings(each, change) for key, each in value.items()}
    return [with_strings(each, change) for each in value] if isinstance(value, list) else value
