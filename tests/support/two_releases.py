"""A manual of two releases, to compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from examples import PUBLISHER

if TYPE_CHECKING:
    from pathlib import Path

TOOL = """\
  - name: get_weather
    description: Current weather at the station nearest to a place.
    tags: [weather]
    inputs:
      type: object
      properties:
        place: {type: string, description: A town.}
    outputs: {type: object, properties: {degrees: {type: number}}}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/weather
"""
LOCAL = """\
  - name: run_report
    description: Print a report of the weather of a year.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands: [{command: weather report}]
"""
MANUAL = "example/weather"


def write_two_releases(root: Path, before: str, after: str) -> Path:
    """Write two releases, *after* a step beyond *before*; return the folder of manuals."""
    folder = root / "manuals" / "example" / "weather"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text(PUBLISHER, encoding="utf-8")
    for version, tools in (("1.0.0", before), ("1.0.1", after)):
        head = f'utcp_version: "1.0.1"\nmanual_version: "{version}"\ntools:\n'
        (folder / f"{version}.yaml").write_text(head + tools, encoding="utf-8")
    return root / "manuals"
