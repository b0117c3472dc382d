"""Render the templates of the catalogue's pages; whatever is put into them is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from registry.publish._pages import code, fields, markup, paths, words

_FOLDER = Path(__file__).parents[2] / "templates"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "coloured": code.coloured,
        "count": words.count,
        "fields": fields.fields,
        "inline": markup.inline,
        "json": code.to_json,
        "outside": markup.outside,
        "prose": markup.prose,
    }
    environment.globals |= {"paths": paths, "words": words}
    return environment


@cache
def _template(name: str) -> jinja2.Template:
    return _environment().get_template(name)


def render(template: str, values: dict[str, Any]) -> str:
    """Return the HTML that *template* makes of *values*. Raises when a value is missing."""
    return _template(template).render(values)
