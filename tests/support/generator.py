"""The site generator for tests, as `REGISTRY_SITE_GENERATOR` names it: each frame is made once.

The pages that are written by hand are the same in nearly every site that tests build, and making
them takes half of the time of such a build. What `python -m mkdocs` makes of the same input is kept
in the folder that `KEPT_FRAMES` names, for all processes of one run of the tests: the first one
that needs a frame makes it, and the others wait.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

KEPT = "KEPT_FRAMES"


def main() -> None:
    """Build the site, as `mkdocs build --strict --config-file FILE` does."""
    work = Path(sys.argv[-1]).parent
    kept = Path(os.environ[KEPT]) / key(work)
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_dir():
            make(work / "site", kept)
            return
    shutil.copytree(kept, work / "site")


def make(site: Path, kept: Path) -> None:
    """Have the real generator make *site*, and keep a copy of it, whole or not at all."""
    done = subprocess.run([sys.executable, "-m", "mkdocs", *sys.argv[1:]], check=False)
    if done.returncode:
        sys.exit(done.returncode)
    copy = kept.with_suffix(".copy")
    shutil.rmtree(copy, ignore_errors=True)  # of one that was killed
    shutil.copytree(site, copy)
    copy.rename(kept)


def key(work: Path) -> str:
    """Return a digest of all that the generator reads: the pages in *work*, and both settings.

    Where the inherited settings are makes no difference, and is another place in every test.
    """
    settings = json.loads((work / "mkdocs.yml").read_bytes())
    inherited = Path(settings.pop("INHERIT"))
    pages = sorted(each for each in (work / "docs").rglob("*") if each.is_file())
    found = hashlib.sha256()
    found.update(inherited.read_bytes() + json.dumps(settings).encode())
    for path in pages:
        data = path.read_bytes()
        found.update(f"{path.relative_to(work)} {len(data)}\n".encode() + data)
    return found.hexdigest()


if __name__ == "__main__":
    main()
