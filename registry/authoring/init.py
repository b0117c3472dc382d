"""Create a registry: write the repository for an organisation's own tools.

The files come from `skeleton/`. A leading `dot-` in a name becomes a dot, and words between `@@`
are filled in.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from registry import __version__, settings
from registry.catalogue import file_schemas
from registry.diagnostics import USUAL_MANUALS
from registry.source.atomic_write import together, write_whole
from registry.web.hosts import without_user

if TYPE_CHECKING:
    from collections.abc import Iterator

SKELETON = Path(__file__).parent / "skeleton"

NOWHERE = "https://registry.example/"
"""The URL of a site that has none yet."""

_URL = re.compile(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*/?")
_ACTION = re.compile(
    r"(?P<repository>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)@(?P<revision>[A-Za-z0-9][\w./-]*)",
    re.ASCII,
)
_PART_OF_A_COMMIT = re.compile(r"[0-9a-f]{7,39}|[0-9a-f]{41,}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_WORD = re.compile(r"@@([A-Z]+)@@")


class CannotCreateError(Exception):
    """The registry cannot be written; says why and what to do."""


@dataclass(frozen=True, slots=True)
class RegistryConfig:
    """The name and addresses of a new registry.

    Attributes:
        name: the title that people see.
        url: the https URL of its site.
        action: the repository of this program on GitHub with a revision, as `owner/name@revision`;
            "" for a registry without workflows.

    Raises CannotCreateError for an invalid value.
    """

    name: str
    url: str = NOWHERE
    action: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise CannotCreateError(f"{self.name!r} is not a valid name for a registry")
        if not _URL.fullmatch(self.url):
            shown = without_user(self.url)
            what = repr(shown) if shown == self.url else f"{shown!r} with a user or a password"
            raise CannotCreateError(f"{what} is not the URL of a site; write {_site_url(self.url)}")
        if self.action and not _ACTION.fullmatch(self.action):
            raise CannotCreateError(
                f"{self.action!r} is not a repository with a revision; write owner/name@revision"
            )
        revision = self.action.partition("@")[2]
        if _PART_OF_A_COMMIT.fullmatch(revision):
            raise CannotCreateError(
                f"{revision!r} is only a part of a commit, which GitHub does not resolve; write "
                "all 40 digits"
            )

    @property
    def has_movable_action(self) -> bool:
        """Whether the revision of the action can become other code, as a tag or a branch can."""
        return bool(self.action) and not _COMMIT.fullmatch(self.action.partition("@")[2])


def _site_url(url: str) -> str:
    """Return the URL of a site that *url* means, with its host in ASCII, or an example."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port and parts.scheme == "https" else ""
        ascii_host = host.encode("idna")
        # What Python's older IDNA replaces by something else, it cannot name.
        is_same = ascii_host.decode("idna") == host
    except (ValueError, UnicodeError):
        is_same = False
    guess = f"https://{ascii_host.decode()}{port}{parts.path or '/'}" if is_same else ""
    return guess if _URL.fullmatch(guess) else "one like https://tools.acme.com/"


def create_registry(folder: Path, config: RegistryConfig, today: str) -> Iterator[Path]:
    """Write a new registry into *folder*, and yield the path of each file.

    *today* is the date of its example. Raises CannotCreateError if the folder has anything but a
    repository of git, and OSError, with nothing left of what was written.
    """
    if folder.exists() and (
        not folder.is_dir() or any(each.name != ".git" for each in folder.iterdir())
    ):
        raise CannotCreateError(
            f"{folder} already exists and is not an empty folder; name a new one, and copy what it "
            "then has to where you need it"
        )
    with together() as create:
        for name, text in chain(_skeleton_files(config, today), _schema_files()):
            create(folder / name, text)
            yield folder / name


def _skeleton_files(config: RegistryConfig, today: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file of a new registry, but its schemas."""
    words = _words(config, today)
    for source in sorted(path for path in SKELETON.rglob("*") if path.is_file()):
        name = source.relative_to(SKELETON).as_posix()
        text = source.read_text(encoding="utf-8")
        if not config.action and _is_for_github(name, text):
            continue
        target = re.sub(r"(^|/)dot-", r"\1.", name)
        yield target, _WORD.sub(lambda word: words[word[1]], text)


def write_schemas(folder: Path) -> Iterator[Path]:
    """Write what editors check manuals with into `schemas/` of the registry in *folder*.

    Yield the path of each file. Those that exist are replaced. Raises CannotCreateError if there
    is no registry.
    """
    if not any((folder / each).exists() for each in (USUAL_MANUALS, settings.NAME)):
        raise CannotCreateError(
            f"{folder} is not a registry: it has neither {USUAL_MANUALS}/ nor {settings.NAME}; "
            "name the folder of one, or create one without --schemas"
        )
    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in _schema_files():
        write_whole(folder / name, text)
        yield folder / name


def _schema_files() -> Iterator[tuple[str, str]]:
    """Yield the path and text of each schema for editors."""
    for name, schema in file_schemas.editor_schemas().items():
        yield f"schemas/{name}.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _words(config: RegistryConfig, today: str) -> dict[str, str]:
    action = _ACTION.fullmatch(config.action)
    address = urlsplit(config.url.rstrip("/") + "/")
    bare = address.path.rstrip("/")
    return {
        "NAME": json.dumps(config.name, ensure_ascii=False),
        "TITLE": config.name,
        "URL": config.url.rstrip("/") + "/",
        "HOST": address.netloc,
        "PATH": address.path,
        "NGINXBARE": f"location = {bare} {{ absolute_redirect off; "
        f"return 301 {bare}/$is_args$args; }}\n"
        if bare
        else "",
        "CADDYBARE": f"\tredir {bare} {bare}/ permanent\n" if bare else "",
        "VERSION": __version__,
        "TODAY": today,
        "ACTION": config.action,
        "REPOSITORY": action["repository"] if action else "",
        "REVISION": action["revision"] if action else "",
    }


def _is_for_github(name: str, text: str) -> bool:
    return name.startswith("dot-github/") or "@@REPOSITORY@@" in text
