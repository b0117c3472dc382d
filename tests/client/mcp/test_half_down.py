"""A tool that cannot be read takes none of the others away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import anyio
import pytest
from lab import write_site

from registry.client import Catalogue, RegistryError
from registry.client.call import Caller, Secrets
from registry.client.mcp.offer import Offer, Terms

if TYPE_CHECKING:
    from pathlib import Path

ADD, GET = "acme/lab/add_thing", "acme/lab/get_thing"


@pytest.fixture(params=["missing", "a page", "changed"])
def offer(request: pytest.FixtureRequest, tmp_path: Path) -> Offer:
    """Offer a registry of which the record of one tool is not there as it was published."""
    site = write_site(tmp_path, "http://127.0.0.1:9")
    record = site / "v1" / "tools" / f"{GET}.json"
    if request.param == "missing":
        record.unlink()
    elif request.param == "a page":
        record.write_text("<html>Moving house</html>", encoding="utf-8")
    else:
        text = record.read_text(encoding="utf-8").replace("one thing", "each thing")
        record.write_text(text, encoding="utf-8")
    return Offer(Catalogue.open(site), Caller(Secrets({})), Terms())


def test_search_shows_the_others_and_says_which_is_left_out(offer: Offer) -> None:
    (text,) = anyio.run(offer.search, "thing of the lab")

    assert f"{ADD}: " in text
    assert f"{GET}: " not in text
    assert "get_thing.json" in text.partition("Left out: ")[2].partition("\n")[0]


def test_definitions_of_the_others_are_given(offer: Offer) -> None:
    reason, definitions = anyio.run(offer.get, [GET, ADD])

    assert "get_thing.json" in reason
    assert [each["id"] for each in json.loads(definitions)["tools"]] == [ADD]
    with pytest.raises(RegistryError, match=r"get_thing\.json"):
        anyio.run(offer.get, [GET])
