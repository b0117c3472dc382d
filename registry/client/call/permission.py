"""Decide whether a tool may be called here: what is never allowed, what a person must confirm."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from registry.client.call.errors import ForbiddenCallError
from registry.model import PLACEHOLDER, VARIABLE, Effect
from registry.model.request import CONNECTION_HEADERS, OVER_HTTP
from registry.web.hosts import authority, host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client.call.target import Target
    from registry.source import Json

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?)(:[0-9]{1,5})?")

_SHOWN = 600
_CALLED = (*OVER_HTTP, "cli", "mcp")


@dataclass(frozen=True, slots=True)
class Policy:
    """The permissions that the user of this program gives.

    Attributes:
        is_local: the registry itself is on this machine, so what it names may be, too.
        allow_local: programs may be started, and servers on this machine called.
        allow_private: hosts may be in a private network.
        read_only: nothing is called that changes something.
        yes: nothing has to be confirmed.
    """

    is_local: bool = False
    allow_local: bool = False
    allow_private: bool = False
    read_only: bool = False
    yes: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person before a call.

    Attributes:
        tool_id: `publisher/manual/tool`.
        effect: `read`, `write` or `destructive`.
        is_program: whether a program is started on this machine.
        text: the question in words.
    """

    tool_id: str
    effect: Effect
    is_program: bool
    text: str


Confirm: TypeAlias = Callable[[Question], Awaitable[bool]]


def check(target: Target, policy: Policy) -> None:
    """Raise ForbiddenCallError if *policy* never allows *target*."""
    if reason := refusal(target, policy):
        raise ForbiddenCallError(f"nothing was sent: {target.id} {reason}")


def refusal(target: Target, policy: Policy) -> str:
    """Return why *policy* never allows *target*, as what is said of it, or ""."""
    return next(iter(_reasons(target, policy)), "")


def _reasons(target: Target, policy: Policy) -> list[str]:
    call = target.call
    if call.transport not in _CALLED:
        return [f"is called over {call.transport}, which is not supported here"]
    if policy.read_only and target.effect is not Effect.READ:
        return [f"has the effect {target.effect}, and only reading is allowed here"]
    if target.is_program and not policy.allow_local:
        return ["starts a program on this machine; only its user can allow that (--allow-local)"]
    if target.is_on_this_machine and not (policy.allow_local or policy.is_local):
        return [
            "is on a server on this machine; only its user can allow that (--allow-local)",
        ]
    found = [reason for url in _urls(target) for reason in _of_url(url)]
    forbidden = sorted(name for name in call.headers if name.lower() in CONNECTION_HEADERS)
    return found + [f"sets the header {name}" for name in forbidden]


def _urls(target: Target) -> list[str]:
    fields = target.call.auth_fields
    urls = [target.call.url] if target.call.transport in OVER_HTTP else []
    return [
        *urls,
        *target.call.remote_servers,
        *([str(fields["token_url"])] if "token_url" in fields else []),
    ]


def _of_url(url: str) -> list[str]:
    """Return what is wrong with *url*, the one of a manual, for a call."""
    place = VARIABLE.sub("variable", authority(url))
    if not _HOST.fullmatch(PLACEHOLDER.sub("argument", place)):
        return [f"has no address that can be called: {url!r}"]
    if PLACEHOLDER.search(place) and "." not in PLACEHOLDER.sub("", place).strip("."):
        return ["leaves its host to the arguments"]
    is_plain = url.lower().startswith("http://") and is_loopback(host_of(url))
    if not url.lower().startswith("https://") and not is_plain:
        return [f"is not called over https: {url}"]
    return []


async def confirmed(
    target: Target, arguments: Mapping[str, Json], policy: Policy, confirm: Confirm | None
) -> None:
    """Ask the user, if possible. Raises ForbiddenCallError without a yes where one is needed.

    What only reads needs none. Writes are asked about if there is a user to ask; what is
    destructive or starts a program is not called without a yes. Raises TypeError for an answer
    that is neither True nor False, such as a coroutine or the word "no", which Python takes for
    true.
    """
    is_asked = target.effect is not Effect.READ or target.is_program
    if policy.yes or not is_asked:
        return
    if confirm is None:
        if target.effect is Effect.WRITE and not target.is_program:
            return
        what = "starts a program on this machine" if target.is_program else "is destructive"
        raise ForbiddenCallError(
            f"nothing was sent: {target.id} {what}, which has to be confirmed, and there is "
            "no user to ask; only the person who runs this can allow it (--yes)"
        )
    answer: object = await confirm(_question(target, arguments))
    if not isinstance(answer, bool):
        if isinstance(answer, Coroutine):
            answer.close()  # or Python warns that nobody has awaited it
        raise TypeError(f"confirm answers True or False, not {answer!r}; nothing was sent")
    if not answer:
        raise ForbiddenCallError(f"nothing was sent: the call of {target.id} was not confirmed")


def _question(target: Target, arguments: Mapping[str, Json]) -> Question:
    if target.is_program:
        act = f"start a program on this machine ({target.id}, {target.effect})"
    else:
        where = ", ".join(target.hosts)
        kind = "a destructive" if target.effect is Effect.DESTRUCTIVE else "a writing"
        act = f"send {kind} request to {where} ({target.id})"
    text = f"Shall I {act} with {_arguments_on_one_line(arguments)}?"
    return Question(target.id, target.effect, target.is_program, text)


def _arguments_on_one_line(arguments: Mapping[str, Json]) -> str:
    """Return *arguments* on one line; no character of theirs can change what is read around it."""
    text = json.dumps(dict(arguments), ensure_ascii=False)
    text = "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text):,} characters)"
