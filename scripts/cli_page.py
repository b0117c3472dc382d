"""Generate `docs/cli.md`, the reference page of the command line, from the help of each command.

Run `make generated` to update it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
WIDTH = 88

_INTRODUCTION = """\
# The command line

Every command of `registry` with its options.
`make setup` installs it as `.venv/bin/registry`, and `. .venv/bin/activate` makes it `registry`.
The sections below are the output of `registry COMMAND --help`, without the option `-h, --help` \
of every command; the options that all imports share are listed [once](#registry-import).

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | problems in manuals or on a site, nothing found, or an I/O error |
| 2 | usage error, or a missing file or folder; nothing was done |

Results go to standard output, everything else to standard error.

With `--json` a command prints one JSON object, in ASCII, with the same exit code.
The same thing has the same key in every command:

| key | value |
|---|---|
| `files` | the paths of the files that were written |
| `diagnostics` | problems in manuals, each with `path`, `line`, `column`, `severity`, `rule`, \
`message` and, if there is one, `hint` and `url` |
| `problems` | problems of anything else, such as a published site: one string each |
| `manual`, `tool` | names of the form `publisher/manual` and `publisher/manual/tool` |

Keys may be added at any time; ignore those that you do not know.
If nothing could be done, as for a usage error, there is no object, only a message on standard \
error.

These environment variables are read, if they are set and not empty:

| variable | what it does |
|---|---|
| `OPEN_TOOL_REGISTRY` | the published registry to use without `--registry` |
| `REGISTRY_BASE_URL` | the URL of the site, in place of `site_url` in `mkdocs.yml` |
| `REGISTRY_SIGNING_KEY` | the key with which `registry sign` signs |
| `REGISTRY_SITE_GENERATOR` | another command than `python -m mkdocs` that makes the hand-written \
pages |
| `GITHUB_ACTIONS` | if it is `true`, reports have the format `github` by default |
| `GITHUB_STEP_SUMMARY` | the file to which a report in the format `github` is added as Markdown |
| `XDG_CACHE_HOME`, on Windows `LOCALAPPDATA` | the folder in which downloads are kept, if it is \
an absolute path; default: `~/.cache` |
| `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` | the HTTP proxies for downloads, except from this \
machine; `ALL_PROXY` and SOCKS are not supported |
| `NO_COLOR` | no colours in the output; there are none either if `TERM` is `dumb` |

`registry call`, `registry mcp` and `registry import mcp` also read those that tools need: their \
help says which.

For shell completion of commands and options, add one line to your shell's startup file:

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


_HELP = re.compile(r"(?:\n\nOptions:)?\n  -h, --help .*(?=\n\n|\Z)")
"""The option that every command has, with its heading if there is no other."""

_IMPORT = "registry import"
_FIRST_OF_EVERY_IMPORT = "\n  --publisher "
"""Where the options begin that imports share; they are the last ones of each."""


def page() -> str:
    """Return the whole page as Markdown."""
    return "\n".join((_INTRODUCTION, *_sections()))


def _sections() -> Iterator[str]:
    """Yield a section for each command, with what imports share only once."""
    texts = {name: _HELP.sub("", text) for name, text in commands()}
    shared = texts[f"{_IMPORT} openapi"].partition(_FIRST_OF_EVERY_IMPORT)[2]
    texts[_IMPORT] += f"\n\nOptions of all but issue:{_FIRST_OF_EVERY_IMPORT}{shared}"
    for name, text in texts.items():
        shown = text
        if name.startswith(f"{_IMPORT} ") and _FIRST_OF_EVERY_IMPORT in text:
            own = text.partition(_FIRST_OF_EVERY_IMPORT)[0]
            shown = f"{own}\n  ... and the options of `{_IMPORT}`."
        yield f"## {name}\n\n```text\n{shown}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
