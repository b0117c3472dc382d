"""What a second attack on calls tried: secrets in other spellings, and hosts that are disguised."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

import anyio
import pytest
from lab import target

from registry.client.call import Caller, FailedCallError, ForbiddenCallError, Policy, Secrets
from registry.client.call.hidden_keys import Mask
from registry.model import Effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_api import HostileApi

    from registry.client.call import Reply, Target

pytestmark = pytest.mark.attack

KEYS = ("my key 12345", "id:sec=ret+9/Zz", "p@ss w:ord;1", 'qu"o\\te <&> ÅÄ', "plain-value")

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "percent": quote,
    "percent, all": lambda key: quote(key, safe=""),
    "percent, lower case": lambda key: quote(key, safe="").lower() if key.islower() else key,
    "form": quote_plus,
    "form, colons kept": lambda key: quote_plus(key, safe=":"),
    "form, as yarl writes queries": lambda key: quote_plus(key, safe="/:?@-._~!$'()*,"),
    "percent, twice": lambda key: quote(quote(key, safe=""), safe=""),
    "JSON": lambda key: json.dumps(key)[1:-1],
    "JSON, not escaped": lambda key: json.dumps(key, ensure_ascii=False)[1:-1],
    "JSON in JSON": lambda key: json.dumps(json.dumps(key))[3:-3],
    "code points": lambda key: "".join(f"\\u{ord(each):04x}" for each in key),
    "HTML": lambda key: "".join(f"&#{ord(each)};" for each in key),
    "base64": lambda key: base64.b64encode(key.encode()).decode().rstrip("="),
    "base64 for addresses": lambda key: base64.urlsafe_b64encode(key.encode()).decode().rstrip("="),
    "hexadecimal": lambda key: key.encode().hex(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("key", KEYS)
def test_secret_is_hidden_however_it_is_spelt(key: str, spelling: str) -> None:
    spelt = SPELLINGS[spelling](key)
    shown = Mask({"KEY": key})(f"GET https://api.example.com/err?k={spelt}&x=1 failed")

    # What is left of the last letters of base64 says less than one character of the secret.
    left = shown.partition("k=")[2].partition("&x")[0].removeprefix("${KEY}")
    assert len(left) <= spelling.startswith("base64")
    assert shown.startswith("GET https://api.example.com/err?k=${KEY}")
    assert shown.endswith("&x=1 failed")


def called(tool: Target, secrets: dict[str, str], *, is_local: bool = True) -> Reply:
    async def ask() -> Reply:
        async with Caller(Secrets(secrets), Policy(is_local=is_local)) as caller:
            return await caller.call(tool, {"path": "echo"})

    return anyio.run(ask)


@pytest.mark.parametrize("key", ["a$TAILsecret", "pw$OTHER_SECRET", "pw${OTHER_SECRET}", "x$PATH/"])
def test_secret_is_sent_as_it_is_whatever_it_names(
    key: str, api: HostileApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_SECRET", "top-secret-2")
    secrets = {"acme__lab_LAB_KEY": key, "OTHER_SECRET": "top-secret-2"}
    seen: Any = called(target("get_with_key", api.url), secrets).value

    assert seen["headers"]["x-key"] == "${LAB_KEY}"  # the whole key and nothing but it
    assert "top-secret-2" not in json.dumps(seen)


def test_secret_with_space_around_it_is_sent_and_hidden_without(api: HostileApi) -> None:
    seen: Any = called(target("get_with_key", api.url), {"acme__lab_LAB_KEY": " k3y-1 "}).value

    assert seen["headers"]["x-key"] == "${LAB_KEY}"


def test_secret_with_an_end_of_line_is_blamed_on_no_argument(api: HostileApi) -> None:
    with pytest.raises(ForbiddenCallError, match="an argument or a key"):
        called(target("get_with_key", api.url), {"acme__lab_LAB_KEY": "k3y-1\n"})


def test_failure_shows_no_address_with_a_secret(api: HostileApi) -> None:
    tool = target("get_with_key", f"{api.url}/broken")
    with pytest.raises(FailedCallError) as why:
        called(tool, {"acme__lab_LAB_KEY": "my key 12345"})

    assert "12345" not in str(why.value)
    assert "${LAB_KEY}" in str(why.value)


@pytest.mark.parametrize(
    "host",
    [
        "①②⑦.⓪.⓪.①",
        "ｌｏｃａｌｈｏｓｔ",
        "127。0。0。1",
        "localhost.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "10.0.0.5",
        "192.168.0.1",
        "169.254.169.254",
        "[fd00::1]",
        "[fec0::1]",
        "[64:ff9b:1::a00:5]",
        "[::10.0.0.5]",
        "[::ffff:0:10.0.0.5]",
        "100.64.0.1",
    ],
)
def test_host_that_is_not_on_the_internet_is_not_called(host: str) -> None:
    with pytest.raises(ForbiddenCallError, match=r"nothing was sent|no address"):
        called(target("get_thing", f"https://{host}"), {}, is_local=False)


def test_what_deletes_has_to_be_confirmed_whatever_the_manual_says(api: HostileApi) -> None:
    tool = target("delete_thing", api.url, effect="read")

    assert tool.effect is Effect.DESTRUCTIVE
    with pytest.raises(ForbiddenCallError, match="--yes"):
        called(tool, {})
    assert not api.asked
