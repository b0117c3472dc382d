"""Judge changes of how a tool is called: where the call goes, what it runs, what it may use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.changes._graver_effects import choices_of, graver_value
from registry.changes._power_inputs import power_inputs
from registry.changes._tool_difference import Kind, ToolDifference, replaced, short_value
from registry.model import VARIABLE, Where
from registry.web.hosts import authority

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.model import Call, Tool
    from registry.model.calls import Envelope
    from registry.source import Json


class _Aspect(NamedTuple):
    """A property in which two calls are compared; an empty value is none."""

    name: str
    of: Callable[[Call], Any]
    kind: Kind = Kind.BREAKING
    is_security: bool = True


_PLAIN_HEADERS = frozenset(
    {"accept", "accept-encoding", "accept-language", "idempotency-key", "if-match"}
    | {"if-modified-since", "if-none-match", "if-unmodified-since", "prefer", "range", "user-agent"}
)
"""Headers that only say which answer should come, when, and to which program."""


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
    yield from _graver_inputs(old, new)
    for name in sorted(_kept_from_models(old) - _kept_from_models(new)):
        sentence = f"a model may now fill in the input {short_value(name)}"
        yield ToolDifference(Kind.BREAKING, sentence, is_security=True)


def _graver_inputs(old: Tool, new: Tool) -> Iterator[ToolDifference]:
    """Yield a value and an input of *new* that do more than its effect says, and *old* lacks."""
    if value := graver_value(new, known=choices_of(old)):
        sentence = f"an input may now be {short_value(value)}, but the effect is {new.effect}"
        yield ToolDifference(Kind.COMPATIBLE, sentence, is_security=True)
    if name := min(power_inputs(new) - power_inputs(old), default=""):
        sentence = f"the input {short_value(name)} is new, but the effect is {new.effect}"
        yield ToolDifference(Kind.COMPATIBLE, sentence, is_security=True)


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
        (("header input", name), f"lets callers set the header {short_value(name)}")
        for name in sorted(_chosen_headers(call))
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


def _auth(call: Call) -> dict[str, Any] | None:
    """Return the credentials, first what decides where they go: sentences cut what is long."""
    if call.auth is None:
        return None
    fields = call.auth.fields
    first = {name: fields[name] for name in ("token_url",) if name in fields}
    return {"auth_type": call.auth.kind, **first, **fields}


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
    for name in sorted(_chosen_headers(new) - before.keys()):
        sentence = f"callers may now set the header {short_value(name)}"
        yield ToolDifference(Kind.COMPATIBLE, sentence, is_security=True)
    yield from _surroundings(old.envelope, new.envelope)


def _chosen_headers(call: Call) -> set[str]:
    """Return the inputs of *call* that are headers, but for plain ones."""
    names = call.names(Where.HEADER)
    return {each for each in names if each.lower() not in _PLAIN_HEADERS}


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
        for subject, old_text, new_text in (
            (f"the address at which to get the variable {name}", was.obtain, each.obtain),
            (f"what is said about the variable {name}", was.description, each.description),
        ):
            if old_text != new_text:
                sentence = replaced(subject, old_text or None, new_text or None)
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
