"""Find signs that a tool does more harm than its effect says: in its call, words and inputs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from registry.changes._power_inputs import power_inputs
from registry.changes._renaming import BY_NAME, address_of
from registry.changes._tool_difference import short_value
from registry.model import Effect
from registry.model.derived import derived
from registry.model.naming import part_words
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import walk

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from registry.model import Tool

_SameCall: TypeAlias = "tuple[tuple[str, ...], frozenset[tuple[str, str]]]"

_VERBS = (
    "clear|discard|drop|empt(?:y|ies)|evict|expunge|flush(?:es)?|kill|overwrite|prune|remove|reset"
    "|unlink|void|zap"
)
_TAKES_AWAY = re.compile(rf"(?i:{_VERBS})s?(?![a-z])")
_TAKES_AWAY_LAST = re.compile(rf"(?<=[_.-])(?i:{_VERBS})$|(?<=[a-z0-9])(?=[A-Z])(?i:{_VERBS})$")
"""Verbs that may only be about a copy, as in `remove_background`: a person has to look at them.

What is sure to be said of a removal is found by the rule `removal-as-write`, in all tools.
"""

_ACTS = re.compile(
    "(?:accept|activate|approve|buy|cancel|checkout|clean(?:[_-]?up)?|clear|close|confirm"
    "|deactivate|deploy|disable|discard|disconnect|donate|empty|enable|execute|flush|install"
    "|invite|kill|log[_-]?out|merge(?![_-]requests)|migrate|mute|pause|pay|provision|publish"
    "|purchase|reboot|redeem|refund|regenerate|reject|remove|rename|reset|restart|resume|revert"
    "|revoke|rollback|rotate|send|shut[_-]?down|sign[_-]?out|start|stop|submit|subscribe|suspend"
    "|tidy|transfer|trigger|unblock|unlock|unpublish|unshare|unsubscribe|upgrade|withdraw)"
    "(?![a-z])",
    re.IGNORECASE,
)
"""How the last step of a path, or a name, begins if a request is for more than an answer.

Words that are as often nouns, such as `block` and `vote`, are none of them. Of 1,036 tools of our
manuals that read, one has such a name; of 18,462 names of GET in documents of APIs, 43.
"""

_READS = frozenset(
    {"check", "compare", "count", "describe", "explain", "fetch", "find", "get", "list"}
    | {"preview", "query", "read", "search", "show", "view"}
)
_JOINS = frozenset({"and", "or", "then"})
"""Verbs of names that only read, and what may stand between such a verb and another one."""

_OF_RANGE = re.compile(r"(?:close|start|stop)=(?:.*\{|(?!1$)[+-]?[0-9])")
"""What begins or ends what is asked for: an input, a number or a date, but no `start=1`."""

_CHOSEN = re.compile(
    r"(?:.*[^a-z])?(?:clear|delete|destroy|drop|erase|purge|remove|revoke|truncate|wipe)(?:[^a-z].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""A value by which callers have something removed: `delete`, `purge_all`, but not `deleted`.

The words of `purgeAll` are told apart before.
"""


def call_of(tool: Tool) -> _SameCall:
    """Return what is the same for all tools that make the call of *tool*.

    Where all calls have one address, as in GraphQL, fixed inputs tell them apart.
    """
    return address_of(tool), frozenset(_fixed_inputs(tool).items())


def tools_by_call(tools: Iterable[Tool]) -> dict[_SameCall, dict[Effect, Tool]]:
    """Return the last of *tools* with each effect, by their call, but none that is called by name.

    Calls are compared in this way because a manual may have thousands.
    """
    found: dict[_SameCall, dict[Effect, Tool]] = {}
    for each in tools:
        if each.call.transport != BY_NAME:
            found.setdefault(call_of(each), {})[each.effect] = each
    return found


def claims_less(tool: Tool) -> str:
    """Return what is known of the effect of *tool* if it suggests more harm itself, else "".

    Clients ask no less before a call whose effect is a guess.
    """
    why = _graver_call(tool) or _graver_words(tool)
    known = "is said to be" if tool.effect_is_stated else "counts as"
    return f"{known} {tool.effect}, but {why}" if why else ""


def _graver_call(tool: Tool) -> str:
    """Return what is graver about the call of *tool* than its effect, else "".

    Only words say what a call by name does: those of the server itself come first.
    """
    if tool.call.transport == BY_NAME:
        is_said = mapping(tool.native.get("annotations")).get("readOnlyHint") is True
        return "its server does not say so" if tool.effect is Effect.READ and not is_said else ""
    method = tool.call.method
    is_graver = bool(method) and Effect.of_method(method).is_graver_than(tool.effect)
    return f"is called with {method}" if is_graver else ""


