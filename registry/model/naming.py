"""The names of publishers, manuals and tools, also where many manuals share one namespace."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple, Protocol

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""A publisher's or a manual's name: lower case, digits and single hyphens (2 to 40 characters)."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""A tool's name: accepted by every LLM API and every file system."""

NAME_LIMIT = 64 - len("registry_")
"""Characters of a name in an aggregate: the 64 of function names in LLM APIs, less the prefix that
a client adds."""

_DIGEST = 8

_BETWEEN_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))")
"""Between the words of `listIssues` and `HTTPServer`, but not within `PRs`."""

OF_THE_SYSTEM = re.compile(
    r"PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|HOSTNAME|TMPDIR|TEMP|TMP|LANG|EDITOR|DISPLAY"
    r"|SSH_.*|GPG_.*|LD_.*|DYLD_.*|PYTHON[A-Z]*|NODE_OPTIONS|KUBECONFIG|DATABASE_URL"
)
"""Names of variables that have a value on most machines, which no API needs to know."""


def fold_name(name: str) -> str:
    """Return *name* folded, as for clients that ignore case and join words differently."""
    return name.casefold().replace("-", "_").replace(".", "_")


def part_words(name: str, sign: str = "_") -> str:
    """Return *name* with *sign* between words that only capitals part: `get_HTTP_Page`."""
    return _BETWEEN_WORDS.sub(sign, name)


def in_snake_case(name: str) -> str:
    """Return *name* in lower case, with `_` between its words: `get_http_page`."""
    return re.sub(r"[\W_]+", "_", part_words(name)).lower()


class Identified(Protocol):
    """A tool, or anything else with the three parts of a tool's id."""

    @property
    def publisher(self) -> str:
        """The name of the publisher."""
        ...

    @property
    def manual(self) -> str:
        """The name of the manual, without the publisher."""
        ...

    @property
    def name(self) -> str:
        """The name of the tool, without the manual."""
        ...


class ToolId(NamedTuple):
    """The parts of `publisher/manual/tool`."""

    publisher: str
    manual: str
    name: str

    @classmethod
    def of(cls, tool_id: str) -> ToolId:
        """Return the parts of *tool_id*. Raises ValueError if it is not an id."""
        parts = tool_id.split("/")
        if len(parts) != len(cls._fields) or not all(parts):
            raise ValueError(f"{tool_id!r} is not publisher/manual/tool")
        return cls(*parts)

    @property
    def id(self) -> str:
        """`publisher/manual/tool`."""
        return "/".join(self)

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"


def aggregate_name(tool: Identified) -> str:
    """Return `<publisher>_<manual>__<tool>` with `-` as `_`.

    A name with more than `NAME_LIMIT` characters is cut and ends with a part of its digest.
    """
    name = f"{tool.publisher}_{tool.manual}__{tool.name}".replace("-", "_")
    return name if len(name) <= NAME_LIMIT else with_digest(name, name, NAME_LIMIT)


def with_digest(text: str, identity: str, limit: int) -> str:
    """Return *text*, cut to *limit* characters with a part of the digest of *identity* at its end.

    So what is different stays different, however much is cut.
    """
    digest = hashlib.sha256(identity.encode()).hexdigest()[:_DIGEST]
    return f"{text[: limit - _DIGEST - 1]}_{digest}"


def aggregate_variable(tool: Identified, variable: str) -> str:
    """Return the name of *variable* in an aggregate: `<PUBLISHER>__<MANUAL>__<VAR>`.

    Different variables get different names: the first two parts contain no `__` and no capitals.
    """
    return f"{tool.publisher}__{tool.manual}__".replace("-", "_").upper() + variable


def utcp_name(manual_id: str) -> str:
    """Return the name under which UTCP clients register the manual `publisher/manual`."""
    return manual_id.replace("/", "_").replace("-", "_")


def as_variable(words: str) -> str:
    """Return *words* as names of variables are written: `X_API_KEY` for `x-api.key`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").upper()


def client_variable_name(manual_name: str, variable: str) -> str:
    """Return the key by which a client that calls the manual *manual_name* looks up *variable*."""
    return manual_name.replace("_", "__") + "_" + variable
