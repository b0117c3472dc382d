"""Registries that are really signed and served on this machine, and one that includes them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner, Result
from publishing import SAMPLES, publish_catalogue, published
from repositories import Repository
from static_host import Host, hosting

from registry import pipeline, signing
from registry.catalogue.entries import entries_of
from registry.cli import main
from registry.model.files import digest
from registry.publish import Context, Listing
from registry.publish.index import finish_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from publishing import Published

    from registry.pipeline import Checked

NOW = datetime.now(UTC)
LATER = NOW + timedelta(hours=1)
KEY = signing.new_key()
ROOT = signing.first_root([KEY], KEY, NOW)

MANUAL = """\
utcp_version: "1.0.1"
manual_version: "{version}"
tools:
  - name: {tool}
    description: {words}
    inputs:
      type: object
      properties:
        place: {{type: string, description: Name of the place.}}
      required: [place]
    outputs: {{type: object}}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.{publisher}.example.com/{tool}
x-registry:
  released: "2026-11-01"
  effects: read
  examples:
    - {{task: "What is it like in Oslo?", tool: {tool}, arguments: {{place: Oslo}}}}
  sources:
    - {{kind: text, url: "https://{publisher}.example.com/docs", date: "2026-10-31"}}
"""


def publisher(name: str) -> str:
    """Return the `publisher.yaml` of a publisher whose tools call its own host."""
    return (
        f"name: {name.title()}\nhomepage: https://{name}.example.com/\n"
        f"hosts: [api.{name}.example.com]\n"
    )


def release(
    owner: str,
    tool: str = "get_weather",
    version: str = "1.0.0",
    words: str = "Current weather at the station nearest to a place.",
) -> str:
    """Return a release with one tool in which nothing is wrong."""
    return MANUAL.format(version=version, tool=tool, publisher=owner, words=words)


_PUBLISHED: dict[object, Published] = {}
"""What became of files, by these: many tests publish the same."""

_SIGNED: dict[object, dict[str, bytes]] = {}
"""What was served, by what was published of which files, when, and signed with which keys."""


@dataclass
class Upstream:
    """A registry in *folder* that publishes, signs and serves its manuals."""

    folder: Path
    key: bytes = KEY
    root: bytes = ROOT
    later: tuple[bytes, ...] = ()
    host: Host = field(default_factory=lambda: Host({}))
    includes: Mapping[str, Upstream] = field(default_factory=dict)

    @property
    def manuals(self) -> Path:
        return self.folder / "manuals"

    def write(self, path: str, text: str) -> None:
        """Write a file below its manuals."""
        file = self.manuals / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def offer(self, owner: str, manual: str = "weather", text: str = "") -> None:
        """Write a publisher with a manual."""
        self.write(f"{owner}/publisher.yaml", publisher(owner))
        self.write(f"{owner}/{manual}/1.0.0.yaml", text or release(owner))

    def publish(self, at: datetime = NOW) -> None:
        """Publish what it has, whatever its check says, and sign it; the same only once."""
        asked = (self._offered(), at, self.key, self.root, self.later)
        if asked not in _SIGNED:
            _SIGNED[asked] = self._signed(self._published().files, at)
        self._show(_SIGNED[asked])

    def serve(self, files: Mapping[str, bytes], at: datetime = NOW) -> None:
        """Sign *files* and serve them in the place of all before."""
        self._show(self._signed(files, at))

    def _offered(self) -> tuple[tuple[str, bytes], ...]:
        """Return the path and the content of each of its files."""
        files = [path for path in sorted(self.folder.rglob("*")) if path.is_file()]
        return tuple((f"{path.relative_to(self.folder)}", path.read_bytes()) for path in files)

    def _published(self) -> Published:
        offered = self._offered()
        if offered not in _PUBLISHED:
            _PUBLISHED[offered] = publish_catalogue(pipeline.check(self.manuals).catalogue)
        return _PUBLISHED[offered]

    def _signed(self, files: Mapping[str, bytes], at: datetime) -> dict[str, bytes]:
        with TemporaryDirectory() as folder:
            site = Path(folder)
            for path, data in files.items():
                if path.startswith("v1/"):
                    (site / path).parent.mkdir(parents=True, exist_ok=True)
                    (site / path).write_bytes(data)
            signing.sign(site, signing.Trust((self.root, *self.later)), self.key, at, ["v1"])
            return {
                path.relative_to(site).as_posix(): path.read_bytes()
                for path in site.rglob("*")
                if path.is_file()
            }

    def _show(self, files: Mapping[str, bytes]) -> None:
        self.host.files.clear()
        self.host.files.update(files)

    def forge(self, files: Mapping[str, bytes], at: datetime = NOW) -> None:
        """Publish with other *files*, to which its index leads as if they were its own."""
        made = self._published()
        every = {**made.files, **files}
        listing = Listing(Context(made.settings), entries_of(made.catalogue))
        written = {path: digest(data) for path, data in every.items() if path != "v1/index.json"}
        (index,) = finish_index(listing, written)
        self.serve({**every, index.path: index.data}, at)

    def record(self, name: str) -> Any:  # noqa: ANN401 - JSON
        """Return the record of a publisher as it is served."""
        return json.loads(self.host.files[f"v1/publishers/{name}.json"])


@contextmanager
def upstream(folder: Path, **more: Any) -> Iterator[Upstream]:  # noqa: ANN401 - fields
    """Serve a registry in *folder* that has nothing yet."""
    folder.mkdir()
    with hosting({}) as host:
        made = Upstream(folder, host=host, **more)
        made.manuals.mkdir()
        yield made


@dataclass
class Downstream:
    """A registry that includes others, in a repository of git."""

    root: Path
    named: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def repository(self) -> Repository:
        return Repository(self.root)

    @property
    def manuals(self) -> Path:
        return self.root / "manuals"

    def names(self, name: str, upstream: Upstream, **more: Any) -> None:  # noqa: ANN401 - settings
        """Name *upstream* in the settings, with its trust root in the repository."""
        self.repository.write(f"trust/{name}.root.json", upstream.root.decode())
        stated = {"url": f"{upstream.host.url}/", "trust": f"trust/{name}.root.json", **more}
        self.named[name] = {"name": name, **stated}
        settings = {"registry": {"includes": list(self.named.values())}}
        text = f"site_name: Sample\nsite_url: https://registry.example.com/\nextra: {settings}\n"
        self.repository.write("mkdocs.yml", text)

    def include(self, *arguments: str) -> Result:
        """Run `registry include`."""
        return CliRunner().invoke(main, ("include", *arguments, "--manuals", str(self.manuals)))

    def check(self, base: str | None = None) -> Checked:
        return pipeline.check(self.manuals, base)

    def problems(self) -> list[tuple[str, str]]:
        """Return the rule and the place of everything that the check finds."""
        return [(each.rule, each.place.path) for each in self.check().diagnostics]

    def ids(self) -> list[str]:
        """Return the manuals of the catalogue."""
        return [manual.id for manual in self.check().catalogue.manuals]

    def path(self, name: str, path: str = "") -> Path:
        """Return the path of a file of an include."""
        return self.root / "included" / name / "manuals" / path

    def lock(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads((self.root / "included" / name / "lock.json").read_bytes())


def downstream(root: Path) -> Downstream:
    """Return a registry with a manual of its own, in *root*."""
    made = Downstream(root)
    made.repository.write("manuals/harbour/publisher.yaml", publisher("harbour"))
    made.repository.write(
        "manuals/harbour/tides/1.0.0.yaml", release("harbour", "next_tide", words=TIDES)
    )
    return made


TIDES = "Next high and low water at the harbour nearest to a place."

__all__ = ["SAMPLES", "Downstream", "Upstream", "downstream", "published", "upstream"]
