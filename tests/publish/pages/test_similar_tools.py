"""Tools of other manuals are suggested by what they share that few others have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen import some

from registry.catalogue.entries import entries_of
from registry.publish._similar_tools import MOST, MOST_OF_MANUAL, Alike

if TYPE_CHECKING:
    from publishing import Published

    from registry.model.entries import Entries


@pytest.fixture(scope="module")
def entries(launched: Published) -> Entries:
    return entries_of(launched.catalogue)


def suggested(entries: Entries, name: str) -> set[str]:
    tool = next(each for each in entries.tools if each.id == name)
    return {each.id for each in Alike(entries).to(tool)}


def test_forecasts_are_alike_whoever_offers_them(entries: Entries) -> None:
    found = suggested(entries, "open-meteo/forecast/get_forecast")

    assert "openweather/weather/get_forecast" in found


def test_to_find_something_is_not_to_be_alike(entries: Entries) -> None:
    found = suggested(entries, "open-tool-registry/bookshelf/find_books")

    assert "openweather/weather/find_coordinates" not in found


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("github/rest/create_pull_request", "gitlab/rest/list_merge_requests"),
        ("gitlab/rest/list_issues", "github/rest/create_issue"),
        ("google/gmail/trash_message", "microsoft/outlook/send_email"),
        ("wikimedia/wikidata/search_entities", "model-context-protocol/memory/delete_entities"),
    ],
)
def test_to_be_about_the_same_thing_is_not_to_do_the_same(
    entries: Entries, name: str, other: str
) -> None:
    assert other not in suggested(entries, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("github/rest/create_issue", "gitlab/rest/create_issue"),
        ("discord/bot/send_message", "slack/messaging/post_message"),
        ("gitlab/rest/update_issue", "sentry/mcp-server/update_issue"),
    ],
)
def test_tools_that_change_the_same_in_one_way_are_alike(
    entries: Entries, name: str, other: str
) -> None:
    assert other in suggested(entries, name)


@pytest.mark.parametrize(
    "name",
    [
        "openstreetmap/nominatim/lookup_objects",
        "transport-for-london/unified/plan_journey",
        "usgs/earthquakes/count_earthquakes",
    ],
)
def test_nothing_is_suggested_where_no_other_tool_does_the_same(
    entries: Entries, name: str
) -> None:
    assert not suggested(entries, name)


def test_suggestions_are_few_mixed_and_of_others(entries: Entries) -> None:
    alike = Alike(entries)
    for tool in some(entries.tools):
        found = [each.manual_id for each in alike.to(tool)]

        assert len(found) <= MOST
        assert tool.manual_id not in found
        assert all(found.count(each) <= MOST_OF_MANUAL for each in found)
