"""Render the templates of the catalogue's pages; whatever is put into them is escaped."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from registry import utcp_export
from registry.model import first_sentence
from registry.model.derived import derived
from registry.publish._pages import (
    caller_needs,
    compared_with_provider,
    fields,
    markdown,
    markup,
    paths,
    requests,
    source_places,
    tabs,
    values_as_code,
    words,
)
from registry.publish._pages.icons import category_icon
from registry.publish._pages.markup import Markup
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from registry.model import Tool
    from registry.model.entries import ToolEntry

_ROOT = "\0"
"""Stands for the way to the site's root in what is made once for many pages."""

_MODULES = {
    "caller_needs": caller_needs,
    "compared_with_provider": compared_with_provider,
    "paths": paths,
    "source_places": source_places,
    "utcp_export": utcp_export,
    "words": words,
}
"""What every template can call."""

_FOLDER = Path(__file__).parents[1] / "templates"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "badges": badges,
        "badges_in_manual": badges_in_manual,
        "category_icon": category_icon,
        "code": markup.code_html,
        "count": counted,
        "fields": fields.fields_table,
        "first_sentence": first_sentence,
        "host": markup.host_html,
        "initials": words.initials,
        "inline": markup.inline,
        "json": values_as_code.pretty_json,
        "outside": markup.outside,
        "prose": markup.prose,
        "tabs": tabs.tabs,
        "tool_list": tool_list,
        "traits": traits,
    }
    environment.globals |= _MODULES
    return environment


def macro(template: str, name: str) -> Callable[..., Markup]:
    """Return the macro *name* of *template*, for pieces that many pages share."""
    found: Callable[..., Markup] = getattr(_template(template).module, name)
    return found


@cache
def _template(name: str) -> jinja2.Template:
    return _loaded(_environment(), name)


def _loaded(environment: jinja2.Environment, name: str) -> jinja2.Template:
    template = environment.get_template(name)
    # A chain of mappings, which is copied for every page, takes ten times as long to copy.
    template.globals = {**template.globals}
    return template


@cache
def _markdown() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=False,  # noqa: S701 - `finalize` escapes for Markdown, as autoescape does for HTML
        finalize=markdown.line,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "address": markdown.address,
        "block": markdown.block,
        "count": counted,
        "inputs": markdown.inputs,
        "json": markdown.code_line,
        "name": markdown.code_of,
        "outputs": markdown.outputs,
        "raw": markdown.Markdown,
    }
    environment.globals |= _MODULES
    environment.globals["requests"] = requests
    return environment


@cache
def _markdown_template(name: str) -> jinja2.Template:
    return _loaded(_markdown(), name)


def compile_templates() -> None:
    """Compile the templates of pages about a manual and its tools, for processes to come."""
    for name in ("_parts", "_tool_of_manual", "manual", "tool"):
        _template(f"{name}.html.j2")
    for name in ("manual", "tool"):
        _markdown_template(f"{name}.md.j2")


def render_markdown(template: str, values: dict[str, Any]) -> str:
    """Return the Markdown that *template* makes of *values*. Raises when a value is missing."""
    return _markdown_template(template).render(values)


def render(template: str, values: dict[str, Any]) -> str:
    """Return the HTML that *template* makes of *values*. Raises when a value is missing."""
    return _template(template).render(values)


def badges(tool: Tool | ToolEntry) -> Markup:
    """Return what tells *tool* from others at a glance."""
    return _badges(
        _protocol_words(tool, words.call_words(tool)),
        words.call_words(tool),
        words.auth_words(tool),
        words.effect_mark(tool),
        words.effect_words(tool),
    )


def _protocol_words(tool: Tool | ToolEntry, call: str) -> str:
    """Return the name of the protocol of *tool*, "" where *call* says it: `MCP server`."""
    protocol = words.protocol_title(tool.protocol)
    return "" if call.startswith(protocol) else protocol


def badges_in_manual(tool: Tool | ToolEntry) -> Markup:
    """Return what tells *tool* from the others of its manual, which share a protocol."""
    return _badges(
        "",
        words.call_words(tool),
        words.auth_words(tool),
        words.effect_mark(tool),
        words.effect_words(tool),
    )


def traits(tool: ToolEntry) -> Markup:
    """Return what a list says of *tool*: its protocol and transport only where they are unusual."""
    transport = words.TRANSPORTS.get(tool.transport, tool.transport)
    transport = transport if tool.transport != "http" else ""
    protocol = _protocol_words(tool, transport) if tool.protocol != "utcp" else ""
    return _rendered_traits(
        " ".join(filter(None, (protocol, transport))),
        words.auth_words(tool),
        (words.effect_mark(tool), words.effect_words(tool)),
        words.AUTHORS[tool.author],
        words.unusual_state(tool.state),
    )


@lru_cache(maxsize=1_000)
def _badges(protocol: str, call: str, auth: str, mark: str, effect: str) -> Markup:
    """Return badges, of which most tools share a few."""
    return macro("_parts.html.j2", "badges")(protocol, call, auth, mark, effect)


@lru_cache(maxsize=1_000)
def _rendered_traits(
    unusual: str, auth: str, effect: tuple[str, str], author: str, state: str
) -> Markup:
    return macro("_parts.html.j2", "traits")(unusual, auth, effect, author, state)


def tool_list(tools: Iterable[ToolEntry], root: str) -> Markup:
    """Return *tools* as a list for a page that reaches the site's root by *root*."""
    rows = "".join(map(_tool_row, tools)).replace(_ROOT, root)
    return Markup(f'<ul class="tools">\n{rows}</ul>')


@derived
def _tool_row(tool: ToolEntry) -> str:
    """Return the row of *tool*, which is the same in all lists but for the way to the root."""
    return macro("_parts.html.j2", "tool_row")(_ROOT, tool)
