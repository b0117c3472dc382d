"""What `registry init` writes for servers serves a built site as agents and browsers need it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run
from nginx import nginx_of

from registry.authoring.init import RegistryConfig, create_registry

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

SECONDS = 20

BELOW = "/tools/"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a registry whose site, built for a place below a path, has a list of MCP servers."""
    folder = tmp_path_factory.mktemp("deploy") / "own"
    config = RegistryConfig("Tools of Acme", url=f"https://tools.acme.com{BELOW}")
    list(create_registry(folder, config, "2026-11-20"))
    assert run("build", folder=folder).returncode == 0
    servers = folder / "site/mcp/v0.1/servers"
    (servers / "acme/versions").mkdir(parents=True)
    (servers / "index.html").write_text('{"servers": []}', encoding="utf-8")
    (servers / "acme/versions/1.0.0").write_text("{}", encoding="utf-8")
    return folder


def caddy(own: Path, port: int) -> list[str]:
    """Return the command by which Caddy serves the registry *own*."""
    text = (own / "deploy/Caddyfile").read_text(encoding="utf-8")
    here = re.sub(r"^tools\.acme\.com \{", f"http://127.0.0.1:{port} {{", text, flags=re.MULTILINE)
    assert here != text
    (own / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{here}", encoding="utf-8")
    return ["run", "--config", "Caddyfile", "--adapter", "caddyfile"]


def nginx(own: Path, port: int) -> list[str]:
    """Return the command by which nginx serves the registry *own*."""
    text = (own / "deploy/nginx.conf").read_text(encoding="utf-8")
    (own / "tools.conf").write_text(text.replace("/srv/registry", str(own)), encoding="utf-8")
    (own / "nginx.conf").write_text(
        nginx_of(own, f"listen 127.0.0.1:{port}; include {own}/tools.conf;") + "daemon off;\n",
        encoding="utf-8",
    )
    return ["-p", str(own), "-c", str(own / "nginx.conf")]


@pytest.fixture(scope="module", params=[caddy, nginx], ids=lambda each: each.__name__)
def served(own: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of a built site that a server serves below a path."""
    name = request.param.__name__
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"there is no {name}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, *request.param(own, port)]
    home = {**os.environ, "XDG_DATA_HOME": str(own), "XDG_CONFIG_HOME": str(own)}
    with subprocess.Popen(command, cwd=own, env=home, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + SECONDS
            while process.poll() is None and time.monotonic() < until:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
            yield f"http://127.0.0.1:{port}{BELOW}"
        finally:
            process.terminate()


def test_it_is_served_below_a_path(served: str, tmp_path: Path) -> None:
    done = run("smoke", served, folder=tmp_path)

    assert done.stdout == f"{served}: everything is there\n"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("utcp", "application/json"),
        ("llms.txt", "text/plain"),
        ("index.md", "text/markdown"),
        ("v1/catalogue.jsonl", "application/x-ndjson"),
        ("feeds/all.atom", "application/atom+xml"),
        ("mcp/v0.1/servers", "application/json"),
        ("mcp/v0.1/servers/acme/versions/1.0.0", "application/json"),
    ],
)
def test_file_comes_as_what_it_is(served: str, path: str, kind: str) -> None:
    with urllib.request.urlopen(served + path) as answer:
        assert answer.url == served + path
        assert answer.headers.get_content_type() == kind
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_page_without_its_slash_leads_to_the_page(served: str) -> None:
    with urllib.request.urlopen(f"{served}catalogue") as page:
        assert page.url == f"{served}catalogue/"
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("path", ["nothing-like-this", "mcp/v0.1/servers/nobody"])
def test_what_is_not_there_is_a_page_to_read(served: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as gone:
        urllib.request.urlopen(served + path)

    with gone.value as page:
        assert page.code == 404
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert page.headers["Cache-Control"] is None, "it may be published in a moment"
        assert b"<!doctype html>" in page.read().lower()


def test_what_is_beside_it_is_not_there(served: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as gone:
        urllib.request.urlopen(f"{served.removesuffix(BELOW)}/else")

    with gone.value as page:
        assert page.code == 404


def signed_as_in_the_container(own: Path, key: Path) -> subprocess.CompletedProcess[str]:
    """Run the last line that builds the image in the registry *own*, with *key* as its secret."""
    text = (own / "deploy/Containerfile").read_text(encoding="utf-8")
    lines = re.findall(r"^RUN --mount=type=secret,id=key ((?:.*\\\n)*.*)$", text, re.MULTILINE)
    assert len(lines) == 1
    return subprocess.run(
        lines[0].replace("/run/secrets/key", shlex.quote(str(key))),
        shell=True,
        cwd=own,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_keys_come_into_no_commit_and_no_layer_of_an_image(own: Path) -> None:
    for name in (".gitignore", ".dockerignore"):
        lines = (own / name).read_text(encoding="utf-8").splitlines()

        assert {"*.pem", "**/*.pem"} & {*lines}, name


def test_container_signs_the_site_of_a_registry_with_a_root_and_of_no_other(tmp_path: Path) -> None:
    own = tmp_path / "own"
    list(create_registry(own, RegistryConfig("Tools of Acme"), "2026-11-20"))
    built = run("build", folder=own)
    without_root = signed_as_in_the_container(own, tmp_path / "keys/online.pem")
    assert run("trust", "init", "--keys", "../keys", folder=own).returncode == 0
    built_again = run("build", folder=own)
    without_key = signed_as_in_the_container(own, tmp_path / "nothing.pem")
    is_signed_without_key = (own / "site/tuf").exists()
    with_key = signed_as_in_the_container(own, tmp_path / "keys/online.pem")

    assert (without_root.returncode, without_key.returncode, with_key.returncode) == (0, 2, 0)
    assert not is_signed_without_key
    assert (own / "site/tuf/metadata/timestamp.json").exists()
    assert "sign it with" not in built.stderr
    assert built_again.stderr.endswith("before others read it, sign it with: registry sign\n")


def test_nginx_reads_it_from_a_folder_whose_name_has_a_space(tmp_path: Path) -> None:
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("there is no nginx")
    own = tmp_path / "our tools"
    config = RegistryConfig("Tools of Acme", url="https://tools.acme.com/tools/")
    list(create_registry(own, config, "2026-11-20"))
    line = (
        f'sed "s|/srv/registry|$PWD|" deploy/nginx.conf > {shlex.quote(f"{tmp_path}/tools.conf")}'
    )
    subprocess.run(line, shell=True, cwd=own, check=True)
    (tmp_path / "nginx.conf").write_text(
        nginx_of(tmp_path, f"include {tmp_path}/tools.conf;"), encoding="utf-8"
    )
    command = [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
