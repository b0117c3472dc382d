"""A command gets its arguments as words that no shell reads, and ends with the call."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from lab import answering
from waiting import is_running, wait_until

from registry.client.call import FailedCallError, ForbiddenCallError

if TYPE_CHECKING:
    from pathlib import Path

    from lab import CallTool

    from registry.client.call import Question

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell"),
]

ALLOWED = {"allow_local": True, "yes": True}


@pytest.mark.parametrize(
    "word", ["plain", "two words", "$(id)", "`id`", "'; id; '", '"', "$HOME", "-n\nx", "\\", "*"]
)
def test_argument_is_a_word_whatever_it_holds(word: str, call: CallTool) -> None:
    reply = call("say", {"word": word}, policy=ALLOWED)

    assert reply.value == f"said {word}\n"


def test_commands_may_say_whose_output_is_the_answer(call: CallTool) -> None:
    assert call("say_first", {}, policy=ALLOWED).value == "first\n"


def test_program_sees_little_of_the_environment(
    call: CallTool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "hunter2-hunter2")
    reply = call("list_environment", {}, policy=ALLOWED)

    assert "PATH=" in str(reply.value)
    assert "hunter2" not in str(reply.value)


def test_program_sees_how_the_internet_is_reached(
    call: CallTool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.acme.example:3128")
    monkeypatch.setenv("SSL_CERT_FILE", "/etc/acme.pem")
    shown = str(call("list_environment", {}, policy=ALLOWED).value)

    assert "https_proxy=http://proxy.acme.example:3128" in shown
    assert "SSL_CERT_FILE=/etc/acme.pem" in shown


def test_program_is_started_only_where_that_is_allowed_and_confirmed(call: CallTool) -> None:
    asked: list[Question] = []
    with pytest.raises(ForbiddenCallError, match="--allow-local"):
        call("say", {"word": "x"}, confirm=answering("yes", asked))
    assert not asked
    with pytest.raises(ForbiddenCallError, match="no user to ask"):
        call("say", {"word": "x"}, policy={"allow_local": True})
    with pytest.raises(ForbiddenCallError, match="not confirmed"):
        call("say", {"word": "x"}, policy={"allow_local": True}, confirm=answering("no", asked))

    assert "start a program on this machine" in asked[0].text


def test_program_that_fails_says_how(call: CallTool) -> None:
    with pytest.raises(FailedCallError, match="ended with 3: no such thing"):
        call("fail", {}, policy=ALLOWED)
    with pytest.raises(FailedCallError, match="ended with 1: it printed nothing"):
        call("find_nothing", {}, policy=ALLOWED)


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("say_elsewhere", {}, "/nowhere: No such file or directory"),
        ("say", {"word": 3_000_000 * "x"}, "Argument list too long"),
    ],
)
def test_program_that_cannot_be_started_is_a_failed_call(
    tool: str, arguments: dict[str, str], why: str, call: CallTool
) -> None:
    with pytest.raises(FailedCallError, match=f"nothing was started: .*{why}"):
        call(tool, arguments, policy=ALLOWED)


def test_nothing_is_left_running_when_the_time_is_over(call: CallTool, tmp_path: Path) -> None:
    file, began = tmp_path / "pid", time.monotonic()
    with pytest.raises(FailedCallError, match="no answer within"):
        call("sleep", {"file": str(file)}, policy=ALLOWED, seconds=1)
    pid = int(file.read_text(encoding="utf-8"))

    assert time.monotonic() - began < 30, "the program has ended by itself"
    wait_until(lambda: not is_running(pid), seconds=5)
