"""A URL has a placeholder that no required input fills.

Clients replace `{id}` in a URL with the argument `id`. If the manual declares no such input, an
agent cannot know of it; if the input is optional, a call without it fails before it is sent.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        city: {type: string}
      required: [city]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/{country}/{city}  # expect: undeclared-path-parameter
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        country: {type: string}
        city: {type: string}
      required: [country, city]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/{country}/{city}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity, nearest
from registry.model import PLACEHOLDER, Where, fold_name
from registry.rules import Finding, Group
from registry.rules._query_places import query_places
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import hidden_inputs
from registry.source.narrowing import array
from registry.web.secret_patterns.names import SECRET_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
_DECLARE = "declare {} below `inputs.properties` and list it in `inputs.required`"
HINT = _DECLARE.format("it")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find names in braces in the URL without a required input, and other ways to write one."""
    url = _without_keys(_HOST.sub("", tool.call.url))
    yield from _without_required_input(url, tool)
    yield from _in_other_words(url, tool)
    yield from _named_only(url, tool)
    yield from _in_query(tool)
    if _LONE_BRACE.search(_PLACE.sub("", url)):
        doubled = _DOUBLED.search(url)
        yield Finding(
            tool.at("call", "url").place,
            f"the URL {tool.call.url!r} has a brace that does not enclose a name",
            f"write `{doubled[1]}` in the URL: braces are not doubled"
            if doubled
            else "write `{name}` for an input, and nothing else in braces",
        )


def _without_keys(url: str) -> str:
    """Return *url* without `api_key={{KEY}}`, for which `literal-credential` says what to write."""
    return _DOUBLED_VALUE.sub(lambda found: "" if SECRET_NAME.search(found[1]) else found[0], url)


def _without_required_input(url: str, tool: Tool) -> Iterator[Finding]:
    declared, required = tool.properties, array(tool.inputs.get("required"))
    for name in dict.fromkeys(PLACEHOLDER.findall(url)):
        if name in hidden_inputs(tool):
            continue  # That is the mistake, and `hidden-input` reports it.
        if name not in declared:
            yield Finding(
                tool.at("call", "url").place,
                f"the URL needs {{{name}}}, but the tool {tool.name!r} has no input {name!r}"
                if name
                else f"the URL {tool.call.url!r} has braces without the name of an input",
                _declared_otherwise(url, name, tool),
            )
        elif name not in required:
            yield Finding(
                tool.at("call", "url").place,
                f"the URL needs {{{name}}}, but the input {name!r} is optional",
                _mend_optional(url, name, [each for each in required if each not in declared]),
            )


def _in_other_words(url: str, tool: Tool) -> Iterator[Finding]:
    declared, required = tool.properties, array(tool.inputs.get("required"))
    for written, name in _written_otherwise(url):
        # Some APIs begin a part of their paths with a colon.
        if written.startswith(":") and name not in declared:
            continue
        meant = nearest(name, declared)
        yield Finding(
            tool.at("call", "url").place,
            f"the URL has {written!r}, which clients send as it is",
            f"write `{{{meant}}}` for the input{_also_require(meant, required)}"
            if meant
            else f"write `{{{name}}}`, declare {name!r} below `inputs.properties` and list it in "
            "`inputs.required`",
        )


def _named_only(url: str, tool: Tool) -> Iterator[Finding]:
    """Find parts of the path of *url* that are `%s`, or only the name of an input in the query."""
    path, required = url.partition("?")[0], array(tool.inputs.get("required"))
    for written in _FORMATTED.findall(path):
        yield Finding(
            tool.at("call", "url").place,
            f"the URL has {written!r}, which clients send as it is",
            "write the name of an input in braces, such as `{id}`",
        )
    in_query = {fold_name(name): name for name in tool.call.names(Where.QUERY)}
    for written in path.split("/"):
        name = in_query.get(fold_name(written)) or _last_word(written, in_query)
        if name and not _PLAIN_WORD.fullmatch(written):
            hint = f"if it is the place of the input, write `{{{name}}}`"
            yield Finding(
                tool.at("call", "url").place,
                f"clients send {written!r} in the URL as it is, "
                f"and the input {name!r} in the query",
                f"{hint}{_also_require(name, required)}",
                Severity.WARNING,
            )


def _in_query(tool: Tool) -> Iterator[Finding]:
    """Find values in the query that are places, as documentation writes them."""
    required = array(tool.inputs.get("required"))
    for parameter, written, meant in query_places(tool):
        yield Finding(
            tool.at("call", "url").place,
            f"the URL has {quoted(written)}, which clients send as it is",
            _declared_in_query(parameter, written, meant, required),
        )


def _declared_in_query(parameter: str, written: str, meant: str, required: Sequence[Json]) -> str:
    """Return what to do about *written*, the value of *parameter*; *meant* is an input, or ""."""
    if meant == parameter:
        return f"remove `{written}` from the URL: clients send the input in the query"
    if meant:
        return f"write `{parameter}={{{meant}}}` for the input{_also_require(meant, required)}"
    return f"remove `{written}`, and declare {parameter!r} below `inputs.properties`"


