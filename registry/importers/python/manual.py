"""A manual out of the functions of a Python module, as UTCP's own decorator makes tools of them."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.hosts import host_of
from registry.importers.draft import Draft, Remark, UnusableSourceError
from registry.importers.folder import name_from, publisher_from
from registry.model import PLACEHOLDER, TOOL_NAME, first_sentence
from registry.utcp_tools import UTCP_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.importers.draft import Order
    from registry.source import Json

FUNCTION = "{function}"
"""What stands in an address for the name of a function."""

_ROOT = Path(__file__).parents[3]
_START = (
    "import sys; sys.path.insert(0, {root!r}); "
    "from registry.importers.python.describe import main; sys.path.remove({root!r}); main()"
)
_TOLD = 400
_EFFECTS = {"GET": "read", "DELETE": "destructive"}
_WITH_BODY = ("POST", "PUT", "PATCH")


@dataclass(frozen=True, slots=True)
class Call:
    """How functions are called over the web: *url*, with `{function}` in it, and *method*."""

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
        beside = self._beside(url, inputs)
        if self.method in _WITH_BODY and len(beside) == 1 and _is_object(*beside.values()):
            template["body_field"] = next(iter(beside))
        return template

    def notes(self, template: dict[str, Any], inputs: dict[str, Any]) -> Iterator[str]:
        """Yield what to know of a call template that was made here."""
        for name, schema in self._beside(template["url"], inputs).items():
            if _is_object(schema) and name != template.get("body_field"):
                yield (
                    f"{name!r} is an object and goes into the query, which few servers read; "
                    "--method POST sends a single one as the body"
                )

    def _beside(self, url: str, inputs: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs that have no place in the address."""
        places = PLACEHOLDER.findall(url)
        return {name: each for name, each in inputs["properties"].items() if name not in places}


def _is_object(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "object" or "$ref" in schema


def describe(python: str, module: str, names: Sequence[str], seconds: float) -> dict[str, Any]:
    """Return what the interpreter *python* tells of functions of *module*; see `describe.py`.

    Without *names*, of all that it offers. Raises UnusableSourceError where it cannot be imported,
    or takes longer than so many *seconds*.
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
            told = f"importing {module} took longer than {seconds:g} seconds"
            raise UnusableSourceError(told) from None
        except OSError as error:
            raise UnusableSourceError(f"{python} cannot be started: {error.strerror}") from None
        if not result.exists():
            said = " ".join(done.stderr.decode("utf-8", "replace").split())[-_TOLD:]
            raise UnusableSourceError(f"{module} ended Python when it was imported: {said}")
        found: dict[str, Any] = json.loads(result.read_bytes())
    if "error" in found:
        raise UnusableSourceError(f"{module} cannot be imported: {found['error']}")
    return found


def convert(module: str, found: dict[str, Any], call: Call | None, order: Order) -> Draft:
    """Return the manual of what was *found* in *module*.

    Functions that UTCP's decorator says how to call keep that; all others are called by *call*.
    Raises UnusableSourceError where nothing says how a function is called.
    """
    left_out = [Remark(each["what"], each["why"]) for each in found["left_out"]]
    tools, changed = [], []
    for described in found["tools"]:
        name = described["name"]
        if not TOOL_NAME.fullmatch(name):
            left_out.append(Remark(name, "a tool's name begins with a letter, and has 64 at most"))
            continue
        tool = _tool(described, call)
        tools.append(tool)
        notes = described["notes"]
        if call and "tool_call_template" not in described:
            notes += call.notes(tool["tool_call_template"], described["inputs"])
        changed += [Remark(name, note) for note in notes]
    urls = [str(tool["tool_call_template"].get("url", "")) for tool in tools]
    hosts = list(dict.fromkeys(filter(None, map(host_of, urls))))
    publisher = publisher_from(hosts[0]) if hosts else ""
    return Draft(
        source=module,
        release={
            "utcp_version": UTCP_VERSION,
            "manual_version": order.version,
            "tools": [*tools],
            "x-registry": {"released": order.released, **dict(_effects(tools))},
        },
        tools=tuple(tool["name"] for tool in tools),
        left_out=tuple(left_out),
        changed=tuple(changed),
        publisher=publisher,
        manual=name_from(module.removesuffix(".py").replace("/", ".").rpartition(".")[2]),
        listing={"summary": summary} if (summary := first_sentence(found["title"], 290)) else {},
        homepage=f"https://{hosts[0]}" if hosts else "",
        hosts=tuple(hosts),
    )


def _tool(described: dict[str, Any], call: Call | None) -> dict[str, Any]:
    template = described.get("tool_call_template")
    if template is None and call is None:
        raise UnusableSourceError(
            f"nothing says how {described['name']} is called: add --url "
            f"https://api.example.com/{FUNCTION}"
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


def _effects(tools: list[dict[str, Any]]) -> Iterator[tuple[str, Json]]:
    """Yield what calls do, as far as methods tell."""
    calls = {tool["name"]: tool["tool_call_template"] for tool in tools}
    known: dict[str, Json] = {
        name: _EFFECTS.get(call.get("http_method", "GET"), "write")
        for name, call in calls.items()
        if call.get("call_template_type") == "http"
    }
    kinds = set(map(str, known.values()))
    if len(known) == len(tools) and len(kinds) == 1:
        yield "effects", kinds.pop()
    elif known:
        yield "effects", known
