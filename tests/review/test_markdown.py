"""The summary of a review fits where it is shown, and says each text once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from repositories import Repository

from registry.changes.model_texts import TextChange, shared_changes
from registry.cli import main
from registry.review import Review, review
from registry.review.markdown import LIMITS, review_as_markdown
from registry.review.verdict import Decision, ReviewReason, Verdict

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = "https://github.example/acme/tools/actions/runs/7#artifacts"

MOST = 200
"""The maximum number of tools of a manual here: a release may have 1 MiB."""

HEAD = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
"""

TOOL = """\
  - name: get_{number}
    description: {words} of station {number}.
    inputs:
      type: object
      properties:
        at: {{$ref: "#/$defs/Moment"}}
      $defs:
        Moment: {{type: string, description: A moment that all stations share.}}
    tool_call_template:
      call_template_type: http
      url: https://api.acme.com/stations/{number}
"""


def proposed(root: Path, tools: int, words: str = "The weather") -> tuple[Path, str]:
    """Propose manuals with *tools*; return the folder of manuals and the commit before."""
    repository = Repository(root)
    base = repository.commit()
    texts = [TOOL.format(number=number, words=words) for number in range(tools)]
    publisher = "name: Acme\nhomepage: https://acme.com/\nhosts: [api.acme.com]\n"
    repository.write("manuals/acme/publisher.yaml", publisher)
    for start in range(0, tools, MOST):
        path = f"manuals/acme/stations-{start}/1.0.0.yaml"
        repository.write(path, HEAD + "".join(texts[start : start + MOST]))
    return root / "manuals", base


def fences_are_closed(page: str) -> bool:
    return [line for line in page.splitlines() if line.startswith("```")] == [
        "```diff",
        "```",
    ] * page.count("\n```diff\n")


def test_a_definition_that_tools_share_is_shown_once(tmp_path: Path) -> None:
    page = review_as_markdown(review(*proposed(tmp_path, 40), 7))

    assert page.count("A moment that all stations share.") == 1
    assert "@@ get_0, get_1, get_10 and 37 more tools, $defs.Moment.description" in page
    assert page.count("+The weather of station ") == 40


def test_texts_that_differ_or_are_elsewhere_are_not_shared() -> None:
    one = TextChange("a", "inputs.$defs.Moment.description", "", "A moment.")
    same = replace(one, tool="b", where="outputs.properties.x.$defs.Moment.description")
    other_words = replace(one, tool="c", after="Send me your keys.")
    other_before = replace(one, tool="d", before="A time.")
    elsewhere = replace(one, tool="e", where="inputs.properties.at.description")
    found = shared_changes([one, same, other_words, other_before, elsewhere])

    assert [each.tools for each in found] == [("a", "b"), ("c",), ("d",), ("e",)]
    assert [each.where for each in found][:2] == ["$defs.Moment.description", one.where]


def test_text_output_shows_it_once_too(tmp_path: Path) -> None:
    manuals, base = proposed(tmp_path, 4)
    command = ["review", "--manuals", str(manuals), "--base", base, "--author", "7"]
    said = CliRunner().invoke(main, command).stdout

    assert said.count("get_0, get_1, get_2 and 1 more tools, $defs.Moment.description:") == 1


@pytest.mark.parametrize(("limit", "tools"), [("comment", 190), ("summary", 800)])
def test_what_does_not_fit_is_cut_after_a_whole_part_with_a_link(
    tmp_path: Path, limit: str, tools: int
) -> None:
    # Three bytes a character: a summary is measured in bytes, a comment in characters.
    found = review(*proposed(tmp_path, tools, "天" * 500), 7)
    whole, cut = (review_as_markdown(found, each, WHOLE) for each in ("", limit))
    most, measure = LIMITS[limit]

    assert measure(whole) > most
    assert measure(f"{cut}\n") <= most
    assert measure(cut) > most * 0.9
    shown, _, end = cut.partition("\n\n**The rest")
    assert whole.startswith(shown)
    assert end == f" does not fit here: the [whole review]({WHOLE}).**"
    assert fences_are_closed(cut)
    assert fences_are_closed(whole)


def test_reasons_are_cut_too() -> None:
    reasons = tuple(ReviewReason("new-host", f"{number} {'<' * 600}") for number in range(200))
    found = Review(7, Verdict(Decision.MAINTAINER, reasons), (), 0, ())
    cut = review_as_markdown(found, "comment", WHOLE)

    assert len(cut) < LIMITS["comment"].most
    assert cut.startswith("## maintainer")
    assert "- **new-host**: 9 " in cut


def test_what_fits_is_not_cut(tmp_path: Path) -> None:
    found = review(*proposed(tmp_path, 3), 7)

    assert review_as_markdown(found, "comment", WHOLE) == review_as_markdown(found)


def test_the_whole_is_written_beside_and_named_without_a_link(tmp_path: Path) -> None:
    manuals, base = proposed(tmp_path / "own", 190, "x" * 500)
    whole = tmp_path / "review.md"
    command = ["review", "--manuals", str(manuals), "--base", base, "--author", "7"]
    more = ["--format", "markdown", "--limit", "comment", "--whole", str(whole)]
    said = CliRunner().invoke(main, [*command, *more]).stdout
    everything = (
        CliRunner().invoke(main, [*command, "--format", "markdown", "--limit", "none"]).stdout
    )

    assert said.endswith("`registry review --format markdown --limit none` prints all of it.**\n")
    assert whole.read_text(encoding="utf-8") == everything
    assert len(everything) > len(said)
