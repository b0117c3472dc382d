"""A sound manual is not said to be indented otherwise than its author meant it."""

from __future__ import annotations

import pytest

from registry.catalogue.lost_indentation import check_indentation
from registry.source import read_document

START = """\
utcp_version: "1.0.1"
tools:
  - name: create_contact
    inputs:
      type: object
      properties:
"""
INPUTS = {
    "an input called `properties` with any keys": """\
        properties: {type: object, additionalProperties: true, description: Custom fields.}
""",
    "an input called `properties` with a property of its own": """\
        properties:
          type: object
          properties: {email: {type: string}}
          required: [email]
          additionalProperties: false
""",
    "an input called `properties` in an item": """\
        contacts:
          items:
            properties:
              properties: {type: object, additionalProperties: true}
""",
}


@pytest.mark.parametrize("inputs", INPUTS.values(), ids=INPUTS)
def test_input_may_be_called_as_a_keyword(inputs: str) -> None:
    document, _ = read_document("1.0.0.yaml", (START + inputs).encode())

    assert document
    assert tuple(check_indentation(document)) == ()


def test_keyword_inside_such_an_input_may_be_indented_too_far() -> None:
    lost = """\
        properties:
          properties:
            email: {type: string}
            additionalProperties: true
"""
    document, _ = read_document("1.0.0.yaml", (START + lost).encode())

    assert document
    assert [each.place.line for each in check_indentation(document)] == [10]
