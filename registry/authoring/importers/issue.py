"""Import a manual from an issue form, for people without git.

GitHub turns a form into Markdown: a heading for each field, followed by what was typed. The author
can edit that text freely, so all of it is untrusted data.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry import source
from registry.authoring.manual_files import (
    Files,
    ManualResult,
    ReleaseTarget,
    UnusableTargetError,
    check_and_write,
)
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
CATEGORY = "Category"
WRITER = "Who writes"
PROMISES = "Promises"
DOCUMENT = "Document"

LABELS = (
    *(PUBLISHER, MANUAL, VERSION, NAME, HOMEPAGE, HOSTS, CATEGORY, WRITER, PROMISES),
    DOCUMENT,
)
"""The fields of the form in order. The last one may contain anything, including headings."""

SPEAKS_FOR_IT = "I speak for the publisher"
"""The answer that makes the author an owner. A maintainer verifies it before the merge."""

_NOTHING = "_No response_"
_BETWEEN = ("", "-", "*", "and")
"""What people write between hosts, which are no hosts."""
_FENCE = re.compile(r"(`{3,})[^`\n]*\n")


class UnusableFormError(Exception):
    """The text does not come from the form; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: its text, and the account that opened it; "" and 0 if unknown."""

    body: str
    login: str = ""
    account: int = 0


def read_issue(data: bytes) -> Issue:
    """Return the issue in *data*: the event of a GitHub workflow as JSON, or only the text.

    Raises UnusableFormError for JSON that is not such an event.
    """
    text = data.decode("utf-8", "replace")
    if not text.lstrip().startswith("{"):
        return Issue(text)
    try:
        issue = json.loads(text)["issue"]
        user = issue["user"]
        # JSON can contain lone surrogates, which a UTF-8 file cannot.
        body = str(issue["body"] or "").encode("utf-8", "replace").decode()
        return Issue(body, str(user["login"]), int(user["id"]))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise UnusableFormError(f"the event has no issue: {type(error).__name__}") from None


def receive(issue: Issue, manuals: Path, today: str) -> ManualResult:
    """Write the manual that the form in *issue* describes into the folder *manuals*, and check it.

    Existing files are not changed. *today* is the date of the release, unless its document has one.
    """
    try:
        values = fields(issue.body)
        target = ReleaseTarget(manuals, values[PUBLISHER], values[MANUAL], values[VERSION])
    except UnusableFormError as error:
        return ManualResult(refusal=str(error))
    except UnusableTargetError as error:
        return ManualResult(refusal=error.problem)
    texts = Files(
        write_yaml(_about(values, issue)),
        write_yaml(_listing(values)),
        _with_date(values[DOCUMENT], today),
    )
    result = check_and_write(target, texts)
    return replace(result, problems=tuple(map(_for_its_author, result.problems)))


def _for_its_author(problem: Diagnostic) -> Diagnostic:
    """Return *problem* with a hint for a person who has the document under a name of their own."""
    if "`registry import " not in problem.hint:
        return problem
    hint = problem.hint.replace(problem.place.path, "FILE")
    hint = hint.replace("remove this file", "paste that here")
    act = "" if "paste" in hint else "; then paste the manual here"
    return problem._replace(hint=hint + act)


def fields(body: str) -> dict[str, str]:
    """Return the text of each field of `LABELS`; "" for an empty one.

    Raises UnusableFormError if a field is missing, or has more than one line but may not.
    """
    remaining = body.replace("\r\n", "\n")
    texts: list[str] = []
    for label in LABELS:
        before, heading, remaining = f"\n{remaining}".partition(f"\n### {label}\n")
        if not heading:
            raise UnusableFormError(f"the field {label!r} is missing: fill in the form again")
        texts.append(before)
    values: dict[str, str] = {}
    for label, text in zip(LABELS, (*texts[1:], f"\n{remaining}"), strict=True):
        value = "" if text.strip() == _NOTHING else text.strip()
        if "\n" in value and label not in (PROMISES, DOCUMENT):
            raise UnusableFormError(f"the field {label!r} has more than one line")
        values[label] = value
    values[DOCUMENT] = _unfenced(values[DOCUMENT])
    if not values[DOCUMENT].strip():
        raise UnusableFormError(f"the field {DOCUMENT!r} is empty")
    return values


def _unfenced(text: str) -> str:
    start, inside = _FENCE.match(text), text.rstrip("`")
    if start is None or len(text) - len(inside) < len(start[1]):
        return text
    return inside[start.end() :].removesuffix("\n")


def _about(values: dict[str, str], issue: Issue) -> dict[str, Json]:
    about: dict[str, Json] = {
        "name": values[NAME],
        "homepage": values[HOMEPAGE],
        "hosts": [each for each in re.split(r"[\s,;]+", values[HOSTS]) if each not in _BETWEEN],
    }
    if values[WRITER] == SPEAKS_FOR_IT and issue.account:
        about["owners"] = [{"login": issue.login, "id": issue.account}]
    return {key: value for key, value in about.items() if value}


def _listing(said: dict[str, str]) -> dict[str, Json]:
    title, category = said[MANUAL].replace("-", " ").capitalize(), said[CATEGORY]
    return {"title": title, **({"category": category} if category else {})}


def _with_date(text: str, today: str) -> str:
    """Return the document; if it is YAML without `x-registry`, append the date of its release."""
    document, _ = source.read_document("document.yaml", text.encode())
    is_block = not text.lstrip().startswith("{")
    if document is None or X_REGISTRY in document.data or not is_block:
        return f"{text}\n"
    return f"{text}\n\n{write_yaml({X_REGISTRY: {'released': today}})}"
