"""`Catalogue.call` takes what programs have in their variables, and only a clear yes for a yes."""

from __future__ import annotations

import enum
import pickle
import signal
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from lab import KEYS, target, write_site

import registry.client
import registry.client.call
from registry.client import Catalogue, LockedError
from registry.client.call import (
    CallError,
    FailedCallError,
    ForbiddenCallError,
    InvalidArgumentsError,
    Limits,
    MissingSecretsError,
    Policy,
    Secrets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_api import HostileApi
    from lab import CallTool

    from registry.client.call import Question, Reply

pytestmark = pytest.mark.slow

GET, ADD, DELETE = "acme/lab/get_thing", "acme/lab/add_thing", "acme/lab/delete_thing"


class Unit(str, enum.Enum):  # noqa: UP042 - whose str() is not its value
    METRE = "metre"


class Count(enum.IntEnum):
    THREE = 3


class NumpyFloat(float):
    """As `numpy.float64` is."""


class NumpyString(str):
    """As `numpy.str_` is."""

    __slots__ = ()


@pytest.fixture
def catalogue(api: HostileApi, tmp_path: Path) -> Catalogue:
    return Catalogue.open(write_site(tmp_path / "site", api.url))


@pytest.mark.parametrize(
    ("argument", "sent"),
    [
        ({"unit": Unit.METRE}, "/echo?unit=metre"),
        ({"count": Count.THREE}, "/echo?count=3"),
        ({"count": NumpyFloat(3)}, "/echo?count=3"),
        ({"to": NumpyString("a")}, "/echo?to=a"),
    ],
    ids=["enumeration", "integers", "number", "string"],
)
def test_subclass_of_a_plain_type_is_sent_as_its_value(
    argument: dict[str, Any], sent: str, call: CallTool
) -> None:
    reply: Any = call("get_thing", {"path": "echo", **argument})

    assert reply.value["target"] == sent


def test_any_mapping_is_an_object(call: CallTool) -> None:
    call("get_thing", MappingProxyType({"path": "echo"}))


def _circle() -> dict[str, Any]:
    circle: dict[str, Any] = {}
    circle["a"] = circle
    return circle


def _tower() -> dict[str, Any]:
    tower: dict[str, Any] = {}
    for _ in range(3000):
        tower = {"a": tower}
    return tower


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (datetime.now(UTC), "'body': datetime is not JSON serializable; convert it to a string"),
        (Path("a"), "'body': P.*Path is not JSON serializable; convert"),
        ({(1, 2): 3}, "'body': keys must be str, .+, not tuple; convert"),
        (_circle(), r"'body': it cannot be written as JSON \(Circular"),
        (10**5000, r"'body': it cannot be written as JSON \(Exceeds the limit"),
        (_tower(), "'body': it is nested too deeply"),
        (float("nan"), "'body': JSON has no number"),
    ],
    ids=["time", "path", "keys", "circle", "digits", "tower", "no number"],
)
def test_what_json_has_not_is_an_invalid_argument(
    value: object, said: str, call: CallTool, api: HostileApi
) -> None:
    with pytest.raises(InvalidArgumentsError, match=said):
        call("add_thing", {"path": "x", "body": value})
    assert not api.asked


def test_name_of_an_argument_that_is_no_string_is_unknown(call: CallTool) -> None:
    with pytest.raises(InvalidArgumentsError, match="there is no input '1'"):
        call("get_thing", {"path": "x", 1: 2})


async def _never(_: Question) -> bool:
    return False


@pytest.mark.parametrize("confirm", [_never, lambda _: "no"], ids=["coroutine", "word"])
def test_only_true_is_a_yes(confirm: Any, catalogue: Catalogue, api: HostileApi) -> None:  # noqa: ANN401 - what a program may pass by mistake
    with pytest.raises(TypeError, match=r"answers True or False, not .*; nothing was sent"):
        catalogue.call(DELETE, {"path": "echo"}, confirm=confirm)
    assert not api.asked


