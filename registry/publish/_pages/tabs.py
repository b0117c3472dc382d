"""Write snippets of code as tabs, one of which is shown at a time.

Like the table of fields, this is no template: the page of a tool has more than a dozen tabs, and a
template engine would spend a tenth of a build on them. Every text in them is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from registry.publish._pages.markup import Markup, inline

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Snippet:
    """Code that calls a tool: *id* and *title* of its tab, what to run first, the code.

    *place* says to which file the code belongs, its path between backticks, *link* is an address
    that enters it with a click, and *hint* is what else to know before it is used.
    """

    id: str
    title: str
    code: str
    install: str = ""
    place: str = ""
    link: str = ""
    hint: str = ""


def tabs(snippets: Sequence[Snippet], group: str, legend: str = "Client") -> Markup:
    """Return *snippets* as tabs of a *group* of this name, with a *legend* that is only heard."""
    head = f'<fieldset class="tabs"><legend class="unseen">{escape(legend)}</legend>\n'
    buttons = (_button(each, group, number) for number, each in enumerate(snippets))
    return Markup("".join((head, *buttons, *map(_tab, snippets), "</fieldset>\n")))


def _button(snippet: Snippet, group: str, number: int) -> str:
    """Return what shows the tab; that of the first is pressed already."""
    value, checked = escape(snippet.id), "" if number else " checked"
    return (
        f'<input type="radio" name="{group}" value="{value}" id="{group}-{value}"{checked}>'
        f'<label for="{group}-{value}">{escape(snippet.title)}</label>'
    )


def _tab(snippet: Snippet) -> str:
    link = place = ""
    if snippet.link:
        shown = f'<a href="{escape(snippet.link)}">Install in {escape(snippet.title)}</a>'
        link = f'<p class="hint">{shown} with a click, or:</p>'
    install = _code(snippet.install, "code code--install") if snippet.install else ""
    if snippet.place:
        place = f'<p class="hint">In {inline(snippet.place)}:</p>'
    hint = f'<p class="hint">{inline(snippet.hint)}</p>' if snippet.hint else ""
    return (
        f'<div class="tab" data-snippet="{escape(snippet.id)}">\n'
        f"{link}{install}{place}{hint}{_code(snippet.code)}\n</div>\n"
    )


def _code(text: str, kind: str = "code") -> str:
    shown = escape(text, quote=False)
    return f'<pre class="{kind}" tabindex="0"><code>{shown}</code></pre>'
