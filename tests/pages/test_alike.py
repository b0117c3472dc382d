"""Tools of other manuals are suggested by what they share that few others have."""

from __future__ import annotations

from publishing import ROOT, published

from registry.publish._pages.alike import MOST, MOST_OF_MANUAL, alike

CATALOGUE = published(ROOT / "manuals").catalogue


def test_forecasts_are_alike_whoever_offers_them() -> None:
    tool = next(each for each in CATALOGUE.tools if each.id == "open-meteo/forecast/get_forecast")

    assert "openweather/weather/get_forecast" in {each.id for each in alike(CATALOGUE).to(tool)}


def test_to_find_something_is_not_to_be_alike() -> None:
    tool = next(
        each for each in CATALOGUE.tools if each.id == "open-tool-registry/bookshelf/find_books"
    )

    assert not {"openweather/weather/find_coordinates"} & {
        each.id for each in alike(CATALOGUE).to(tool)
    }


def test_suggestions_are_few_mixed_and_of_others() -> None:
    for tool in CATALOGUE.tools:
        found = [each.manual_id for each in alike(CATALOGUE).to(tool)]

        assert len(found) <= MOST
        assert tool.manual_id not in found
        assert all(found.count(each) <= MOST_OF_MANUAL for each in found)
