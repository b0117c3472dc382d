"""What no call may do, and what a person has to allow: decided before anything is sent."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from registry.client.call import ForbiddenCallError, Policy
from registry.client.call.permission import Question, confirmed, refusal
from registry.client.call.target import Target

URL = "https://api.example.com/now"
TOKENS: dict[str, Any] = {"kind": "oauth2", "client_id": "${ID}", "client_secret": "${SECRET}"}


def target(effect: str = "read", **call: Any) -> Target:  # noqa: ANN401
    defined = {"transport": "http", "method": "GET", "url": URL, **call}
    return Target.of(
        "acme/clock/now", {"call": defined, "effect": effect, "inputs": {"type": "object"}}
    )


def mcp(**server: str) -> dict[str, Any]:
    options = {"config": {"mcpServers": {"clock": server}}, "tool_name": "now"}
    return {"transport": "mcp", "method": "", "url": "", "options": options}


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"url": "https://{region}.api.example.com/now"},
        {"url": "https://api.example.com:8443/now"},
        {"transport": "sse"},
        {"transport": "streamable_http"},
        mcp(url="https://mcp.example.com/"),
        {"auth": {**TOKENS, "token_url": "https://login.example.com/token"}},
    ],
)
def test_call_over_https_to_a_host_that_the_manual_names_is_allowed(call: dict[str, Any]) -> None:
    assert refusal(target(**call), Policy()) == ""


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ({"transport": "udp"}, "is called over udp"),
        ({"url": "http://api.example.com/now"}, "is not called over https"),
        ({"url": "ftp://api.example.com/now"}, "is not called over https"),
        ({"url": "https:///now"}, "has no address"),
        ({"url": "https://api.example.com:port/now"}, "has no address"),
        ({"url": "https://user@api.example.com/now"}, "has no address"),
        ({"url": "https://{host}/now"}, "leaves its host to the arguments"),
        ({"url": "https://{host}.com/now"}, "leaves its host to the arguments"),
        ({"headers": {"Host": "other.example.com"}}, "sets the header Host"),
        ({"headers": {"Transfer-Encoding": "chunked"}}, "sets the header Transfer-Encoding"),
        (mcp(url="http://mcp.example.com/"), "is not called over https"),
        ({"auth": {**TOKENS, "token_url": "http://a.example.com/t"}}, "is not called over https"),
    ],
)
def test_what_no_policy_allows_is_refused(call: dict[str, Any], why: str) -> None:
    freest = Policy(is_local=True, allow_local=True, allow_private=True, yes=True)

    assert refusal(target(**call), freest).startswith(why)


@pytest.mark.parametrize("effect", ["write", "destructive"])
def test_read_only_policy_refuses_what_changes_something(effect: str) -> None:
    assert refusal(target(effect), Policy()) == ""
    assert f"the effect {effect}" in refusal(target(effect), Policy(read_only=True))
    assert refusal(target(), Policy(read_only=True)) == ""


@pytest.mark.parametrize("address", [{}, {"url": "https://mcp.example.com/"}])
def test_program_is_started_only_where_its_user_allows_it(address: dict[str, str]) -> None:
    program = target(**mcp(command="clock", **address))

    assert "starts a program" in refusal(program, Policy(is_local=True, yes=True))
    assert refusal(program, Policy(allow_local=True)) == ""


def test_server_on_this_machine_is_called_for_a_local_registry_or_a_user_who_allows_it() -> None:
    local = target(url="http://127.0.0.1:8000/now")

    assert "is on a server on this machine" in refusal(local, Policy(yes=True))
    assert refusal(local, Policy(is_local=True)) == ""
    assert refusal(local, Policy(allow_local=True)) == ""


def asked(called: Target, arguments: dict[str, Any]) -> Question:
    """Return what a person is asked before *called* is, who says yes."""
    questions: list[Question] = []

    async def confirm(question: Question) -> bool:
        questions.append(question)
        return True

    anyio.run(confirmed, called, arguments, Policy(allow_local=True), confirm)
    (question,) = questions
    return question


@pytest.mark.parametrize(
    ("called", "what"),
    [
        (target("write"), "send a writing request to api.example.com (acme/clock/now)"),
        (target("destructive"), "send a destructive request to api.example.com (acme/clock/now)"),
        (target(**mcp(command="clock")), "start a program on this machine (acme/clock/now, read)"),
    ],
)
def test_question_says_what_is_done_and_where(called: Target, what: str) -> None:
    assert asked(called, {"place": "Ås"}).text == f'Shall I {what} with {{"place": "Ås"}}?'


def test_arguments_cannot_change_what_is_read_around_them() -> None:
    text = asked(target("write"), {"note": "\u202eevil\x1b[2J\n"}).text

    assert text.isprintable()
    assert r"\u202eevil\u001b[2J\n" in text


def test_long_arguments_are_cut_with_their_length() -> None:
    whole = asked(target("write"), {"note": "a" * 588}).text
    cut = asked(target("write"), {"note": "a" * 589}).text

    assert whole.endswith('a"}?')
    assert cut.endswith('a"… (601 characters)?')


@pytest.mark.parametrize(
    ("called", "why"),
    [
        (target("destructive"), "is destructive"),
        (target(**mcp(command="clock")), "starts a program on this machine"),
    ],
)
def test_call_that_needs_a_yes_is_refused_where_there_is_no_user(called: Target, why: str) -> None:
    with pytest.raises(ForbiddenCallError, match=why):
        anyio.run(confirmed, called, {}, Policy(allow_local=True), None)
    anyio.run(confirmed, called, {}, Policy(allow_local=True, yes=True), None)
