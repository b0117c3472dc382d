"""Convert a tool of the RFC draft or of UTCP 0.x to 1.x, and record what changed.

Neither older specification says how arguments become a request. This converts the forms that
authors use in practice: templates for the query, for headers and for bodies, and command lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.model.request import OVER_HTTP
from registry.protocols.utcp.call import TEMPLATE
from registry.protocols.utcp.shapes import CALL_KEYS, TYPE_KEYS, tool_dialect
from registry.protocols.utcp.upgrade import _command, _conditions, _credentials, _request
from registry.protocols.utcp.upgrade._rewriting import Problem, Rewriting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Pointer

__all__ = ["Problem", "Upgraded", "upgrade"]

_RENAMED = {
    "http_sse": "sse",
    "http_stream": "streamable_http",
    "http_ndjson": "streamable_http",
    "http_octet_stream": "streamable_http",
}


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A tool in UTCP 1.x.

    Attributes:
        tool: its definition.
        moved: by the pointer of a field in *tool*, its pointer in the author's tool.
        notices: sentences on what changed or could not be converted.
        obstacles: reasons why no UTCP client can call it.
        problems: what its author must fix.
        variables: those in parts of the call that *tool* lacks.
    """

    tool: Mapping[str, Any]
    moved: Mapping[Pointer, Pointer] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    variables: tuple[str, ...] = ()

    def origin(self, pointer: Pointer) -> Pointer:
        """Return the pointer in the author's tool of the value at *pointer* of *tool*."""
        for length in range(len(pointer), 0, -1):
            found = self.moved.get(pointer[:length])
            if found is not None:
                return found + pointer[length:]
        return pointer


def upgrade(tool: Mapping[str, Any]) -> Upgraded:
    """Return *tool*, valid under the schema of its own dialect, in UTCP 1.x."""
    dialect = tool_dialect(tool) or "1.x"
    if dialect == "1.x":
        return Upgraded(tool)
    key = CALL_KEYS[dialect]
    rewriting = Rewriting(tool, key)
    _rename_transport(rewriting, TYPE_KEYS[dialect])
    _credentials.rewrite_credentials(rewriting)
    if rewriting.template["call_template_type"] in OVER_HTTP:
        _request.rewrite_request(rewriting)
    elif rewriting.template["call_template_type"] == "cli":
        _command.rewrite_command(rewriting)
    _conditions.rewrite_conditions(rewriting)
    others = {name: value for name, value in tool.items() if name not in (key, "inputs")}
    return Upgraded(
        tool={**others, "inputs": rewriting.inputs, TEMPLATE: rewriting.template},
        moved=rewriting.moved,
        notices=tuple(rewriting.notices),
        obstacles=tuple(rewriting.obstacles),
        problems=tuple(rewriting.problems),
        variables=tuple(rewriting.variables),
    )


def _rename_transport(rewriting: Rewriting, key: str) -> None:
    template = rewriting.template
    stated = template.pop(key)
    transport = _RENAMED.get(stated, stated)
    if stated == "text" and "content" not in template:
        transport = "file"
    template.pop("call_template_type", None)
    rewriting.template = {"call_template_type": transport, **template}
    rewriting.note_origin("call_template_type", key)
    if stated == "http_ndjson":
        rewriting.notices.append(
            "It streams JSON lines (`http_ndjson`); as `streamable_http`, clients return chunks of "
            "bytes, and the caller must split the lines."
        )
