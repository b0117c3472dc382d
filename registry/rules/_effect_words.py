"""Find what the name, the description and the request of a tool say about its effect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.protocols import X_REGISTRY
from registry.rules import Finding
from registry.rules._fixed_request import fixed_parts
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import walk

if TYPE_CHECKING:
    from registry.model import Tool
    from registry.source import Json

_REMOVAL_FIRST = (
    "borrar|eliminar|suprimir|supprimer|effacer|loeschen?|cancella|elimina|usun"
    "|verwijder(?:en)?|udalit"
)
_REMOVAL_TOLD = (
    r"(?:borrar?|elimina|suprim(?:e|ir)|supprimer?|effacer?|lösch(?:t|en)|cancella|usuwa|usuń"
    r"|verwijder(?:t|en)?|\u0443\u0434\u0430\u043b(?:\u0438\u0442\u044c|\u044f\u0435\u0442))\b"
    r"|[删刪]除|[^.。]{0,80}(?:を削除|[을를] 삭제)"
)
"""Deleting in Spanish, French, German, Italian, Polish, Dutch, Russian, Chinese, Japanese and
Korean, as names and descriptions begin; in the last two languages, it follows what is deleted.
"""

_ABOUT_ITSELF = r"(?:this (?:call|endpoint|function|operation|tool) )?(?:permanently )?"

_LAST_WORD = r"(?:(?<=[_.-])|(?<=[a-z0-9])(?=[A-Z]))"

A_THING = r"(?:an?|all|any|each|every|it|one|that|the|them|these|this|those|your)\b"
"""How a sentence goes on behind a verb that it is about: `Archive of prices` is a noun."""

_LATER = re.compile(
    r"(?:[.!?;]\s{1,4}(?:(?:it|this|then|also) ){0,3}|\b(?:and|then|also) (?:[a-z]+ly )?)"
    rf"(?:deletes|destroys|erases|purges|revokes|wipes) {A_THING}",
    re.IGNORECASE,
)
"""What else a call does, behind a harmless beginning. An imperative may be for the reader."""

_NOT_REQUESTS = r"(?![A-Za-z]|[_-]requests)"
"""What does not follow a verb in an address: `/delete-requests` are what people ask for."""


class EffectWords:
    """Verbs of one kind of effect, in the places where they say what a tool does.

    `remove` and `drop` are none of them: they may be about a copy.
    """

    def __init__(self, first: str, last: str, told: str, asked: str) -> None:
        """Each is a list of verbs with `|`: how names begin, how names end, how descriptions do.

        What is *asked* is a word in the request, in lower case.
        """
        self._first = re.compile(rf"(?i:{first}|{_REMOVAL_FIRST})(?![a-z])")
        self._last = re.compile(rf"{_LAST_WORD}(?i:{last})$")
        pattern = rf"{_ABOUT_ITSELF}(?:{told})s?\b|{_REMOVAL_TOLD}"
        self._told = re.compile(pattern, re.IGNORECASE)
        self._asked = re.compile(
            rf"(?:^|[.:/])(?:(?i:{asked}){_NOT_REQUESTS}|(?:{asked}|{asked.title()})(?=[A-Z][a-z]))"
        )

    def said_of(self, tool: Tool) -> str:
        """Return where *tool* has one of the verbs, as the end of a sentence, else ""."""
        if said := self.said_in(tool.name, tool.description):
            return said
        for each in fixed_parts(tool):
            if each.is_order and self._asked.search(each.text):
                return f"{each.where} says {quoted(each.text)}"
        return ""

    def said_in(self, name: str, description: str) -> str:
        """Return which of the two has one of the verbs, as the end of a sentence, else ""."""
        if verb := self._first.match(name):
            return f"its name begins with {verb[0]!r}"
        if verb := self._last.search(name):
            return f"its name ends with {verb[0]!r}"
        if verb := self._told.match(description):
            return f"its description begins with {verb[0]!r}"
        if later := _LATER.search(description):
            return f"its description says {quoted(later[0].lstrip('.!?; '))}"
        return ""


def removing_switch(tool: Tool, names: re.Pattern[str]) -> str:
    """Return which boolean, however deep, has one of *names*, as the end of a sentence, else ""."""
    for piece in pieces_of(tool):
        for name, schema in mapping(piece.schema.get("properties")).items():
            if piece.is_input and names.fullmatch(name) and _is_boolean(schema):
                return f"its input {name!r} removes something"
    return ""


def contradiction(tool: Tool, why: str) -> Finding:
    """Return the finding that *tool* does more than is said of it, or than its method suggests.

    *why* is the end of the sentence. Clients ask no less before a call whose effect is a guess.
    """
    kind = {"read": "read-only", "write": "`write`"}.get(tool.effect, str(tool.effect))
    if tool.effect_is_stated:
        place = tool.origin.document.place((X_REGISTRY, "effects", tool.name))
        return Finding(place, f"the tool {tool.name!r} is declared as {kind}, but {why}")
    place = tool.at("call", "method").place
    return Finding(place, f"the tool {tool.name!r} counts as {kind}, as nothing is said, but {why}")


def _is_boolean(schema: Json) -> bool:
    """Return whether *schema*, or a choice in it, is of a boolean."""
    kinds = (inner.get("type") for _, inner in walk(mapping(schema)))
    return any("boolean" in (kind, *array(kind)) for kind in kinds)