def _last_word(written: str, inputs: Mapping[str, str]) -> str:
    """Return which of the *inputs* `STATION_ID` stands for, where one is called `id`, or ""."""
    is_one = _CAPITALS.fullmatch(written) and not _OTHERWISE.search(f"/{written}")
    return inputs.get(fold_name(written).rpartition("_")[2], "") if is_one else ""


def _declared_otherwise(url: str, name: str, tool: Tool) -> str:
    """Return what to do about *name* in *url* that is no input; "" for what the rule says."""
    if not name:
        return "write its name in the braces"
    if _IN_QUERY.fullmatch(name):
        return f"remove `{{{name}}}`: clients send inputs without a placeholder in the query"
    decorated = _DECORATED.fullmatch(name)
    plain = decorated[1] if decorated else name
    if plain in tool.properties:
        return f"write `{{{plain}}}`{_also_require(plain, array(tool.inputs.get('required')))}"
    if guess := nearest(name, tool.properties):
        return (
            f"did you mean `{{{guess}}}`?{_also_require(guess, array(tool.inputs.get('required')))}"
        )
    if plain != name:
        return f"write `{{{plain}}}`, and {_DECLARE.format(repr(plain))}"
    return _as_credential(url, name) or _under_another_name(url, name, tool)


def _under_another_name(url: str, name: str, tool: Tool) -> str:
    """Return what to do if *name* may be the one required input without a place, or "".

    If it is itself required, an input was renamed, and not in `required`.
    """
    is_in_path = f"{{{name}}}" in url.partition("?")[0]
    required = array(tool.inputs.get("required"))
    match [each for each in tool.call.names(Where.QUERY) if {each, name} & {*map(str, required)}]:
        case [own] if is_in_path:
            added = _also_require(own, required)
            return f"if it is the input {own!r}, write `{{{own}}}`{added}; otherwise {HINT}"
    return ""


def _as_credential(url: str, name: str) -> str:
    """Return how to send the input *name* of *url* if it is a key in the query, or ""."""
    key = _key_of(url, name)
    if not (key and SECRET_NAME.search(key)):
        return ""
    auth = f'auth_type: api_key, api_key: "${{API_KEY}}", var_name: {key}, location: query'
    return f"if it is a key of the caller, remove it from the URL, and write `auth: {{{auth}}}`"


def _also_require(name: str, required: Sequence[Json]) -> str:
    """Return what else to do before the input *name* can fill a place in the URL, or ""."""
    return "" if name in required else f" and add {name!r} to `inputs.required`"


def _written_otherwise(url: str) -> Iterator[tuple[str, str]]:
    """Yield each place of an argument in the path of *url* without braces, and its name."""
    for found in _OTHERWISE.finditer(url.partition("?")[0]):
        name = next(filter(None, found.groups()))
        yield found[0], name.lower() if name.isupper() else name


_HOST = re.compile(r"^(?:[^/?#]*://)?[^/?#]*")
"""What precedes the path: `variable-host` reports a placeholder there."""

_PLACE = re.compile(r"\$?\{[^{}]*\}")
_OTHERWISE = re.compile(
    r"<([^<>/]+)>|%7[Bb](\w+)%7[Dd]|(?<=/)(?::([A-Za-z_]\w*)|\[([^][/]+)\]|%([A-Za-z_]\w*)%|%\((\w+)\)[sd]|YOUR_(\w+))(?=/|$)"
)
"""How frameworks and documentation write the place of an argument."""

_FORMATTED = re.compile(r"(?<=/)%[sd](?=/|$)")
"""The place of an argument, as C and Python format it."""

_PLAIN_WORD = re.compile(r"[a-z]+")
"""More often a part of the path itself: `/search?search=clouds`."""

_CAPITALS = re.compile(r"[A-Z][A-Z\d]*(?:[_-][A-Z\d]+)+")
"""How documentation writes what is to be filled in; hardly a path has such a part."""

_IN_QUERY = re.compile(r"[?&][\w,*]+")
_DECORATED = re.compile(r"\s*[+#./;*]?(\w+)(?::[^{}]*|[?*])?\s*")
"""A name as URI templates (RFC 6570) and frameworks write it: `?q`, `q*`, `q:int`."""

_DOUBLED_VALUE = re.compile(r"(?<=[?&])([\w.-]+)=\{\{\w+\}\}")

_LONE_BRACE = re.compile(r"[{}]")
_DOUBLED = re.compile(r"\{(\{\w+\})\}")


def _key_of(url: str, name: str) -> str:
    """Return the query parameter whose value in *url* is the input *name*, or ""."""
    pairs = (each.partition("=") for each in re.split("[&#]", url.partition("?")[2]))
    return next((key for key, _, value in pairs if value == f"{{{name}}}"), "")


def _mend_optional(url: str, name: str, unknown: Sequence[Json]) -> str:
    """Return what to do about an optional input in *url*: the query needs no placeholder.

    *unknown* are the required names that are no inputs.
    """
    if misspelt := nearest(name, map(str, unknown)):
        return f"write {name!r} in `inputs.required` instead of {misspelt!r}"
    key = _key_of(url, name)
    if not key:
        return f"add {name!r} to `inputs.required`"
    renamed = "" if key == name else f", and rename the input to {key!r}"
    return (
        f"remove `{key}={{{name}}}` from the URL{renamed}: clients send a given input without a "
        f"placeholder in the query; or, if every call needs it, add {name!r} to `inputs.required`"
    )
