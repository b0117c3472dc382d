"""Judge changes of how a tool is called: where the call goes, what it runs, what it may use."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.changes._power_inputs import power_inputs
from registry.changes._renaming import BY_NAME, address_of
from registry.changes._tool_difference import Kind, ToolDifference, replaced, short_value
from registry.model import VARIABLE, Effect
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import walk
from registry.web.hosts import authority

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from registry.model import Call, Tool
    from registry.model.calls import Envelope
    from registry.source import Json


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
    "accept|activate|approve|buy|cancel|checkout|clear|close|confirm|deactivate|disable"
    "|deploy|discard|donate|empty|enable|execute|flush|install|invite|kill|log[_-]?out|merge|mute"
    "|pause|pay|provision|publish|purchase|reboot|redeem|refund|reject|remove|rename|reset|restart|resume|rollback|send|shut[_-]?down"
    "|sign[_-]?out|start|stop|submit|subscribe|suspend|transfer|trigger|unblock|unlock|unsubscribe"
    "|upgrade|withdraw",
    re.IGNORECASE,
)
"""What the last word of a path says if a request is for more than an answer.

Words that are as often nouns, such as `block` and `vote`, are none of them.
"""


_CHOSEN = re.compile(
    r"(?:.*[^a-z])?(?:clear|delete|destroy|drop|erase|purge|remove|revoke|truncate|wipe)(?:[^a-z].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""A value by which callers have something removed: `delete`, `purge_all`, but not `deleted`."""


class _Aspect(NamedTuple):
    """A property in which two calls are compared; an empty value is none."""

    name: str
    of: Callable[[Call], Any]
    kind: Kind = Kind.BREAKING
    is_security: bool = True


def _auth(call: Call) -> dict[str, Any] | None:
    """Return the credentials, first what decides where they go: sentences cut what is long."""
    if call.auth is None:
        return None
    fields = call.auth.fields
    first = {name: fields[name] for name in ("token_url",) if name in fields}
    return {"auth_type": call.auth.kind, **first, **fields}


def _path(call: Call) -> str:
    before, found, after = call.url.partition("://")
    return after.removeprefix(authority(call.url)) if found else before


_ASPECTS = (
    _Aspect("transport", lambda call: call.transport),
    _Aspect("scheme", lambda call: call.url.partition("://")[0].lower()),
    _Aspect("host", lambda call: authority(call.url).lower()),
    _Aspect("method", lambda call: call.method),
    _Aspect("path", _path, is_security=False),
    _Aspect("content type", lambda call: call.content_type, is_security=False),
    _Aspect("set of headers", lambda call: dict(call.headers), Kind.COMPATIBLE),
)


def sent(tool: Tool) -> set[tuple[str, str]]:
    """Return each variable that *tool* needs, with the host that gets it."""
    host = authority(tool.call.url).lower()
    return {(each.name, host) for each in tool.variables} if host else set()


