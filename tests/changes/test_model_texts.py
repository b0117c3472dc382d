"""Which texts of a tool are compared: all that its readers find, in every protocol."""

from __future__ import annotations

import json

from releases import catalogue_of

from registry.changes.model_texts import texts_of

SERVER = {"transport": "streamable-http", "url": "https://api.acme.dev/mcp"}


def test_what_only_mcp_has_is_compared() -> None:
    tool = {
        "name": "get_time",
        "title": "Time",
        "description": "Tell the time.",
        "inputSchema": {"type": "object"},
        "annotations": {"title": "Clock", "readOnlyHint": True},
        "icons": [{"src": "https://acme.dev/clock.png"}],
        "_meta": {"acme.dev/note": "Made by hand."},
    }
    listing = {"tools": [tool], "x-registry": {"server": SERVER}}
    catalogue, _ = catalogue_of("1.0.0.json", json.dumps(listing).encode())
    ((release,),) = (each.releases for each in catalogue.manuals)

    texts = {where: text for (_, where), text in texts_of(release.tools).items() if text}
    assert texts == {
        "description": "Tell the time.",
        "title": "Time",
        "annotations.title": "Clock",
        "icons.0.src": "https://acme.dev/clock.png",
        "_meta.acme.dev/note": "Made by hand.",
    }
