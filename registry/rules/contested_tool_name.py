"""A tool has the name of one that is built into agents.

Many agents have a `bash` or a `read_file` of their own. With both available, a model that means
the built-in tool may call this one, and pass it commands or files of the user. A name that says
what the tool works on avoids the confusion.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: read_file  # expect: contested-tool-name
    description: The content of a file of a public repository.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/file
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: read_repository_file
    description: The content of a file of a public repository.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/file
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import fold_name
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = "say in the name what it works on, such as `read_repository_file`"

_OF_AGENTS = frozenset(
    {"apply_patch", "bash", "code_interpreter", "computer", "create_file", "delete_file"}
    | {"edit_file", "execute_code", "execute_command", "execute_python", "final_answer"}
    | {"list_dir", "list_directory", "move_file", "python", "python_repl", "read_file"}
    | {"read_many_files", "read_text_file", "replace_in_file", "run_command", "run_python"}
    | {"run_shell_command", "run_terminal_cmd", "shell", "str_replace_editor"}
    | {"str_replace_based_edit_tool", "task_complete", "terminal", "text_editor", "todo_write"}
    | {"web_fetch", "web_search", "write_file", "write_to_file", "call_tool", "search_tools"}
)
"""Names of the built-in tools of coding agents, chat programs and UTCP clients."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools whose folded name is that of a built-in tool."""
    if fold_name(tool.name) in _OF_AGENTS:
        yield Finding(
            tool.at("name").place,
            f"{tool.name!r} is also the name of a built-in tool of many agents",
        )
