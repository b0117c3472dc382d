"""Found a registry: write the repository that somebody else's tools go into.

What it begins with lies in `skeleton/`: a folder whose names that start with `dot-` get a dot, and
whose words between `@@` are filled in.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SKELETON = Path(__file__).parent / "skeleton"

NOWHERE = "https://registry.example/"
"""The address of a site that has none yet."""

_URL = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*/?")
_ACTION = re.compile(
    r"(?P<repository>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)@(?P<revision>[A-Za-z0-9][\w./-]*)",
    re.ASCII,
)
_WORD = re.compile(r"@@([A-Z]+)@@")


class CannotFoundError(Exception):
    """The registry cannot be written; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Charter:
    """What a new registry is called and where it is.

    Attributes:
        name: for people.
        url: the https address of its site.
        action: the repository of this program on GitHub with a revision, as `owner/name@revision`,
            or "" for a registry without workflows.

    Raises CannotFoundError for what none of these can be.
    """

    name: str
    url: str = NOWHERE
    action: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise CannotFoundError(f"{self.name!r} cannot be the name of a registry")
        if not _URL.fullmatch(self.url):
            raise CannotFoundError(
                f"{self.url!r} is no address of a site; write one like https://tools.acme.com/"
            )
        if self.action and not _ACTION.fullmatch(self.action):
            raise CannotFoundError(
                f"{self.action!r} is no repository with a revision; write owner/name@revision"
            )


def found(folder: Path, charter: Charter, today: str) -> Iterator[Path]:
    """Write a new registry into *folder*, and yield the path of each file.

    *today* is the date of its example. Raises CannotFoundError where the folder is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotFoundError(f"{folder} is there already, and not an empty folder")
    words = _words(charter, today)
    for source in sorted(path for path in SKELETON.rglob("*") if path.is_file()):
        name = source.relative_to(SKELETON).as_posix()
        text = source.read_text(encoding="utf-8")
        if not charter.action and _needs_action(text):
            continue
        target = folder / re.sub(r"(^|/)dot-", r"\1.", name)
        target.parent.mkdir(parents=True, exist_ok=True)
        filled = _WORD.sub(lambda word: words[word[1]], text)
        target.write_text(filled, encoding="utf-8", newline="\n")
        yield target


def _words(charter: Charter, today: str) -> dict[str, str]:
    action = _ACTION.fullmatch(charter.action)
    return {
        "NAME": json.dumps(charter.name, ensure_ascii=False),
        "TITLE": charter.name,
        "URL": charter.url.rstrip("/") + "/",
        "TODAY": today,
        "ACTION": charter.action,
        "REPOSITORY": action["repository"] if action else "",
        "REVISION": action["revision"] if action else "",
    }


def _needs_action(text: str) -> bool:
    return "@@ACTION@@" in text or "@@REPOSITORY@@" in text
