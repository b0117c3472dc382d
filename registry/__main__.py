"""Makes `python -m registry` the same as the command `registry`."""

from __future__ import annotations

from registry.commands import main

if __name__ == "__main__":
    main(prog_name="registry")
