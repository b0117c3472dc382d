"""Convert templates for the query, for headers and for bodies, which 1.x does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from registry.model import PLACEHOLDER
from registry.protocols.utcp.upgrade._body import rewrite_body
from registry.protocols.utcp.upgrade._credentials import in_braces
from registry.protocols.utcp.upgrade._rewriting import is_credential, variable_named

if TYPE_CHECKING:
    from registry.protocols.utcp.upgrade._rewriting import Rewriting
    from registry.source import Json


def rewrite_request(rewriting: Rewriting) -> None:
    """Rewrite `query_params`, `headers` and `body`: 1.x places arguments by their names."""
    template = rewriting.template
    query: dict[str, Json] = template.pop("query_params", {})
    has_templates = bool(query) or "body" in template
    mentioned = set(PLACEHOLDER.findall(template["url"]))
    for name, value in query.items():
        _rewrite_query(rewriting, name, value)
    _rewrite_headers(rewriting)
    if "body" in template:
        rewrite_body(rewriting)
    elif "body" in {*mentioned, *query}:
        # By default, clients take an argument of this name for the body.
        template.setdefault("body_field", "")
    if has_templates:
        placed = {*mentioned, *query, *template.get("header_fields", ())}
        placed.add(template.get("body_field", "body"))
        rest = [name for name in rewriting.properties if name not in placed]
        if rest:
            shown = ", ".join(f"`{name}`" for name in rest)
            rewriting.notices.append(f"Sent in the query by default: {shown}.")


def _rewrite_query(rewriting: Rewriting, name: str, value: Json) -> None:
    """Rewrite one query parameter as an argument of its name, or as a part of the URL."""
    form = value if isinstance(value, str) else _text(value)
    if not rewriting.gaps(form):
        url, hash_sign, fragment = rewriting.template["url"].partition("#")
        sign = "&" if "?" in url else "?"
        pair = f"{quote(name, safe='')}={_quoted(form)}"
        rewriting.template["url"] = f"{url}{sign}{pair}{hash_sign}{fragment}"
        rewriting.notices.append(f"The constant query parameter `{pair}` is part of the URL.")
        return
    if _is_credential_place(rewriting, name, form, "query"):
        return
    _place(rewriting, name, form, ("query_params", name))


def _rewrite_headers(rewriting: Rewriting) -> None:
    """Rewrite the headers with arguments or credentials; constant ones stay."""
    template = rewriting.template
    headers: dict[str, str] = template.pop("headers", {})
    constant: dict[str, str] = {}
    fields: list[str] = list(template.get("header_fields", ()))
    for name, form in headers.items():
        if name.casefold() == "content-type":
            template.setdefault("content_type", form)
            rewriting.note_origin("content_type", "headers", name)
        elif not rewriting.gaps(form):
            constant[name] = form
        elif not _is_credential_place(rewriting, name, form, "header"):
            placed = _place(rewriting, name, form, ("headers", name))
            fields += [placed] if placed else []
    if constant:
        template["headers"] = constant
    if fields:
        template["header_fields"] = fields


def _place(rewriting: Rewriting, name: str, form: str, steps: tuple[str, ...]) -> str:
    """Convert *form*, which is at *steps*, to an argument *name*; return its name, or ""."""
    missing = rewriting.undeclared(form)
    sources = list(dict.fromkeys(rewriting.gaps(form)))
    if missing:
        rewriting.report_undeclared(missing, *steps)
        return ""
    is_taken = name in rewriting.properties or name in PLACEHOLDER.findall(
        rewriting.template["url"]
    )
    if is_taken and name not in sources:
        rewriting.obstacles.append(f"its call uses the name {name} for an input with another name")
        return ""
    if not all(map(rewriting.is_used_once, sources)):
        rewriting.obstacles.append(f"its call needs {sources[0]} in more than one place")
        return ""
    if form != f"{{{sources[0]}}}":
        schema, required = rewriting.composed(form), any(map(rewriting.is_required, sources))
        for source in sources:
            rewriting.remove(source)
        rewriting.add(name, schema, required=required, origin=(rewriting.key, *steps))
        rewriting.notices.append(
            f"The caller writes `{form}` as one input `{name}`: UTCP 1.x cannot combine inputs."
        )
    elif sources[0].casefold() == name.casefold() and steps[0] == "headers":
        return str(sources[0])
    elif sources[0] != name:
        rewriting.rename(sources[0], name)
        rewriting.notices.append(
            f"The input `{sources[0]}` is published as `{name}`, its name in the request."
        )
    return name


def _is_credential_place(rewriting: Rewriting, name: str, form: str, location: str) -> bool:
    """Move a credential in parameter or header *name* to `auth`; return whether it was one."""
    names = rewriting.gaps(form)
    if rewriting.undeclared(form) != names or not all(map(is_credential, names)):
        return False
    auth: dict[str, Any] | None = rewriting.template.get("auth")
    if auth is None:
        key = PLACEHOLDER.sub(lambda found: variable_named(found[1]), form)
        rewriting.template["auth"] = {
            "auth_type": "api_key",
            "api_key": key,
            "var_name": name,
            "location": location,
        }
        part = "query_params" if location == "query" else "headers"
        rewriting.note_origin("auth", part, name)
        rewriting.notices.append(f"`{form}` is published as the credential `{key}`.")
    elif not _is_same_credential(auth, name, location):
        rewriting.obstacles.append("it needs two credentials, but UTCP clients send only one")
    return True


def _is_same_credential(auth: dict[str, Any], name: str, location: str) -> bool:
    """Return whether *auth* puts a credential in the same place as the author's template."""
    if auth["auth_type"] != "api_key":
        return location == "header" and name.casefold() == "authorization"
    stated = str(auth.get("var_name", "X-Api-Key")), auth.get("location", "header")
    return (stated[0].casefold(), stated[1]) == (name.casefold(), location)


def _text(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    """Return *text* quoted for a query; `$VAR` and `${VAR}` stay, any other `$` is encoded."""
    text = in_braces(text)
    return quote(text, safe="${}") if "${" in text else quote(text, safe="")
