"""The site generator for tests, as `REGISTRY_SITE_GENERATOR` names it: each frame is made once.

The pages that are written by hand are the same in nearly every site that tests build, and making
them takes half of the time of such a build. What `python -m mkdocs` makes of the same input is kept
in the folder that `KEPT_FRAMES` names, for all processes of one run of the tests.
"""

from __future__ import annotations

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
    if not kept.is_dir():
        done = subprocess.run([sys.executable, "-m", "mkdocs", *sys.argv[1:]], check=False)
        if done.returncode:
            sys.exit(done.returncode)
        keep(work / "site", kept)
    else:
        shutil.copytree(kept, work / "site")


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


def keep(site: Path, kept: Path) -> None:
    """Copy *site* to *kept*, at once for other processes; the first one wins."""
    copy = kept.with_name(f"{kept.name}.{os.getpid()}")
    shutil.copytree(site, copy)
    try:
        copy.rename(kept)
    except OSError:
        shutil.rmtree(copy)


if __name__ == "__main__":
    main()
