"""The values of variables, from the environment or a file that nobody else can read.

A tool of `acme/shipping` that needs `API_KEY` gets the value of `acme__shipping_API_KEY`, the name
that its page prints, or of `ACME__SHIPPING__API_KEY`. No manual can ask for the variable of
another, or for one that was never meant for a manual, such as `GITHUB_TOKEN`.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from registry.client.call.errors import CallError, MissingSecretsError
from registry.model.naming import ToolId, aggregate_variable, client_variable_name, utcp_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client.call.target import Target

_IN_AGGREGATE = "registry_"
"""What a client that calls `/utcp` `registry` puts before the names in it."""

_MOST_BYTES = 1_000_000


class Secrets:
    """The known secrets: values by the names that pages print, taken as they are."""

    def __init__(self, values: Mapping[str, str], *, takes_plain_names: bool = False) -> None:
        """*takes_plain_names* adds the names that manuals give, to try out one's own manual."""
        self._values = values
        self._takes_plain_names = takes_plain_names

    @classmethod
    def of_environment(
        cls, file: str | Path | None = None, *, takes_plain_names: bool = False
    ) -> Secrets:
        """Return what the environment holds and, before it, what *file* does.

        A file has lines `NAME=value`; the value is the rest of the line. Raises CallError where
        others may read it.
        """
        values = {**os.environ, **({} if file is None else _read(Path(file)))}
        return cls(values, takes_plain_names=takes_plain_names)

    def of(self, target: Target) -> dict[str, str]:
        """Return the values for *target*, by the names that its manual gives.

        Raises MissingSecretsError, which says what to set.
        """
        if missing := self.missing(target):
            raise MissingSecretsError(_missing(target, missing), [*missing])
        return {name: self._value(target, name) for name in target.needed}

    def missing(self, target: Target) -> dict[str, str]:
        """Return the names of the keys of *target* that are not set, with how to get each."""
        advice = {
            each.name: " ".join(filter(None, (each.description, each.obtain)))
            for each in target.variables
        }
        return {
            _spellings(target, variable)[0]: advice.get(variable, "")
            for variable in target.needed
            if not self._value(target, variable)
        }

    def names(self, target: Target) -> list[str]:
        """Return the names of the keys of *target*, set or not."""
        return [_spellings(target, variable)[0] for variable in target.needed]

    def _value(self, target: Target, variable: str) -> str:
        names = (*_spellings(target, variable), *([variable] if self._takes_plain_names else ()))
        return next((self._values[name] for name in names if self._values.get(name)), "")


def _spellings(target: Target, variable: str) -> tuple[str, ...]:
    in_all = aggregate_variable(ToolId.of(target.id), variable)
    return (
        client_variable_name(utcp_name(target.manual_id), variable),
        in_all,
        _IN_AGGREGATE + in_all,
    )


def _missing(target: Target, missing: Mapping[str, str]) -> str:
    lines = [
        f"{name} is not set" + (f" ({said})" if said else "") for name, said in missing.items()
    ]
    first = (
        f"nothing was sent: {target.id} needs keys, which only the person who runs this can set, "
        "in its environment or in a file of keys: `--secrets FILE` of a command, "
        "`Secrets.of_environment(FILE)` in Python"
    )
    return "\n- ".join((first, *lines))


def _read(file: Path) -> dict[str, str]:
    try:
        with file.open("rb") as stream:
            if sys.platform != "win32":
                _check(file, os.fstat(stream.fileno()))
            text = stream.read(_MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise CallError(f"secrets cannot be read from {file}: {reason}") from None
    lines = enumerate(text.splitlines(), 1)
    return dict(_pair(f"{file}:{number}", line) for number, line in lines if not _is_remark(line))


def _pair(place: str, line: str) -> tuple[str, str]:
    """Return the name and the value in *line*, which is at *place*.

    Raises CallError, without the value, for what a shell would read as another one.
    """
    name, equals, value = line.partition("=")
    name = name.strip()
    if not equals or not name or len(name.split()) > 1:
        raise CallError(f"{place}: the line is not NAME=value; write no more, such as `export`")
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        raise CallError(
            f"{place}: the value of {name} is in quotes, which would be sent; remove them"
        )
    return name, value


def _check(file: Path, status: os.stat_result) -> None:
    if status.st_uid != os.getuid():
        raise CallError(f"{file} belongs to another user: take a copy of your own")
    if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise CallError(f"others may read {file}: run chmod 600 {file}")


def _is_remark(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
