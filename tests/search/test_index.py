"""The right tools are found, in the right order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from registry import search
from registry.model import Catalogue, Effect
from registry.search.term_weights import weigh

if TYPE_CHECKING:
    from registry.source import Json


def ids(answer: search.SearchAnswer) -> list[str]:
    return [hit.tool.id for hit in answer.hits]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("get_forecast", "skyline/weather/get_forecast"),
        ("getForecast", "skyline/weather/get_forecast"),
        ("get_user_by_id", "octopus/tracker/getUserById"),
        ("user", "octopus/tracker/getUserById"),
        ("GETUSERBYID user", "octopus/tracker/getUserById"),
        ("issue", "octopus/tracker/list_issues"),
        ("forecasting", "skyline/weather/get_forecast"),
        ("converting currencies", "moneta/exchange/convert_currency"),
        ("airquality", "skyline/weather/get_air_quality"),
        ("timezone", "moneta/exchange/convert_currency"),
        ("umbrella", "skyline/weather/get_forecast"),
        ("will it rain on thursday in zanzibar", "skyline/weather/get_forecast"),
        ("zurich library", "homelab/shelf/FindBook"),
        ("homelab", "homelab/shelf/FindBook"),
        ("erase a whole project", "octopus/tracker/delete_project"),
        ("octopus/tracker/create_issue", "octopus/tracker/create_issue"),
        ('"air quality"', "skyline/weather/get_air_quality"),
    ],
)
def test_the_best_tool_comes_first(index: search.Index, question: str, best: str) -> None:
    assert ids(index.query(question))[:1] == [best]


def test_a_word_that_no_tool_has_does_not_hide_the_others(index: search.Index) -> None:
    assert ids(index.query("exchange xylophone rates"))[:1] == ["moneta/exchange/list_rates"]


def test_a_phrase_wants_all_of_its_words(index: search.Index) -> None:
    assert ids(index.query('"open issues"')) == ["octopus/tracker/list_issues"]
    assert len(index.query("open issues").hits) > 1


def test_each_of_several_phrases_is_wanted_if_it_is_one_word_only(index: search.Index) -> None:
    assert ids(index.query('"open" "issues"')) == ["octopus/tracker/list_issues"]
    assert index.query('"open issues" "rain"').hits == ()
    assert index.query('"isues"').hits


def test_a_misspelt_word_in_a_phrase_wants_its_correction(index: search.Index) -> None:
    answer = index.query('"opne isues"')

    assert ids(answer) == ["octopus/tracker/list_issues"]
    assert dict(answer.corrections)["isues"] == ("issues",)
    assert index.query('"open xylophone"').hits == ()


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"protocol": "otc"}, ["homelab/shelf/FindBook"]),
        (
            {"publisher": "moneta", "tag": "finance"},
            ["moneta/exchange/convert_currency", "moneta/exchange/list_rates"],
        ),
        ({"transport": "sse"}, ["skyline/weather/watch_storms"]),
        ({"effect": "destructive"}, ["octopus/tracker/delete_project"]),
        (
            {"effect": "write,destructive"},
            ["octopus/tracker/create_issue", "octopus/tracker/delete_project"],
        ),
        ({"auth": "api_key", "effect": "write"}, ["octopus/tracker/create_issue"]),
        ({"tag": "Air Quality"}, ["skyline/weather/get_air_quality"]),
        ({"tag": "no-such-tag"}, []),
        ({"publisher": "moneta", "auth": "api_key"}, []),
    ],
)
def test_filters_alone_list_tools_by_id(
    index: search.Index, filters: dict[str, str], expected: list[str]
) -> None:
    answer = index.query("", limit=10, **filters)

    assert ids(answer) == expected
    assert answer.total == len(expected)


def test_filters_narrow_what_words_find(index: search.Index) -> None:
    everything = ids(index.query("project issues"))
    narrowed = ids(index.query("project issues effect:read"))

    assert set(narrowed) < set(everything)
    assert narrowed == [each for each in everything if each in narrowed]


def test_tags_of_a_manual_count_for_its_tools(index: search.Index) -> None:
    assert len(index.query("tag:outdoors").hits) == 3


def test_an_unknown_facet_is_a_mistake_of_the_caller(index: search.Index) -> None:
    with pytest.raises(TypeError, match="colour"):
        index.query("rain", colour="red")


@pytest.mark.parametrize("question", ["", "   ", "the of", '"', "tag:", "xylophone", "(*"])
def test_a_question_about_nothing_finds_nothing(index: search.Index, question: str) -> None:
    assert index.query(question).hits == ()


def test_a_page_of_text_is_a_question_too(index: search.Index) -> None:
    assert index.query("weather " * 10_000).hits


def test_no_more_than_the_limit_is_returned(index: search.Index) -> None:
    answer = index.query("project issues weather rates", limit=3)

    assert len(answer.hits) == 3
    assert answer.total > 3
    assert index.query("weather", limit=0).hits == ()


def test_a_hit_brings_what_a_reader_wants_to_know(index: search.Index) -> None:
    hit = index.query("create issue").hits[0]

    assert hit.tool == search.ToolSummary(
        id="octopus/tracker/create_issue",
        version="1.0.0",
        summary="Report a bug or ask for a feature in a project.",
        protocol="utcp",
        transport="http",
        auth="api_key",
        effect="write",
        tags=("issues",),
    )
    assert hit.score > 0


def test_scores_fall(index: search.Index) -> None:
    scores = [hit.score for hit in index.query("list project issues currencies").hits]

    assert scores == sorted(scores, reverse=True)


def test_a_catalogue_without_tools_has_an_index_too() -> None:
    index = search.build(Catalogue((), ()))

    assert len(index) == 0
    assert search.open_index(index.to_bytes()).query("weather tag:x").hits == ()


def test_the_name_tells_what_a_tool_does_where_nobody_else_does(catalogue: Catalogue) -> None:
    does = {
        each.tool.id: each.facets["does"]
        for manual in unstated(catalogue).manuals
        for each in search.documents_of(manual)
    }

    assert "it-changes" not in does["homelab/shelf/FindBook"] + does["octopus/tracker/list_issues"]
    assert does["octopus/tracker/create_issue"] == ("it-changes",)
    assert does["octopus/tracker/list_issues"] == ("it-gives-several",)


def test_a_tool_named_by_what_it_makes_is_what_is_asked_to_be_made(catalogue: Catalogue) -> None:
    """As one that creates an embedding: it reads, and nobody would call that a reading."""
    manual = next(each for each in catalogue.manuals if each.id == "octopus/tracker")
    newest = manual.releases[-1]
    tools = (replace(each, effect=Effect.READ, effect_is_stated=True) for each in newest.tools)
    reading = replace(manual, releases=(replace(newest, tools=tuple(tools)),))
    does = {each.tool.id: each.facets["does"] for each in search.documents_of(reading)}

    assert does["octopus/tracker/create_issue"] == ("it-changes",)
    assert "it-changes" not in does["octopus/tracker/list_issues"]


@pytest.mark.parametrize(
    ("name", "effect", "does"),
    [
        ("delete_forecast", Effect.DESTRUCTIVE, ("it-changes", "it-deletes")),
        ("cancelForecast", Effect.WRITE, ("it-changes", "it-deletes")),
        ("update_forecast", Effect.DESTRUCTIVE, ("it-changes",)),
        ("count_deleted", Effect.READ, ()),
    ],
)
def test_the_name_tells_what_deletes(
    catalogue: Catalogue, name: str, effect: Effect, does: tuple[str, ...]
) -> None:
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    newest = manual.releases[-1]
    tool = replace(newest.tools[0], name=name, effect=effect)
    released = replace(manual, releases=(replace(newest, tools=(tool,)),))

    (document,) = search.documents_of(released)
    assert document.facets["does"] == does


@pytest.mark.parametrize(
    ("name", "inputs", "does"),
    [
        ("search_trials", (), ("it-searches", "it-gives-several")),
        ("lookupSymbol", (), ("it-searches", "it-gives-several")),
        ("find_place", ("search_text",), ("it-searches", "it-gives-several")),
        ("find_place", ("latitude",), ("it-gives-several",)),
        ("get_prices", (), ("it-gives-several",)),
        ("get_status", (), ()),
        ("get_address", (), ()),
    ],
)
def test_the_name_tells_what_searches_and_what_gives_several(
    catalogue: Catalogue, name: str, inputs: tuple[str, ...], does: tuple[str, ...]
) -> None:
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    newest = manual.releases[-1]
    properties: dict[str, Json] = {each: {"type": "string"} for each in inputs}
    tool = replace(newest.tools[0], name=name, inputs={"properties": properties})
    released = replace(manual, releases=(replace(newest, tools=(tool,)),))

    (document,) = search.documents_of(released)
    assert document.facets["does"] == does


def test_an_identifier_in_a_text_is_not_cut_into_words(catalogue: Catalogue) -> None:
    """Or `uv index` finds whatever has a document `1AbStUvWxYz0123`."""
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    text = "Look at 1BxiMVs0XRA5nFMdKvBd, dQw4w9WgXcQ, cvssV3Severity and getS3BucketNameV2."
    found = weigh(replace(tool, description=f"{tool.summary} {text}"), manual)

    assert {"look", "severity", "bucket"} <= set(found.words)
    assert not {"bxi", "mvs", "md", "wg", "xc"} & set(found.every)


def test_the_words_of_an_address_are_none_of_the_tool(catalogue: Catalogue) -> None:
    """Or `screenshot of https://example.com/pricing` finds whatever was asked about an address."""
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    text = "Read https://example.org/wombats/index.html?quux=1 (or http://zorvex.net), then stop."
    terms = weigh(replace(tool, description=f"{tool.summary} {text}"), manual).every.keys()

    assert {"read", "stop"} <= terms
    assert not {"http", "exampl", "wombat", "index", "html", "quux", "zorvex"} & terms


def test_the_name_of_a_product_is_one_word(catalogue: Catalogue) -> None:
    """Or `pubs near me` finds what is about PubMed."""
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    text = "For GitHub, PubMed and SkyRadar"
    terms = weigh(replace(tool, description=text), replace(manual, title="HubSpot")).own.keys()

    assert {"github", "pubm", "hubspot", "sky", "radar"} <= terms
    assert not {"git", "hub", "pub", "med", "spot"} & terms


def test_neighbours_are_one_term_if_they_say_more_than_one_of_them(catalogue: Catalogue) -> None:
    """Or the summary of a web search answers `web search`, as it says those words side by side."""
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    title = "how far customer orders of skyline get by time zone, phone number"
    terms = weigh(replace(tool, name=title), manual).every.keys()

    assert {"customerorder", "phonenumber", "timezon"} <= terms
    assert not {"howfar", "farcustomer", "ordersskylin", "skylineget", "getby"} & terms


def test_the_words_of_a_name_share_what_it_counts(catalogue: Catalogue) -> None:
    """Or `list_issue_comments` has as much of an issue as `list_issues`."""
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    short, long = (
        weigh(replace(tool, name=name), manual).every["issu"]
        for name in ("list_issues", "list_issue_comments")
    )

    assert short > long


def test_a_tool_that_takes_a_country_is_found_by_each(catalogue: Catalogue) -> None:
    manual = next(each for each in catalogue.manuals if each.id == "skyline/weather")
    (tool, *_) = manual.releases[-1].tools
    inputs: dict[str, Json] = {"type": "object", "properties": {"countryCode": {"type": "string"}}}

    assert {"kenya", "japan"} <= weigh(replace(tool, inputs=inputs), manual).every.keys()
    assert "kenya" not in weigh(tool, manual).every


def unstated(catalogue: Catalogue) -> Catalogue:
    """Return *catalogue* as it is where every call is a POST and nobody says what it does."""
    manuals = []
    for manual in catalogue.manuals:
        newest = manual.releases[-1]
        tools = (
            replace(each, effect=Effect.WRITE, effect_is_stated=False) for each in newest.tools
        )
        manuals.append(replace(manual, releases=(replace(newest, tools=tuple(tools)),)))
    return Catalogue(catalogue.publishers, tuple(manuals))
