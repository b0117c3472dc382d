"""Import the functions of a Python module as UTCP tools."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.authoring.importers.draft import Draft, Remark
from registry.authoring.importers.effects import drafted_effects
from registry.authoring.importers.sources import UnusableSourceError
from registry.catalogue.allowed_names import name_from, publisher_from
from registry.model import PLACEHOLDER, TOOL_NAME, first_sentence
from registry.model.request import WITH_BODY
from registry.protocols.utcp.nulls import without_nulls
from registry.utcp_export import UTCP_VERSION
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.authoring.importers.draft import ImportRequest
    from registry.source import Json

FUNCTION = "{function}"
"""The placeholder for the name of a function in a URL."""

_ROOT = Path(__file__).parents[4]
_START = (
    "import sys; sys.path.insert(0, {root!r}); "
    "from registry.authoring.importers.python.describe import write_description; "
    "sys.path.remove({root!r}); write_description()"
)
_TOLD = 400


@dataclass(frozen=True, slots=True)
class CallPattern:
    """A pattern for calls of functions over HTTP: a *url* with `{function}`, and a *method*."""

    url: str
    method: str

    def template(self, name: str, inputs: dict[str, Any]) -> dict[str, Json]:
        """Return the call template of the function *name*."""
        url = self.url.replace(FUNCTION, name)
        template: dict[str, Json] = {
            "call_template_type": "http",
            "http_method": self.method,
            "url": url,
        }
        others = self._not_in_url(url, inputs)
        if self.method in WITH_BODY and len(others) == 1 and _is_object(*others.values()):
            template["body_field"] = next(iter(others))
        return template

    def notes(self, template: dict[str, Any], inputs: dict[str, Any]) -> Iterator[str]:
        """Yield remarks about a call template made by `template`."""
        is_sent = self.method in WITH_BODY
        act = (
            "an object that is the only input" if is_sent else "with --method POST a single object"
        )
        for name, schema in self._not_in_url(template["url"], inputs).items():
            if _is_object(schema) and name != template.get("body_field"):
                yield (
                    f"{name!r} is an object and is sent in the query, which few servers accept; "
                    f"{act} is sent as the body"
                )

    def _not_in_url(self, url: str, inputs: dict[str, Any]) -> dict[str, Any]:
        """Return the schemas of the inputs that are not placeholders in *url*."""
        places = PLACEHOLDER.findall(url)
        return {name: each for name, each in inputs["properties"].items() if name not in places}


def _is_object(schema: dict[str, Any]) -> bool:
    """Return whether each value of *schema* is an object, or null."""
    branches = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    if branches:
        return all(map(_is_object, branches))
    return schema.get("type") == "object" or "$ref" in schema


def describe_module(
    python: str, module: str, names: Sequence[str], seconds: float
) -> dict[str, Any]:
    """Return the descriptions of functions of *module*, made by the interpreter *python*.

    See `describe.py` for their shape. Without *names*, describes all public functions. Raises
    UnusableSourceError if importing fails or takes longer than *seconds*.
    """
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "described.json"
        program = (python, "-c", _START.format(root=str(_ROOT)), module, str(result), *names)
        try:
            done = subprocess.run(  # noqa: S603 - the very thing that was asked for
                program,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"importing {module} took longer than {seconds:g} seconds"
            raise UnusableSourceError(message) from None
        except OSError as error:
            raise UnusableSourceError(f"{python} cannot be started: {error.strerror}") from None
        if not result.exists():
            output = " ".join(done.stderr.decode("utf-8", "replace").split())[-_TOLD:]
            raise UnusableSourceError(f"{module} ended Python when it was imported: {output}")
        described: dict[str, Any] = json.loads(result.read_bytes())
    if "error" in described:
        named = "; name the Python that has it with --python" if described["is_missing"] else ""
        raise UnusableSourceError(f"{module} cannot be imported: {described['error']}{named}")
    return described


def python_draft(
    module: str, found: dict[str, Any], call: CallPattern | None, request: ImportRequest
) -> Draft:
    """Return the draft of a manual from the functions *found* in *module*.

    Functions with UTCP's decorator keep its call template; all others get one from *call*. Raises
    UnusableSourceError if a function has neither.
    """
    usable = [each for each in found["tools"] if TOOL_NAME.fullmatch(each["name"])]
    names = (each["name"] for each in found["tools"])
    unusable = [name for name in names if not TOOL_NAME.fullmatch(name)]
    why = "the name must start with a letter and have at most 64 characters"
    left_out = [Remark(each["what"], each["why"]) for each in found["left_out"]]
    tools = [_tool(each, call) for each in usable]
    urls = [str(tool["tool_call_template"].get("url", "")) for tool in tools]
    hosts = list(dict.fromkeys(filter(None, map(host_of, urls))))
    publisher = publisher_from(hosts[0]) if hosts else ""
    return Draft(
        source=module,
        release={
            "utcp_version": UTCP_VERSION,
            "manual_version": request.version,
            "tools": without_nulls({"tools": [*tools]})["tools"],
            "x-registry": {
                "released": request.released,
                **drafted_effects([(tool, _method(tool)) for tool in tools]),
            },
        },
        tools=tuple(tool["name"] for tool in tools),
        left_out=(*left_out, *(Remark(name, why) for name in unusable)),
        changed=tuple(
            Remark(described["name"], note)
            for described, tool in zip(usable, tools, strict=True)
            for note in _notes(described, tool, call)
        ),
        publisher=publisher,
        manual=name_from(module.removesuffix(".py").replace("/", ".").rpartition(".")[2]),
        listing={"summary": summary} if (summary := first_sentence(found["title"], 290)) else {},
        homepage=f"https://{hosts[0]}" if hosts else "",
        hosts=tuple(hosts),
        address_option="--url",
    )


def _tool(described: dict[str, Any], call: CallPattern | None) -> dict[str, Any]:
    template = described.get("tool_call_template")
    if template is None and call is None:
        raise UnusableSourceError(
            f"{described['name']} has no URL: add --url https://api.example.com/{FUNCTION}"
        )
    name, inputs = described["name"], described["inputs"]
    tags = {"tags": described["tags"]} if described.get("tags") else {}
    return {
        "name": name,
        "description": described["description"],
        **tags,
        "inputs": inputs,
        "outputs": described["outputs"],
        "tool_call_template": template or (call.template(name, inputs) if call else {}),
    }


def _notes(
    described: dict[str, Any], tool: dict[str, Any], call: CallPattern | None
) -> Iterator[str]:
    """Yield remarks about a function, and about its call where *call* has made that."""
    yield from described["notes"]
    if call and "tool_call_template" not in described:
        yield from call.notes(tool["tool_call_template"], described["inputs"])


def _method(tool: dict[str, Any]) -> str:
    """Return the HTTP method of *tool*; "" if it is not called over HTTP."""
    call = tool["tool_call_template"]
    is_http = call.get("call_template_type") == "http"
    return str(call.get("http_method", "GET")) if is_http else ""
