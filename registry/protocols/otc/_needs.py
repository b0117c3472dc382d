"""The needs of a call besides its arguments, and their places: `requirements` and `context`.

A definition says which secrets, which tokens of the user and whether the user's id are needed
(OXP 1.0, `ToolDefinition.requirements`), and a call carries them in its body (OXP 1.0,
`CallToolRequest.context`). Neither has a name for the caller's variables, so they get one here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from registry.model import Variable
from registry.model.naming import as_variable
from registry.source.narrowing import mapping, mappings, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json

_Object: TypeAlias = dict[str, "Json"]


@dataclass
class Needs:
    """The needs of a tool.

    Attributes:
        context: the object for the body of a call, with `${NAME}` for each value; {} for nothing.
        variables: these names, with what each stands for.
        scopes: all OAuth2 scopes, in the order of the definition.
    """

    context: _Object = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    scopes: list[str] = field(default_factory=list)

    def add(self, wanted: str, description: str) -> str:
        """Add a variable called *wanted*, or much like it; return how it is written in a call."""
        name = as_variable(wanted) or "SECRET"
        name = f"SECRET_{name}" if name[0].isdigit() else name
        taken = {each.name for each in self.variables}
        number = next(n for n in range(1, len(taken) + 2) if _numbered(name, n) not in taken)
        name = _numbered(name, number)
        self.variables.append(Variable(name, description))
        return f"${{{name}}}"


def needs(definition: Mapping[str, Json]) -> Needs:
    """Return the needs of the tool of *definition*."""
    collected, stated = Needs(), definition.get("requirements")
    if not isinstance(stated, dict):
        return collected
    tokens: list[Json] = []
    for entry in _entries(stated.get("authorization")):
        scopes = _scopes(entry)
        collected.scopes += scopes
        described = f"An OAuth2 token of the user for `{entry['id']}`"
        described += f", with the scopes {', '.join(scopes)}." if scopes else "."
        token = collected.add(f"{entry['id']}_TOKEN", described)
        tokens.append({"id": entry["id"], "token": token})
    secrets: list[Json] = []
    for entry in _entries(stated.get("secrets")):
        value = collected.add(str(entry["id"]), f"The secret `{entry['id']}` of its server.")
        secrets.append({"id": entry["id"], "value": value})
    collected.context |= {"authorization": tokens} if tokens else {}
    collected.context |= {"secrets": secrets} if secrets else {}
    if stated.get("user_id") is True:
        collected.context["user_id"] = collected.add("USER_ID", "The id of the user on its server.")
    return collected


def obstacles(definition: Mapping[str, Json]) -> Iterator[str]:
    """Yield why UTCP clients cannot send what the tool of *definition* needs."""
    context = needs(definition).context
    if "secrets" in context:
        yield f"its call contains secrets ({_quoted(context['secrets'])}) in the body"
    if "authorization" in context:
        accounts = _quoted(context["authorization"])
        yield f"its call contains a token of the user ({accounts}) in the body"
    if "user_id" in context:
        yield "its call contains the id of the user in the body"


def _entries(value: Json) -> list[_Object]:
    return [each for each in mappings(value) if string(each.get("id"))]


def _scopes(entry: _Object) -> list[str]:
    return strings(mapping(entry.get("oauth2")).get("scopes"))


def _quoted(entries: Json) -> str:
    return ", ".join(f"`{each['id']}`" for each in _entries(entries))


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}_{number}"
