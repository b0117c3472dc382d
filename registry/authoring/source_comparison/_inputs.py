"""The inputs of a tool, compared with the parameters and the body of an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from registry.authoring.source_comparison import _required
from registry.authoring.source_comparison._body import compare_body
from registry.authoring.source_comparison._document_schema import step
from registry.authoring.source_comparison._facts import Finding, Verdict
from registry.authoring.source_comparison._operation import Address
from registry.authoring.source_comparison._parameters import Parameter, Parameters
from registry.authoring.source_comparison._placed_schema import Stated
from registry.authoring.source_comparison._sent_as_text import compare_parameter
from registry.model import PLACEHOLDER, Where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._operation import Match
    from registry.model import Argument, Tool

_SET_BY_CLIENTS = frozenset(("accept", "content-type", "authorization", "user-agent", "cookie"))


def compare_inputs(tool: Tool, match: Match) -> Iterator[Finding]:
    """Yield findings on every input of *tool*, and on what the document requires beside them."""
    yield from _Inputs(tool, match).findings()


class _Inputs:
    def __init__(self, tool: Tool, match: Match) -> None:
        self._tool = tool
        self._match = match
        self._taken = Parameters(match)
        self._root = Stated(tool.inputs, ("inputs",), "input", tool.inputs)
        self._sent: set[tuple[str, str]] = set()

    def findings(self) -> Iterator[Finding]:
        for argument in self._tool.call.arguments:
            if argument.where is Where.PATH:
                yield from self._in_path(argument)
            elif argument.where in (Where.QUERY, Where.HEADER):
                yield from self._parameter(argument)
            elif argument.where is Where.BODY and not self._tool.call.envelope:
                yield from compare_body(self._tool, self._stated(argument.name), self._taken)
        yield from self._constants()
        yield from self._left_out()

    def _stated(self, name: str) -> Stated:
        schema = self._root.properties.get(name)
        return self._root.inner(schema, f" {name}", "properties", name)

    def _in_path(self, argument: Argument) -> Iterator[Finding]:
        """Compare what fills a place of the path with what is in the same place there."""
        stated = self._stated(argument.name)
        name = _place_names(self._tool.call.url, self._match).get(argument.name, "")
        parameter = self._taken.all.get(("path", name))
        if parameter is None:
            at = self._match.pointer
            yield stated.found("name", Verdict.NOT_FOUND, argument.name, "nothing", at)
            return
        yield stated.found("name", Verdict.RIGHT, argument.name, name, parameter.pointer)
        yield from self._about(stated, argument, parameter)

    def _parameter(self, argument: Argument) -> Iterator[Finding]:
        stated, where = self._stated(argument.name), argument.where.value
        name = argument.name.lower() if where == "header" else argument.name
        parameter = self._taken.all.get((where, name)) or self._spread(where, name)
        if parameter is None:
            yield from self._misplaced(stated, where, name)
            return
        self._sent.add((where, name))
        yield stated.found("name", Verdict.RIGHT, argument.name, parameter.name, parameter.pointer)
        yield stated.found("place", Verdict.RIGHT, where, parameter.where, parameter.pointer)
        yield from self._about(stated, argument, parameter)

    def _misplaced(self, stated: Stated, where: str, name: str) -> Iterator[Finding]:
        """Say that the document has the input *name* elsewhere, or not at all."""
        others = [*self._taken.all.values(), *self._taken.fields.values()]
        other = next((each for each in others if each.name == name), None)
        if other:
            self._sent.add((other.where, other.name))
            yield stated.found("place", Verdict.WRONG, where, other.where, other.pointer)
        elif not (where == "header" and name in _SET_BY_CLIENTS):
            at = step(self._match.pointer, "parameters")
            yield stated.found("name", Verdict.NOT_FOUND, name, "nothing", at)

    def _spread(self, where: str, name: str) -> Parameter | None:
        """Return the property of an object in the query that is sent as *name*, if there is one."""
        for (place, outer), parameter in self._taken.all.items():
            is_deep = name.startswith(f"{outer}[") and name.endswith("]")
            if where != "query" or place != "query" or "object" not in parameter.node.types:
                continue
            if is_deep or parameter.is_exploded:
                plain = name[len(outer) + 1 : -1] if is_deep else name
                node = parameter.node.inner(plain)
                if node is not None:
                    self._sent.add((place, outer))
                    is_required = parameter.is_required and plain in parameter.node.required
                    return Parameter(name, place, is_required, False, node.pointer, node)  # noqa: FBT003
        return None

    def _about(self, stated: Stated, argument: Argument, parameter: Parameter) -> Iterator[Finding]:
        is_needed = _required.is_listed(self._tool.inputs, argument.name)
        yield from compare_parameter(stated, parameter, is_needed=is_needed)

    def _constants(self) -> Iterator[Finding]:
        """Compare the pairs in the URL's query, which every call sends alike."""
        query = self._tool.call.url.partition("?")[2].partition("#")[0]
        for name, value in parse_qsl(query, keep_blank_values=True):
            self._sent.add(("query", name))
            parameter = self._taken.all.get(("query", name))
            if parameter and "{" not in value:
                values = [str(each) for each in parameter.node.enum[0]]
                verdict = Verdict.RIGHT if not values or value in values else Verdict.WRONG
                documented = ", ".join(values) or parameter.name
                at = ("tool_call_template", "url")
                yield Finding(
                    f"call {name}", "constant", verdict, value, documented, at, parameter.pointer
                )

    def _left_out(self) -> Iterator[Finding]:
        """Yield what the document requires and no call sends; credentials are another matter."""
        auth = self._tool.call.auth
        carried = (
            text.lower() if auth and isinstance(text := auth.fields.get("var_name"), str) else ""
        )
        headers = {name.lower() for name in self._tool.call.headers}
        for (where, name), parameter in self._taken.all.items():
            is_sent = (where, name) in self._sent or (where == "header" and name in headers)
            is_known = is_sent or name.lower() in (carried, *_SET_BY_CLIENTS)
            is_needed = parameter.is_required and not parameter.has_default
            if is_needed and where in ("query", "header") and not is_known:
                yield _required.left_out(f"input {parameter.name}", ("inputs",), parameter.pointer)
        body = self._taken.body
        has_body = any(each.where is Where.BODY for each in self._tool.call.arguments)
        if body and body.is_required and not has_body:
            yield _required.left_out("input body", ("inputs",), body.pointer)


def _place_names(url: str, match: Match) -> dict[str, str]:
    """Return the names in the document's path of the inputs that fill the same places."""
    path = Address.of(url).path[match.base :]
    theirs = [each for each in match.operation.path.split("?")[0].split("/") if each]
    names: dict[str, str] = {}
    for ours, other in zip(path, theirs, strict=False):
        names |= zip(PLACEHOLDER.findall(ours), PLACEHOLDER.findall(other), strict=False)
    return names
