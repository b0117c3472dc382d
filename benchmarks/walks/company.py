"""Take the walk of a company: its own registry, from the wheel to the clients that read it.

Usage: python benchmarks/walks/company.py WHEEL

The commands are those of docs/own-registry.md. Needs nginx, and what `make setup-test clients`
sets up; says what of these is missing, and does nothing then.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from walk import HERE, commands, walk

ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "own-registry.md"
HEADING = "From nothing to a served registry"
PYTHON = ROOT / ".clients" / "utcp" / "bin" / "python"
TYPESCRIPT = ROOT / "tests" / "clients" / "typescript"
NEEDED = ("uv", "uvx", "nginx", "node")

_PYTHON = """\
import asyncio, sys
from utcp.utcp_client import UtcpClient
from utcp_http.http_call_template import HttpCallTemplate
async def main():
    client = await UtcpClient.create()
    call = HttpCallTemplate(name="acme", url=sys.argv[1], http_method="GET")
    found = await client.register_manual(call)
    print(sorted(tool.name for tool in found.manual.tools))
asyncio.run(main())
"""
_TYPESCRIPT = """\
import "@utcp/http";
import { UtcpClient } from "@utcp/sdk";
const client = await UtcpClient.create();
const call = {name: "acme", call_template_type: "http", http_method: "GET", url: process.argv[2]};
const found = await client.registerManual(call);
console.log(found.manual.tools.map((tool) => tool.name).sort());
"""


def main(wheel: str) -> int:
    """Take the walk with the file *wheel*; return the exit code."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for uvx
    missing = [name for name in NEEDED if not shutil.which(name)]
    missing += [str(path) for path in (PYTHON, TYPESCRIPT / "node_modules") if not path.exists()]
    if missing:
        print(f"skipped: {', '.join(missing)} not found")
        return 0
    with tempfile.TemporaryDirectory(prefix="walk-") as name, socket.socket() as probe:
        folder = Path(name)
        folder.chmod(0o755)  # the workers of nginx read it as another user
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        served = f"http://127.0.0.1:{port}/tools/"
        (folder / "nginx.conf").write_text(_nginx(folder, port), encoding="utf-8")
        settings = {
            "WHEEL": str(Path(wheel).resolve()),
            "URL": "https://tools.acme.example/tools/",
            "SERVED": served,
            "SERVE": f"nginx -p {folder} -c {folder}/nginx.conf",
        }
        try:
            code = walk(commands(f"{PAGE}#{HEADING}"), folder, settings)
            return code or _read(served, folder)
        finally:
            if (pid := folder / "nginx.pid").exists():
                os.kill(int(pid.read_text()), signal.SIGTERM)


def _nginx(folder: Path, port: int) -> str:
    """Return settings with which any user can run nginx, and root stays root."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    buffers = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root; " if os.geteuid() == 0 else ""
    return (
        f"{user}pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}} http {{ access_log off; {buffers} server {{ listen 127.0.0.1:{port}; "
        f"include {folder}/tools.conf; }} }}\n"
    )


def _read(served: str, folder: Path) -> int:
    """Have both UTCP clients load the manual of the whole registry."""
    script = TYPESCRIPT / "walk.mjs"
    (folder / "read.py").write_text(_PYTHON, encoding="utf-8")
    script.write_text(_TYPESCRIPT, encoding="utf-8")
    try:
        for program in ((str(PYTHON), folder / "read.py"), ("node", script)):
            done = subprocess.run([*program, f"{served}utcp"], capture_output=True, check=False)
            print(f"{Path(program[0]).name}: {done.stdout.decode().strip()}")
            if done.returncode or b"list_orders" not in done.stdout:
                print(done.stderr.decode()[-2000:])
                return 1
    finally:
        script.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
