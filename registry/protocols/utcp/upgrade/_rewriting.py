"""A tool during its conversion from an older dialect to 1.x, with a record of the changes."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.diagnostics import did_you_mean
from registry.model import PLACEHOLDER
from registry.model.naming import as_variable
from registry.protocols.utcp.call import TEMPLATE
from registry.source.strings import strings_in, with_strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

PROPERTIES = ("inputs", "properties")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_WITH_PLACES = ("url", "query_params", "headers", "body")
_DOLLAR = re.compile(r"\$\{(\w+)\}|\A\$(\w+)\Z")
"""How some authors write inputs. Inside a string, `$name` means much: `$filter=`, `$id: ID!`."""

_UNDECLARED = (
    "add it to `inputs.properties`; a key of the caller belongs in `auth`, as a variable such as "
    '"${API_KEY}"'
)
_CREDENTIAL = re.compile(
    r"key(?!word)|token|secret|passw|auth(?!or(?!i[sz]))|credential", re.IGNORECASE
)
"""What is in names of credentials; keywords, authors and authorities are none."""


class Problem(NamedTuple):
    """A problem that the author must fix: where in the tool, what, and how."""

    pointer: Pointer
    message: str
    hint: str


class Rewriting:
    """The tool as converted so far.

    Attributes:
        key: the key of the author's tool that describes its call.
        inputs: the JSON Schema of the arguments.
        template: the call template.
        places: by the author's name of an input, the names that now lead to it, such as
            `("body", "text")`; () if it is only a part of another input, or nowhere. Inputs that
            have not changed are missing.
        moved, notices, obstacles, problems, variables: as in `Upgraded`.
    """

    def __init__(self, tool: Mapping[str, Any], key: str) -> None:
        schema = tool.get("inputs", {})
        self.key = key
        self.inputs: dict[str, Any] = {
            "type": "object",
            **schema,
            "properties": dict(schema.get("properties", {})),
        }
        self._declared = frozenset(self.properties)
        self.template: dict[str, Any] = {
            field: with_strings(value, self._with_places) if field in _WITH_PLACES else value
            for field, value in tool[key].items()
        }
        if isinstance(headers := self.template.get("headers"), dict):
            # What a header with such a name holds is a credential, whatever that is called.
            given = tool[key]["headers"].items()
            headers |= {name: text for name, text in given if is_credential(name)}
        self.places: dict[str, tuple[str, ...]] = {}
        self.moved: dict[Pointer, Pointer] = {(TEMPLATE,): (key,)}
        self.notices: list[str] = []
        self.obstacles: list[str] = []
        self.problems: list[Problem] = []
        self.variables: list[str] = []
        self._uses = Counter(placeholders(self.template))

    @property
    def properties(self) -> dict[str, Any]:
        """The schemas of the arguments by name."""
        properties: dict[str, Any] = self.inputs["properties"]
        return properties

    def _with_places(self, text: str) -> str:
        """Return *text* with `{name}` where an input is written as `${name}` or `$name`."""
        return _DOLLAR.sub(self._place, text)

    def _place(self, dollar: re.Match[str]) -> str:
        name = dollar[1] or dollar[2]
        is_input = self.is_declared(name) and not is_credential(name)
        return f"{{{name}}}" if is_input else dollar[0]

    def note_origin(self, field: str, *steps: str) -> None:
        """Record that *field* of the call template is at *steps* of the author's call."""
        self.moved[TEMPLATE, field] = (self.key, *steps)

    def is_declared(self, name: str) -> bool:
        """Return whether the author declares an input *name*, whatever it is called by now."""
        return name in self._declared

    def is_required(self, name: str) -> bool:
        """Return whether the argument *name* is required."""
        return name in self.inputs.get("required", ())

    def is_used_once(self, name: str) -> bool:
        """Return whether the author's call uses the argument *name* in only one place."""
        return self._uses[name] == 1

    def add(self, name: str, schema: Json, *, required: bool, origin: Pointer) -> None:
        """Add the argument *name*, which comes from *origin* of the author's tool."""
        self.properties[name] = schema
        self.moved[*PROPERTIES, name] = origin
        if required:
            self.inputs["required"] = [*self.inputs.get("required", ()), name]

    def remove(self, name: str) -> None:
        """Remove the argument *name*."""
        self.properties.pop(name, None)
        self.places[name] = ()
        if self.is_required(name):
            self.inputs["required"] = [each for each in self.inputs["required"] if each != name]

    def rename(self, old: str, new: str) -> None:
        """Rename the argument *old* to *new*, without changing its position."""
        self.inputs["properties"] = {
            new if name == old else name: schema for name, schema in self.properties.items()
        }
        if self.is_required(old):
            required = self.inputs["required"]
            self.inputs["required"] = [new if name == old else name for name in required]
        self.moved[*PROPERTIES, new] = (*PROPERTIES, old)
        self.places[old] = (new,)

    def gaps(self, form: str) -> list[str]:
        """Return the names in braces in *form* that are arguments or could be.

        Other braces are literal, as in a GraphQL query.
        """
        found = PLACEHOLDER.findall(form)
        return [name for name in found if self.is_declared(name) or _NAME.fullmatch(name)]

    def undeclared(self, form: str) -> list[str]:
        """Return the names in braces in *form* that are not inputs of the author's."""
        return [name for name in self.gaps(form) if not self.is_declared(name)]

    def report_undeclared(self, names: list[str], *steps: str | int) -> None:
        """Report *names* in braces, at *steps* of the author's call, that are not inputs."""
        self.problems.append(
            Problem(
                (self.key, *steps),
                f"{names[0]!r} in braces is not an input of the tool, so nothing fills it in",
                did_you_mean(names[0], self._declared) or _UNDECLARED,
            )
        )

    def composed(self, form: str) -> dict[str, Any]:
        """Return the schema of one string that the caller composes as *form*."""
        notes = [
            f"{name}: {text}"
            for name in dict.fromkeys(self.gaps(form))
            if (text := self.properties[name].get("description"))
        ]
        return {"type": "string", "description": " ".join([f"Written as `{form}`.", *notes])}


def is_credential(name: str) -> bool:
    """Return whether a placeholder called *name*, which is not an argument, is for a secret."""
    return bool(_CREDENTIAL.search(name))


def variable_named(name: str) -> str:
    """Return the variable for the placeholder *name*."""
    word = as_variable(name)
    return f"${{{word if word[:1].isalpha() else f'KEY_{word}'}}}"


def placeholders(value: Json) -> Iterator[str]:
    """Yield the names in braces in every string of *value*."""
    for text in strings_in(value):
        yield from PLACEHOLDER.findall(text)
