"""Check every manual and build the whole site: the same as the command `registry build`."""

from __future__ import annotations

from registry.commands.build import command

if __name__ == "__main__":
    command(prog_name="build_index.py")
