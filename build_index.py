"""Check every manual and build the whole site: the same as the command `registry build`."""

from __future__ import annotations

import sys

from registry.cli import main

if __name__ == "__main__":
    main(["build", *sys.argv[1:]], prog_name="registry")
