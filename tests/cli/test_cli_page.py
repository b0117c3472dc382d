"""Every command says what it does, with an example, there and on its page."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from cli_page import PAGE, commands, page
from paths import TESTS
from seen import some

COMMANDS = dict(commands())
EVERY_COMMAND = pytest.mark.parametrize("name", COMMANDS)
EXAMPLE = re.compile(r"^ {4}(registry .+)$", re.MULTILINE)


def test_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make generated"


@EVERY_COMMAND
def test_command_has_an_example_of_itself(name: str) -> None:
    examples = EXAMPLE.findall(COMMANDS[name])

    assert examples
    assert all(each.startswith(name) for each in examples)


@EVERY_COMMAND
def test_every_option_says_what_it_does(name: str) -> None:
    silent = re.findall(r"^  (--\S+)(?: [A-Z ]+?)? {2,}\[", COMMANDS[name], re.MULTILINE)

    assert silent == []


def test_every_option_in_an_example_is_one_of_the_command() -> None:
    for name, example in some(
        (name, example)
        for name, told in COMMANDS.items()
        for example in EXAMPLE.findall(told)
        if name != "registry"
    ):
        alone = example.split(" && ")[0]
        options = {each for each in shlex.split(alone) if each.startswith("--")}
        unknown = {each for each in options if each not in COMMANDS[name]}

        assert not unknown, name


@cache
def modules() -> set[str]:
    """Return the names of all modules of tests, beside which lie thousands of files of clients."""
    return {path.stem for path in TESTS.rglob("test_*.py")}


@EVERY_COMMAND
def test_command_has_a_test_module_of_its_name(name: str) -> None:
    is_group = any(other.startswith(f"{name} ") for other in COMMANDS)
    words = name.replace("-", "_").split()[1:]
    named = {"test_" + "_".join(words[: count + 1]) for count in range(len(words))}

    assert is_group or named & modules(), "test it in tests/<part>/test_<command>.py"


def test_shell_learns_the_commands() -> None:
    program = Path(sys.executable).with_name("registry")
    environment = {
        **os.environ,
        "_REGISTRY_COMPLETE": "bash_complete",
        "COMP_WORDS": "registry bu",
        "COMP_CWORD": "1",
    }
    done = subprocess.run([program], env=environment, capture_output=True, check=True, text=True)

    assert {line.split(",")[1] for line in done.stdout.split()} >= {"build", "bump"}
