"""Every command that writes files, and a tree in which each of them can."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from forked import forked
from once import KEPT, once
from paths import borrow
from publishing import published
from redigest import redigest
from upstreams import LATER, downstream, publisher, release, upstream

from registry import signing

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

KEY = signing.new_key()
SITE = "https://registry.example.com/"
MAIN = "from registry.cli import main\nmain(sys.argv[2:])\n"
"""What runs a command; its name and options follow an argument of the attack."""

VERIFIED = """
from pathlib import Path
from registry.review import verify_host
manuals = Path("manuals")
publisher = verify_host.find_publisher(manuals, "acme")
try:
    verify_host.record_verification(manuals, publisher, publisher.hosts, "2026-11-23")
except OSError as error:
    sys.exit(f"Error: {error}")
"""
"""What `registry verify-host` does once the hosts, which are not there, have named a publisher."""

COMMANDS = {
    "bump": ("bump", "patch", "acme/weather"),
    "new": ("new", "cove/clock", "--yes"),
    "import": ("import", "utcp", "utcp.json", "--publisher", "dell", "--manual", "clock"),
    "fmt": ("fmt", "manuals/acme"),
    "init": ("init", "fresh"),
    "trust": ("trust", "init", "--keys", "../keys"),
    "lock": ("lock", "add", "acme/tides", "--registry", "../site"),
    "lock again": ("lock", "add", "brook/tides", "--registry", "../site", "--file", "kept.lock"),
    "schemas": ("init", ".", "--schemas"),
    "mcp install": ("mcp", "install", "cursor", "--registry", SITE, "--file", "host.json"),
    "mcp install codex": ("mcp", "install", "codex", "--registry", SITE, "--file", "host.toml"),
    "check": ("check", "manuals/acme"),
    "sign": ("sign", "../signed", "--trust", "../roots"),
    "include": ("include", "--manuals", "../mine/manuals"),
    "build": ("build", "--config", "../mkdocs.yml", "--site", "../built", "--processes", "1"),
    "verify-host": (),
}


def run_attacked(
    folder: Path, attack: str, number: int, command: str
) -> subprocess.CompletedProcess[str]:
    """Run one of `COMMANDS` in *folder* after *attack*, code that reads *number* in `sys.argv`."""
    code = f"import sys\n{attack}\n{MAIN if COMMANDS[command] else VERIFIED}"
    env = {**os.environ, signing.KEY_VARIABLE: KEY.decode()}
    return forked(code, str(number), *COMMANDS[command], cwd=folder, env=env)


@contextmanager
def writable(root: Path, command: str) -> Iterator[Path]:
    """Make the tree below *root*, and yield the folder in which one of `COMMANDS` runs."""
    folder = root / "registry"
    for name in ("acme", "brook"):
        manual = folder / "manuals" / name / "weather"
        manual.mkdir(parents=True)
        (manual.parent / "publisher.yaml").write_text(publisher(name), encoding="utf-8")
        (manual / "1.0.0.yaml").write_text(release(name) + "# x\n" * 600, encoding="utf-8")
    tool = {
        "name": "get_time",
        "description": "Tell the time of day in a city by its name." * 40,
        "inputs": {"type": "object"},
        "tool_call_template": {"call_template_type": "http", "url": "https://api.dell.com/time"},
    }
    (folder / "utcp.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    servers = {f"other{number}": {"command": "x", "args": ["y" * 40]} for number in range(40)}
    (folder / "host.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    (folder / "host.toml").write_text('[a]\nb = "c"\n' + "# kept\n" * 600, encoding="utf-8")
    (root / "site").symlink_to(once("site-of-writers", _site))
    _sign(root)
    _configure(root)
    if command != "include":
        yield folder
        return
    with including(root):
        yield folder


@contextmanager
def including(root: Path) -> Iterator[None]:
    """Make a registry that includes another, which has published something since."""
    with upstream(root / "upstream") as partner:
        mine = downstream(root / "mine")
        mine.names("partner", partner)
        partner.offer("cove")
        partner.publish()
        assert mine.include().exit_code == 0
        partner.offer("dell", text=release("dell") + "# x\n" * 600)
        partner.publish(LATER)
        yield


def _site() -> Path:
    """Write the registry that is read by commands, of which none changes it."""
    site = published().write(Path(mkdtemp(dir=os.environ[KEPT])))
    redigest(site)
    return site


def _sign(root: Path) -> None:
    """Make a site that was signed an hour ago, and what signs it."""
    before = datetime.now(UTC) - timedelta(hours=1)
    (root / "roots").mkdir()
    (root / "roots" / "1.root.json").write_bytes(signing.first_root([KEY], KEY, before))
    (root / "signed" / "v1").mkdir(parents=True)
    (root / "signed" / "v1" / "index.json").write_text("{}", encoding="utf-8")
    trust = signing.Trust.read(root / "roots")
    signing.sign(root / "signed", trust, KEY, before, ["v1"])


def _configure(root: Path) -> None:
    """Make a site that was built, and what builds it."""
    (root / "built" / ".well-known").mkdir(parents=True)
    (root / "built" / ".well-known" / "utcp.json").write_text("{}", encoding="utf-8")
    borrow(root, "docs", "mkdocs.yml")


def files(folder: Path) -> dict[str, bytes]:
    """Return all files of the tree around *folder* by path, but for caches and `site`."""
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in folder.parent.rglob("*")
        if path.is_file() and not {".cache", "site", "upstream"} & {*path.parts}
    }
