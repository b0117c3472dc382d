"""A manual out of an issue form, for people without git: the form's text is data, every bit of it.

GitHub turns a form into Markdown: a heading for each field, and what was typed below it. Whoever
opened the issue can edit that text as they like.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from registry import source
from registry.diagnostics import has_errors
from registry.importers import folder
from registry.importers.folder import Files, Target, UnusableTargetError
from registry.protocols import X_REGISTRY
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.source import Json

PUBLISHER = "Publisher"
MANUAL = "Manual"
VERSION = "Version"
NAME = "Name of the publisher"
HOMEPAGE = "Homepage"
HOSTS = "Hosts"
WRITER = "Who writes"
PROMISES = "Promises"
DOCUMENT = "Document"

LABELS = (PUBLISHER, MANUAL, VERSION, NAME, HOMEPAGE, HOSTS, WRITER, PROMISES, DOCUMENT)
"""The fields of the form in their order. The last one may hold anything, headings included."""

SPEAKS_FOR_IT = "I speak for the publisher"
"""The answer that makes the author an owner, which a maintainer has to believe before the merge."""

_NOTHING = "_No response_"
_FENCE = re.compile(r"(?P<fence>`{3,})[^`\n]*\n(?P<text>.*?)\n?(?P=fence)`*\s*", re.DOTALL)


class UnusableFormError(Exception):
    """The text is not what the form gives; says what is missing."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: its text, and the account that opened it, where that is known."""

    body: str
    login: str = ""
    account: int = 0


@dataclass(frozen=True, slots=True)
class Received:
    """What came of a form.

    Attributes:
        name: which release it describes, as `publisher/manual version`, or "".
        written: the files.
        problems: what the check says of them.
        refusal: why there are none, or "".
    """

    name: str = ""
    written: tuple[Path, ...] = ()
    problems: tuple[Diagnostic, ...] = field(default=())
    refusal: str = ""

    @property
    def is_good(self) -> bool:
        """Whether there is a manual that can be proposed."""
        return not self.refusal and not has_errors(self.problems)


def read(data: bytes) -> Issue:
    """Return the issue in *data*: the event of a GitHub workflow as JSON, or the text alone.

    Raises UnusableFormError where it is neither.
    """
    text = data.decode("utf-8", "replace")
    if not text.lstrip().startswith("{"):
        return Issue(text)
    try:
        issue = json.loads(text)["issue"]
        user = issue["user"]
        # JSON can hold halves of characters, which no file can.
        body = str(issue["body"] or "").encode("utf-8", "replace").decode()
        return Issue(body, str(user["login"]), int(user["id"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UnusableFormError(f"the event holds no issue: {type(error).__name__}") from None


def receive(issue: Issue, manuals: Path, today: str) -> Received:
    """Write what the form in *issue* describes below the folder *manuals*, and check it.

    Files that are there stay as they are. *today* is the date of the release, if its document says
    nothing.
    """
    try:
        said = fields(issue.body)
        target = Target(manuals, said[PUBLISHER], said[MANUAL], said[VERSION])
    except UnusableFormError as error:
        return Received(refusal=str(error))
    except UnusableTargetError as error:
        return Received(refusal=error.problem)
    name = f"{target.publisher}/{target.manual} {target.version}"
    texts = Files(
        write_yaml(_about(said, issue)),
        write_yaml({"title": target.manual.replace("-", " ").capitalize()}),
        _dated(said[DOCUMENT], today),
    )
    problems = folder.check(target, texts)
    return Received(name, tuple(folder.write(target, texts)), problems)


def fields(body: str) -> dict[str, str]:
    """Return what was typed into each field of `LABELS`, "" where nothing was.

    Raises UnusableFormError where a field is missing, or holds more than the line it has room for.
    """
    rest = "\n" + body.replace("\r\n", "\n")
    found: dict[str, str] = {}
    for label, following in zip(LABELS, (*LABELS[1:], None), strict=True):
        heading = f"\n### {label}\n"
        if heading not in rest:
            raise UnusableFormError(f"the field {label!r} is missing: fill in the form anew")
        rest = "\n" + rest.partition(heading)[2]
        text = rest.partition(f"\n### {following}\n")[0] if following else rest
        value = "" if text.strip() == _NOTHING else text.strip()
        if "\n" in value and label not in (PROMISES, DOCUMENT):
            raise UnusableFormError(f"the field {label!r} holds more than one line")
        found[label] = value
    found[DOCUMENT] = _unfenced(found[DOCUMENT])
    if not found[DOCUMENT].strip():
        raise UnusableFormError(f"the field {DOCUMENT!r} is empty")
    return found


def _unfenced(text: str) -> str:
    match = _FENCE.fullmatch(text)
    return match["text"] if match else text


def _about(said: dict[str, str], issue: Issue) -> dict[str, Json]:
    about: dict[str, Json] = {
        "name": said[NAME],
        "homepage": said[HOMEPAGE],
        "hosts": list(filter(None, re.split(r"[\s,]+", said[HOSTS]))),
    }
    if said[WRITER] == SPEAKS_FOR_IT and issue.account:
        about["owners"] = [{"login": issue.login, "id": issue.account}]
    return {key: value for key, value in about.items() if value}


def _dated(text: str, today: str) -> str:
    """Return the document with the date of its release at the end, if nothing is said there yet."""
    document, _ = source.read("document.yaml", text.encode())
    is_block = not text.lstrip().startswith("{")
    if document is None or X_REGISTRY in document.data or not is_block:
        return f"{text}\n"
    return f"{text}\n\n{write_yaml({X_REGISTRY: {'released': today}})}"