def _graver_words(tool: Tool) -> str:
    """Return which words of *tool* may say that it does more than its effect, else ""."""
    if tool.effect is Effect.DESTRUCTIVE:
        return ""
    if said := _graver_inputs(tool) or _graver_address(tool):
        return said
    if tool.effect is Effect.READ:
        found = next(filter(None, map(_ACTS.match, _beginnings(tool))), None)
    else:
        found = _TAKES_AWAY.match(tool.name) or _TAKES_AWAY_LAST.search(tool.name)
    if found:
        return f"its name says {short_value(found[0])}"
    found = _TAKES_AWAY.match(tool.description) if tool.effect is not Effect.READ else None
    return f"its description begins with {short_value(found[0])}" if found else ""


def _graver_address(tool: Tool) -> str:
    """Return what in the address of *tool* may say that it does more than its effect, else ""."""
    graver = _ACTS if tool.effect is Effect.READ else _TAKES_AWAY
    last = _last_step(tool.call.url)
    if graver.match(part_words(last)):
        return f"its address ends with {short_value(last)}"
    asked = _asked_for(tool.call.url, graver)
    return f"its address asks for {short_value(asked)}" if asked else ""


def _graver_inputs(tool: Tool) -> str:
    """Return which input of *tool* may make it do more than its effect, else ""."""
    if value := graver_value(tool):
        return f"an input may be {short_value(value)}"
    name = min(power_inputs(tool), default="")
    return f"it has the input {short_value(name)}" if name else ""


def graver_value(tool: Tool, known: Container[str] = ()) -> str:
    """Return which value, of those that inputs of *tool* are chosen from, removes something.

    It is "" if there is none but *known* ones, or if the tool is said to be destructive.
    """
    if tool.effect is Effect.DESTRUCTIVE:
        return ""
    new = (each for each in choices_of(tool) if each not in known)
    return next((each for each in new if _CHOSEN.fullmatch(part_words(each))), "")


@derived
def choices_of(tool: Tool) -> dict[str, None]:
    """Return the strings that inputs of *tool* are chosen from, in their order."""
    schemas = [schema for _, schema in walk(tool.inputs)]
    found = (value for each in schemas for value in (each.get("const"), *array(each.get("enum"))))
    return dict.fromkeys(value for value in found if isinstance(value, str))


def _last_step(url: str) -> str:
    """Return the last fixed step of the path of *url*, without what is before a dot or a colon."""
    path = re.split("[?#]", url)[0].partition("://")[2].partition("/")[2]
    fixed = (each for each in reversed(re.split("[/.:]", path)) if each and "{" not in each)
    return next(fixed, "")


def _asked_for(url: str, graver: re.Pattern[str]) -> str:
    """Return the first name or value in the query of *url* that says more than to read, or ""."""
    query = url.partition("#")[0].partition("?")[2]
    pairs = (each for each in re.split("[&;]", query) if not _OF_RANGE.match(each))
    fixed = (each for pair in pairs for each in pair.split("=") if "{" not in each)
    words = ((each, part_words(unquote(each))) for each in fixed)
    patterns = (graver, _CHOSEN)
    return next((each for each, said in words if any(p.fullmatch(said) for p in patterns)), "")


def _beginnings(tool: Tool) -> Iterator[str]:
    """Yield the name of *tool* and, where nothing else says what it does, the rest from each word.

    Before the verb there may be the name of the server, as in `git_commit`. Behind one that reads
    is what is read, as in `get_deploy`, up to the next verb, as in `get_and_deploy`.
    """
    words = re.split(r"[\W_]+", part_words(tool.name))
    is_read = False
    for number, word in enumerate(words if tool.call.transport == BY_NAME else words[:1]):
        if not is_read:
            yield "_".join(words[number:])
        is_read = word.lower() in _READS or (is_read and word.lower() not in _JOINS)


def _fixed_inputs(tool: Tool) -> dict[str, str]:
    """Return the inputs of which each call has the same value."""
    schemas = {name: mapping(schema) for name, schema in tool.properties.items()}
    values = {name: each.get("const", each.get("enum")) for name, each in schemas.items()}
    return {name: repr(value) for name, value in values.items() if value is not None}