def call_differences(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    """Yield the differences in the calls, effects and variables of two tools of one name."""
    for aspect in _ASPECTS:
        before, after = aspect.of(old.call), aspect.of(new.call)
        if before != after:
            yield ToolDifference(
                aspect.kind,
                replaced(f"the {aspect.name}", before or None, after or None),
                is_security=aspect.is_security,
            )
    yield from _authentication(old.call, new.call)
    yield from _options(old.call, new.call)
    yield from _places(old.call, new.call)
    yield from _variables(old, new)
    yield from _effects(old, new)
    if value := _graver_value(new, known=_values(old)):
        sentence = f"an input may now be {short_value(value)}, but the effect is {new.effect}"
        yield ToolDifference(Kind.COMPATIBLE, sentence, is_security=True)
    if name := min(power_inputs(new) - power_inputs(old), default=""):
        sentence = f"the input {short_value(name)} is new, but the effect is {new.effect}"
        yield ToolDifference(Kind.COMPATIBLE, sentence, is_security=True)
    for name in sorted(_kept_from_models(old) - _kept_from_models(new)):
        sentence = f"a model may now fill in the input {short_value(name)}"
        yield ToolDifference(Kind.BREAKING, sentence, is_security=True)


def reach(tool: Tool) -> dict[str, str]:
    """Return what a call of *tool* reaches or uses: descriptions by an unambiguous key."""
    call = tool.call
    target = authority(call.url).lower()
    things: list[tuple[tuple[Any, ...], str]] = [
        (("target", call.transport, target), f"calls {short_value(target or call.transport)}")
    ]
    things += (
        (("option", name, value), f"has `{name}` {short_value(value)}")
        for name, value in sorted(call.options.items())
    )
    things += (
        (("header", name, value), f"sends the header {short_value(name)}")
        for name, value in sorted(call.headers.items())
    )
    things += (
        (("address", name), f"puts the variable {short_value(name)} into its address")
        for name in sorted(set(VARIABLE.findall(call.url)))
    )
    things += (
        (("variable", each.name), f"needs the variable {short_value(each.name)}")
        for each in tool.variables
    )
    if call.auth:
        things.append((("auth", _auth(call)), f"authenticates with {short_value(_auth(call))}"))
    return {json.dumps(thing, sort_keys=True): sentence for thing, sentence in things}


def _authentication(old: Call, new: Call) -> Iterator[ToolDifference]:
    """Yield what differs in the credentials: each field by itself, if they are of one kind."""
    before, after = _auth(old), _auth(new)
    if before is None or after is None or before["auth_type"] != after["auth_type"]:
        if before != after:
            sentence = replaced("the authentication", before, after)
            yield ToolDifference(Kind.BREAKING, sentence, is_security=True)
        return
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name), after.get(name)
        if was != now:
            sentence = replaced(f"the authentication's `{name}`", was, now)
            yield ToolDifference(Kind.BREAKING, sentence, is_security=True)


def is_understated(old: Tool, new: Tool) -> bool:
    """Return whether *new* makes the same call as *old*, but is said to do less harm.

    Where all calls have one address, as in GraphQL, fixed inputs tell them apart.
    """
    return (
        old.effect.is_graver_than(new.effect)
        and new.call.transport != BY_NAME
        and address_of(old) == address_of(new)
        and _fixed_inputs(old) == _fixed_inputs(new)
    )


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
    if said := _graver_inputs(tool):
        return said
    graver, last = _ACTS if tool.effect is Effect.READ else _TAKES_AWAY, _last_word(tool.call.url)
    if graver.fullmatch(last):
        return f"its address ends with {short_value(last)}"
    if tool.effect is Effect.READ:
        return ""
    if found := _TAKES_AWAY.match(tool.name) or _TAKES_AWAY_LAST.search(tool.name):
        return f"its name says {short_value(found[0])}"
    found = _TAKES_AWAY.match(tool.description)
    return f"its description begins with {short_value(found[0])}" if found else ""


def _graver_inputs(tool: Tool) -> str:
    """Return which input of *tool* may make it do more than its effect, else ""."""
    if value := _graver_value(tool):
        return f"an input may be {short_value(value)}"
    name = min(power_inputs(tool), default="")
    return f"it has the input {short_value(name)}" if name else ""


def _graver_value(tool: Tool, known: Container[str] = ()) -> str:
    """Return which value, of those that inputs of *tool* are chosen from, removes something.

    It is "" if there is none but *known* ones, or if the tool is said to be destructive.
    """
    if tool.effect is Effect.DESTRUCTIVE:
        return ""
    return next(
        (each for each in _values(tool) if each not in known and _CHOSEN.fullmatch(each)), ""
    )


def _values(tool: Tool) -> dict[str, None]:
    """Return the strings that inputs of *tool* are chosen from, in their order."""
    schemas = [schema for _, schema in walk(tool.inputs)]
    values = (value for each in schemas for value in (each.get("const"), *array(each.get("enum"))))
    return dict.fromkeys(value for value in values if isinstance(value, str))


def _last_word(url: str) -> str:
    """Return what the path of *url* ends with, without what is before a dot or a colon in it."""
    path = re.split("[?#]", url)[0].partition("://")[2].partition("/")[2]
    return re.split("[/.:]", path.rstrip("/"))[-1]


