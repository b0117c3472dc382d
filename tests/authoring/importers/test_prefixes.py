"""Prefixes that clients put before names of tools are removed, and nothing else is."""

from __future__ import annotations

import pytest

from registry.authoring.importers.prefixes import without_prefixes

GITHUB = ("GitHub", "github-issues")


@pytest.mark.parametrize(
    ("names", "shorter"),
    [
        (["clock.now", "clock.set"], ["now", "set"]),
        (["github.list_issues", "search"], ["list_issues", "search"]),
        (["github_issues.list_issues", "search", "find"], ["list_issues", "search", "find"]),
        (
            ["github_list_issues", "github_get_issue", "search"],
            ["list_issues", "get_issue", "search"],
        ),
        (["github-list-issues", "github-get-issue"], ["list-issues", "get-issue"]),
        (["GITHUB__list_issues", "GITHUB__get_issue"], ["list_issues", "get_issue"]),
        (["github.github_list_issues", "github.github_get_it"], ["list_issues", "get_it"]),
    ],
)
def test_name_of_the_source_before_names_is_removed(names: list[str], shorter: list[str]) -> None:
    assert without_prefixes(names, GITHUB) == shorter


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["", "a"],
        ["clock.now", "search"],
        ["clock.now", "time.now"],
        ["list_issues", "list_users", "list_teams"],
        ["github_list_issues", "search", "find"],
        ["github_issues", "github_users", "github_teams"],
        ["github", "github_"],
        ["github.", "search"],
        ["github.2fa", "search"],
    ],
    ids=str,
)
def test_names_that_have_no_such_prefix_stay(names: list[str]) -> None:
    assert without_prefixes(names, GITHUB) == names


def test_name_of_another_tool_is_never_taken() -> None:
    names = ["github.search", "search", "github.Find", "github.find", "github.get"]

    assert without_prefixes(names, GITHUB) == [*names[:4], "get"]


def test_source_without_a_name_has_no_prefix_of_its_own() -> None:
    names = ["_list_issues", "_get_issue", "-x", ".y"]

    assert without_prefixes(names, ("", "!")) == names
