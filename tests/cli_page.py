"""The reference page of the command line, made of what each command says of itself.

Run `python tests/cli_page.py` to write it anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.commands import main

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
WIDTH = 88

_INTRODUCTION = """\
# The command line

`make setup` installs the command as `.venv/bin/registry`.
With the environment activated (`. .venv/bin/activate`) it is `registry`.
What follows is what `registry COMMAND --help` prints.

| exit code | what it means |
|---|---|
| 0 | done, and nothing is wrong |
| 1 | problems in manuals or on a site, nothing found, or the machine was in the way |
| 2 | the command was called wrongly, or there is nothing to do it with: nothing was done |

Results go to the standard output, everything else to the standard error.

With `--json` every command prints one JSON object, in ASCII, and its exit code is the same.
What is the same thing has the same key wherever it stands:

| key | what |
|---|---|
| `files` | the paths of what was written |
| `diagnostics` | what the check says of manuals: `path`, `line`, `column`, `severity`, `rule`, \
`message` and perhaps `hint` and `url` of each |
| `problems` | what is wrong with something else, such as a published site: a sentence each |
| `manual`, `tool` | names of the form `publisher/manual` and `publisher/manual/tool` |

Keys may be added at any time; readers ignore those that they do not know.
Where a command was called wrongly, there is no object, but a sentence on the standard error.

To complete commands and options in a shell, add its line to the file that it reads at its start:

```sh
eval "$(_REGISTRY_COMPLETE=bash_source registry)"   # ~/.bashrc
eval "$(_REGISTRY_COMPLETE=zsh_source registry)"    # ~/.zshrc
_REGISTRY_COMPLETE=fish_source registry | source    # ~/.config/fish/config.fish
```
"""


def commands() -> Iterator[tuple[str, str]]:
    """Yield every command's name, such as `registry check`, with its help."""
    yield from _below("registry", main, None)


def _below(name: str, command: Any, parent: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - click's
    settings = {**command.context_settings, "terminal_width": WIDTH}
    context = command.context_class(
        command, info_name=name.rpartition(" ")[2], parent=parent, **settings
    )
    yield name, command.get_help(context)
    for inner in getattr(command, "list_commands", lambda _: ())(context):
        yield from _below(f"{name} {inner}", command.get_command(context, inner), context)


def page() -> str:
    """Return the page as it should be."""
    sections = (f"## {name}\n\n```text\n{text}\n```\n" for name, text in commands())
    return "\n".join((_INTRODUCTION, *sections))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
