"""Convert command lines to 1.x: one string, with `UTCP_ARG_name_UTCP_END` for an argument."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from registry.model import COMMAND_PLACEHOLDER, PLACEHOLDER
from registry.protocols.utcp.misplaced_arguments import plain_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from registry.protocols.utcp.upgrade._rewriting import Rewriting

_SCALARS = ("string", "integer", "number")


def rewrite_command(rewriting: Rewriting) -> None:
    """Rewrite `command` with `args`, or `command_name` with the flags that 0.x makes."""
    template = rewriting.template
    if "command_name" in template:
        command = template.pop("command_name")
        # Those in braces, too: that they are left there is an error, as in 1.x.
        placed = (*COMMAND_PLACEHOLDER.findall(command), *PLACEHOLDER.findall(command))
        command += _flags(rewriting, placed)
        rewriting.note_origin("commands", "command_name")
    else:
        words = [_word(rewriting, template.pop("command"), "command")]
        for index, word in enumerate(template.pop("args", [])):
            words.append(_word(rewriting, word, "args", index))
        command = " ".join(words)
        rewriting.note_origin("commands", "command")
    template["commands"] = [{"command": command}]


def _word(rewriting: Rewriting, word: str, *steps: str | int) -> str:
    """Return the word of a command line at *steps* for a shell, with its placeholders converted."""
    missing = rewriting.undeclared(word)
    if missing:
        rewriting.report_undeclared(missing, *steps)
    parts, end = [], 0
    gaps = set(rewriting.gaps(word))
    for placeholder in PLACEHOLDER.finditer(word):
        if placeholder[1] in gaps:
            parts += [
                _quoted(word[end : placeholder.start()]),
                _argument(rewriting, placeholder[1]),
            ]
            end = placeholder.end()
    return "".join([*parts, _quoted(word[end:])]) or "''"


def _quoted(text: str) -> str:
    return shlex.quote(text) if text else ""


def _flags(rewriting: Rewriting, placed: Sequence[str]) -> str:
    """Return `--name value` for each argument, and drop those that need another kind of flag.

    The command already has those that are *placed*, as in 1.x.

    A client of 0.x omits the flags of arguments that are not given, writes a boolean as a bare
    flag and repeats the flag of a list. A command of 1.x is one fixed string.
    """
    dropped = [
        name
        for name, schema in rewriting.properties.items()
        if name not in placed
        and (not rewriting.is_required(name) or schema.get("type") not in _SCALARS)
    ]
    for name in dropped:
        rewriting.remove(name)
    if dropped:
        shown = ", ".join(f"`{name}`" for name in dropped)
        rewriting.notices.append(
            f"It is published without {shown}: a command of UTCP 1.x passes the same "
            "flags with every call, each with one value."
        )
    flags = [name for name in rewriting.properties if name not in placed]
    return "".join(f" --{name} {_argument(rewriting, name)}" for name in flags)


def _argument(rewriting: Rewriting, name: str) -> str:
    """Return the placeholder of the author's input *name*, which gets a name that clients find."""
    plain = plain_name(name)
    if name in rewriting.properties and plain != name:
        if plain in rewriting.properties:
            return f"UTCP_ARG_{name}_UTCP_END"  # An error, as in 1.x.
        rewriting.rename(name, plain)
        rewriting.notices.append(
            f"The input `{name}` is published as `{plain}`: in a command, clients only fill in "
            "names of letters, digits and _."
        )
    return f"UTCP_ARG_{plain}_UTCP_END"