def test_policy_of_a_caller_leaves_a_local_registry_local(catalogue: Catalogue) -> None:
    reply = catalogue.call(GET, {"path": "echo"}, policy=Policy(read_only=True))

    assert reply.source == "127.0.0.1"
    with pytest.raises(ForbiddenCallError, match="only reading is allowed"):
        catalogue.call(ADD, {"path": "echo"}, policy=Policy(read_only=True))


def test_policy_of_a_caller_makes_no_other_registry_local(api: HostileApi, tmp_path: Path) -> None:
    catalogue = Catalogue.open(write_site(tmp_path, api.url))
    catalogue.is_local = False

    with pytest.raises(ForbiddenCallError, match="on a server on this machine"):
        catalogue.call(GET, {"path": "echo"}, policy=Policy(yes=True))


async def _in_a_loop(call: Callable[[], Reply]) -> Reply:
    """Call as a notebook does, whose event loop is running."""
    return call()


def test_call_in_a_running_loop_asks_in_the_context_of_its_caller(catalogue: Catalogue) -> None:
    asking: ContextVar[str] = ContextVar("asking")
    seen: list[str] = []

    def confirm(_: Question) -> bool:
        seen.append(asking.get("nobody"))
        return True

    asking.set("a cell")
    anyio.run(_in_a_loop, lambda: catalogue.call(DELETE, {"path": "echo"}, confirm=confirm))

    assert seen == ["a cell"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal after a time")
def test_call_in_a_running_loop_ends_when_it_is_interrupted(catalogue: Catalogue) -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    started = time.monotonic()
    try:
        with pytest.raises(InterruptedError):
            anyio.run(_in_a_loop, lambda: catalogue.call(GET, {"path": "hang"}))
    finally:
        signal.signal(signal.SIGALRM, before)

    assert time.monotonic() - started < 10


@pytest.mark.parametrize("tries", [0, -1])
def test_call_takes_at_least_one_try(tries: int) -> None:
    with pytest.raises(ValueError, match=f"tries is {tries}, and a call takes at least one"):
        Limits(tries=tries)


def test_file_of_secrets_is_named_by_a_string_or_a_path(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("".join(f"{name}={value}\n" for name, value in KEYS.items()), encoding="utf-8")
    file.chmod(0o600)

    for each in (file, str(file)):
        assert Secrets.of_environment(each).of(target("get_with_key")) == {
            "LAB_KEY": KEYS["acme__lab_LAB_KEY"]
        }
    with pytest.raises(CallError, match=r"cannot be read from .*: Is a directory"):
        Secrets.of_environment("")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hunter2", "the line is not NAME=value"),
        ("=hunter2", "the line is not NAME=value"),
        ("export KEY=hunter2", "write no more, such as `export`"),
        ('KEY="hunter2"', "the value of KEY is in quotes, which would be sent; remove them"),
        ("KEY='hunter2'", "the value of KEY is in quotes"),
    ],
)
def test_line_of_secrets_that_a_shell_reads_as_another_is_named_without_the_secret(
    line: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "keys"
    file.write_text(f"# mine\n\n{line}\n", encoding="utf-8")
    file.chmod(0o600)

    with pytest.raises(CallError, match=said) as caught:
        Secrets.of_environment(file)
    assert str(caught.value).startswith(f"{file}:3: ")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        InvalidArgumentsError(GET, ["path: it is required"]),
        MissingSecretsError("a key is not set", ["acme__lab_LAB_KEY"]),
        FailedCallError("busy", 429, 3),
        LockedError(GET, "breaking", ["the host is another one"]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_error_reaches_another_process_as_it_is(error: Exception) -> None:
    there = pickle.loads(pickle.dumps(error))

    assert (str(there), vars(there)) == (str(error), vars(error))


@pytest.mark.parametrize("module", [registry.client, registry.client.call])
def test_names_that_are_loaded_late_are_shown(module: ModuleType) -> None:
    assert dir(module) == sorted(module.__all__)


def test_calls_at_once_are_all_answered(catalogue: Catalogue) -> None:
    seen: list[object] = []

    async def one() -> None:
        seen.append((await catalogue.call_async(GET, {"path": "echo"})).value)

    async def all_of_them() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(50):
                group.start_soon(one)

    anyio.run(all_of_them)
    assert len(seen) == 50
