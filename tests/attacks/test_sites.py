"""A site whose files say anything, with digests that fit, is an error for its reader, or read."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest
from attack import flipped, mangled, seeds
from publishing import published
from redigest import redigest

from registry.client import Catalogue, DamagedFileError, RegistryError
from registry.client.call import Policy, Secrets
from registry.client.functions import FLAVOURS
from registry.client.lock import LockedTool
from registry.client.mcp.answers import Found, card
from registry.model.request import request

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published().write(tmp_path_factory.mktemp("site"))


def nested(depth: int) -> dict[str, object]:
    """Return an object in an object, *depth* times."""
    return {"deep": nested(depth - 1)} if depth else {}


def read_everything(folder: Path) -> int:
    """Ask the site in *folder* for what a program could ask it; return how many tools it has."""
    read = 0
    catalogue = Catalogue.open(str(folder))
    for words in ("weekday", "tides news report"):
        with suppress(RegistryError):
            catalogue.search(words, limit=5)
    for manual_id in catalogue.manuals[:20]:
        with suppress(RegistryError):
            catalogue.utcp_manual(manual_id)
        with suppress(RegistryError):
            for name in [*catalogue.manual(manual_id).tools][:2]:
                with suppress(RegistryError):
                    tool = catalogue.tool(f"{manual_id}/{name}")
                    target = catalogue.target(f"{manual_id}/{name}")
                    card(Found.of(tool, target, Secrets({}), Policy()))
                    request(target.call, {})
                    for flavour in FLAVOURS:
                        catalogue.functions([f"{manual_id}/{name}"], flavour)
                    read += 1
    return read


def restored(path: Path, folder: Path) -> None:
    for name, data in published().files.items():
        file = folder / name
        if file == path or "index.json" in name:
            file.write_bytes(data)


def read_by_programs(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.glob("v1/**/*.json")
        if "schemas" not in path.parts and "functions" not in path.parts
    )


@pytest.mark.parametrize("seed", seeds(60))
def test_reader_of_a_malicious_site_gets_an_error_that_says_so(seed: int, folder: Path) -> None:
    dice = Random(seed)
    path = dice.choice(read_by_programs(folder))
    document = json.loads(path.read_bytes())
    try:
        if dice.random() < 0.2:
            path.write_bytes(flipped(path.read_bytes(), dice))
        else:
            text = json.dumps(mangled(document, dice))
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        # Where the index is the damaged one, its digests cannot be made to fit.
        with suppress(Exception):
            redigest(folder)
        with suppress(RegistryError):
            read_everything(folder)
    finally:
        restored(path, folder)

    assert read_everything(folder) > 10


@pytest.mark.parametrize(
    "changed",
    [
        {"inputs": "none"},
        {"tags": 5},
        {"examples": [{"arguments": "none"}]},
        {"call": {"transport": "http", "url": "https://a.com/", "auth": {"kind": "api_key"}}},
        {"call": {"transport": "http", "url": "https://a.com/", "auth": {"kind": "basic"}}},
    ],
)
def test_definition_that_cannot_be_called_is_damaged(
    changed: dict[str, object], folder: Path
) -> None:
    path = next((folder / "v1" / "tools").glob("*/*/*.json"))
    record = json.loads(path.read_bytes())
    record["definition"] |= changed
    try:
        path.write_text(json.dumps(record), encoding="utf-8")
        redigest(folder)
        with pytest.raises(DamagedFileError):
            Catalogue.open(str(folder)).target(record["id"])
    finally:
        restored(path, folder)


@pytest.mark.parametrize("changed", [{"constants": nested(700)}, {"arguments_at": [[]]}])
def test_envelope_that_cannot_be_filled_ends_in_an_error_that_says_so(
    changed: dict[str, object], folder: Path
) -> None:
    path = next((folder / "v1" / "tools" / "dell" / "oxp").glob("*.json"))
    record = json.loads(path.read_bytes())
    record["definition"]["call"]["envelope"] |= changed
    try:
        path.write_text(json.dumps(record), encoding="utf-8")
        redigest(folder)
        catalogue = Catalogue.open(str(folder))
        functions = catalogue.functions([record["id"]], "openai")
        (name,) = functions.ids
        with suppress(RegistryError):
            functions.for_utcp(name, {})
        with suppress(RegistryError):
            LockedTool.of(catalogue.tool(record["id"]))
    finally:
        restored(path, folder)

    assert read_everything(folder) > 10