def _fixed_inputs(tool: Tool) -> dict[str, str]:
    """Return the inputs of which each call has the same value."""
    schemas = {name: mapping(schema) for name, schema in tool.properties.items()}
    values = {name: each.get("const", each.get("enum")) for name, each in schemas.items()}
    return {name: repr(value) for name, value in values.items() if value is not None}


def _options(old: Call, new: Call) -> Iterator[ToolDifference]:
    """Yield differences in the options of a transport: commands, environments, timeouts."""
    for name in sorted(old.options.keys() | new.options.keys()):
        before, after = old.options.get(name), new.options.get(name)
        if before != after:
            sentence = replaced(f"`{name}` of the call", before, after)
            yield ToolDifference(Kind.BREAKING, sentence, is_security=True)


def _places(old: Call, new: Call) -> Iterator[ToolDifference]:
    before = {each.name: each.where for each in old.arguments}
    for each in new.arguments:
        was = before.get(each.name, each.where)
        if was is not each.where:
            moved = f"is sent in the {each.where} instead of the {was}"
            yield ToolDifference(Kind.BREAKING, f"the input {short_value(each.name)} {moved}")
    yield from _surroundings(old.envelope, new.envelope)


def _surroundings(old: Envelope | None, new: Envelope | None) -> Iterator[ToolDifference]:
    """Yield what differs around the arguments in the body.

    The id of an OTC tool ends with its version, which changes with every release. What surrounds
    the result follows from the outputs, which are compared by themselves.
    """
    if old == new:
        return
    parts = [_fixed_in(envelope) if envelope else None for envelope in (old, new)]
    if old is None or new is None or parts[0] != parts[1]:
        yield ToolDifference(Kind.BREAKING, "what surrounds the arguments in the body has changed")
    elif old.constants != new.constants:
        yield ToolDifference(Kind.COSMETIC, "calls name another version of the tool in its id")


def _fixed_in(envelope: Envelope) -> tuple[Any, ...]:
    """Return what callers of any version have to send in *envelope*, and where the result is."""
    constants = _without_version(dict(envelope.constants))
    return constants, envelope.arguments_at, envelope.fields, envelope.value_at


def _without_version(value: Json, name: str = "") -> Json:
    if isinstance(value, dict):
        return {key: _without_version(each, key) for key, each in value.items()}
    return value.partition("@")[0] if name == "tool_id" and isinstance(value, str) else value


def _variables(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    known = {each.name: each for each in old.variables}
    for each in new.variables:
        was = known.get(each.name, each)
        name = short_value(each.name)
        for what, one, other in (
            (f"the address at which to get the variable {name}", was.obtain, each.obtain),
            (f"what is said about the variable {name}", was.description, each.description),
        ):
            if one != other:
                sentence = replaced(what, one or None, other or None)
                yield ToolDifference(Kind.COSMETIC, sentence, is_security=True)
    before = {each.name for each in old.variables}
    after = {each.name for each in new.variables}
    for name in sorted(after - before):
        yield ToolDifference(
            Kind.BREAKING, f"callers now need the variable {short_value(name)}", is_security=True
        )
    for name in sorted(before - after):
        yield ToolDifference(
            Kind.COMPATIBLE,
            f"the variable {short_value(name)} is no longer needed",
            is_security=True,
        )


def _kept_from_models(tool: Tool) -> frozenset[str]:
    """Return the names of the inputs that the host fills in, not the model (OTC draft)."""
    container = tool.native.get("input")
    names = container.get("non_inferrable_parameters") if isinstance(container, dict) else None
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()


def _effects(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    if old.effect is new.effect or not (old.effect_is_stated or new.effect_is_stated):
        return
    is_riskier = new.effect.is_graver_than(old.effect)
    yield ToolDifference(
        Kind.BREAKING if is_riskier else Kind.COMPATIBLE,
        f"the effect is {new.effect} instead of {old.effect}",
        is_security=True,
    )
