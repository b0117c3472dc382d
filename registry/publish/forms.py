"""`/v1/schemas/files/…`: the JSON Schemas of the files that people write, for their editors.

They say what is accepted today, and stay where they are: a file may name its schema for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import forms
from registry.publish import File, to_json
from registry.publish._paths import form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield each schema under the address that it carries as its `$id`."""
    for name, schema in forms.for_editors().items():
        path = form(name)
        yield File(path, to_json({"$id": publication.settings.base_url + path, **schema}))
