"""However a server spells the secret that it was sent, what comes back does not hold it."""

from __future__ import annotations

import base64
import html
import json
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

import anyio
import pytest
from attack import seeded, seeds
from hostile_api import hostile_api
from lab import KEYS, target
from seen import some

from registry.client.call import Caller, Policy, Secrets
from registry.client.call.hidden_keys import Mask

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

ALPHABET = "aZ09bY +/=:&<>\"'\\$%#?@{}[]~-_.!,;|^`éß€😀"

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "quote": quote,
    "quote all": lambda value: quote(value, safe=""),
    "quote_plus": quote_plus,
    "quoted twice": lambda value: quote(quote(value, safe=""), safe=""),
    "quoted in lower case": lambda value: quote(value, safe="").lower(),
    "every byte": lambda value: "".join(f"%{each:02X}" for each in value.encode()),
    "JSON": lambda value: json.dumps(value)[1:-1],
    "JSON in JSON": lambda value: json.dumps(json.dumps(value)[1:-1])[1:-1],
    "JSON as it is": lambda value: json.dumps(value, ensure_ascii=False)[1:-1],
    "HTML": html.escape,
    "numbers of HTML": lambda value: "".join(f"&#{ord(each)};" for each in value),
    "hexadecimal numbers of HTML": lambda value: "".join(f"&#x{ord(each):X};" for each in value),
    "JavaScript": lambda value: "".join(f"\\x{each:02x}" for each in value.encode()),
    "hexadecimal": lambda value: value.encode().hex(),
    "hexadecimal with colons": lambda value: value.encode().hex(":"),
    "base64": lambda value: base64.b64encode(value.encode()).decode(),
    "base64 of more": lambda value: base64.b64encode(f"id:{value}!".encode()).decode(),
    "base64 for addresses": lambda value: base64.urlsafe_b64encode(value.encode()).decode(),
}


def secret(dice: Random) -> str:
    """Return a value without spaces around it and, as keys are, with some letters."""
    inner = "".join(dice.choice(ALPHABET) for _ in range(dice.randint(6, 30)))
    return f"k{inner}Z"


@cache
def hiding(value: str) -> Mask:
    """Return what hides *value*: to make it takes longer than to use it on every spelling."""
    return Mask({"KEY": value})


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spelling_is_hidden(spelling: str) -> None:
    spell = SPELLINGS[spelling]
    for seed in some(seeds(20)):
        value = secret(seeded("spelling", seed))
        # In lower case, it is only a spelling of a value that is so itself.
        value = value.lower() if "lower" in spelling else value
        text = f"x {spell(value)} y"
        shown = hiding(value)(text)

        assert spell(value) not in shown, (seed, value)
        assert "${KEY}" in shown, (seed, value)


def test_secret_is_sent_as_it_is_and_hidden_in_whatever_comes_back() -> None:
    """A `$NAME` in it is no variable, and no other secret is put in its place."""
    values = [secret(seeded("call", seed)) for seed in seeds(6)]
    values += ["pw$LAB_ID", "a${LAB_SECRET}b", "x$PATH/y", "my key 12345", "id:sec=ret+9/Zz"]

    async def ask(url: str, value: str) -> Any:  # noqa: ANN401 - any JSON
        keys = {**KEYS, "acme__lab_LAB_KEY": value, "LAB_ID": "other-secret"}
        async with Caller(Secrets(keys), Policy(is_local=True)) as caller:
            return (await caller.call(target("get_with_key", url), {"path": "echo"})).value

    for value in some(each for each in values if each.isascii()):
        with hostile_api() as api:
            seen = anyio.run(ask, api.url, value)

        assert seen["headers"]["x-key"] == "${LAB_KEY}", value
        assert value not in json.dumps(seen), value
