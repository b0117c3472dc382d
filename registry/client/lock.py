"""`tools.lock`: the tools that an agent may use, each in the definition that was agreed to."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.client.errors import RegistryError, blaming

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.client._records import Tool
    from registry.search import SearchAnswer

FILE = "tools.lock"
FORMAT = 1
_MOST_BYTES = 32 * 1024 * 1024
_RESTORE = "restore it, for example with git, or remove it and begin again: registry lock add"


class LockFileError(RegistryError):
    """The lock cannot be read, or was changed by hand."""


class LockedError(RegistryError):
    """The registry has another definition of a tool than the one in the lock.

    The message quotes nothing of that definition: where a model reads it, the lock would be the way
    by which new words reach the model.

    Attributes:
        tool_id: `publisher/manual/tool`.
        kind: how much the change matters to callers: `breaking`, `compatible` or `cosmetic`.
        changes: what changes, one sentence each, the gravest first.
    """

    def __init__(self, tool_id: str, kind: str, changes: Iterable[str]) -> None:
        """See the attributes."""
        self.tool_id, self.kind, self.changes = tool_id, kind, tuple(changes)
        super().__init__(
            f"{tool_id} is no longer the tool in the lock: the change is {kind}; registry lock "
            "check shows it, and only the person who keeps the lock can agree to it "
            f"(registry lock update {tool_id})"
        )

    def __reduce__(self) -> tuple[object, ...]:
        # Without it, a pool of processes breaks that hands the error back to its caller.
        return type(self), (self.tool_id, self.kind, self.changes)


@dataclass(frozen=True, slots=True)
class LockedTool:
    """One tool of a lock.

    Attributes:
        version: of the release that it was taken from.
        sha256: the digest of `definition`.
        effect: `read`, `write` or `destructive`.
        hosts: all hosts that a call reaches.
        definition: what was agreed to, so that a change can be shown in words.
    """

    version: str
    sha256: str
    effect: str
    hosts: tuple[str, ...]
    definition: Mapping[str, Any]

    @classmethod
    def of(cls, tool: Tool) -> LockedTool:
        """Return *tool* as it is now. Raises DamagedFileError if it cannot be called."""
        from registry.client.call.target import Target  # noqa: PLC0415 - readers need none of it

        target = Target.of_tool(tool)
        hosts = tuple(sorted(target.hosts))
        return cls(tool.version, tool.sha256, target.effect.value, hosts, tool.definition)


@dataclass(frozen=True, slots=True)
class Lock:
    """The content of a lock: tools by id."""

    tools: Mapping[str, LockedTool]

    @classmethod
    def read(cls, file: Path) -> Lock:
        """Return the lock in *file*. Raises LockFileError."""
        try:
            with file.open("rb") as stream:
                content = json.loads(stream.read(_MOST_BYTES))
            if content["lock"] != FORMAT:
                raise LockFileError(f"{file} is of a format that this version does not know")
            tools = {str(name): _tool(entry) for name, entry in content["tools"].items()}
            _check_facts(file, tools)
        except OSError as error:
            raise LockFileError(f"{file} cannot be read: {error.strerror}") from None
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise LockFileError(
                f"{file} is not a lock of tools{_place_of_error(error)}; {_RESTORE}"
            ) from None
        return cls(tools)

    def write(self, file: Path) -> None:
        """Write it to *file*, tools by id, so that a diff shows what was agreed to.

        Where *file* is a link, what it leads to is written. Raises OSError, which names that; it is
        then as it was before.
        """
        tools = {
            name: {
                "version": tool.version,
                "sha256": tool.sha256,
                "effect": tool.effect,
                "hosts": list(tool.hosts),
                "definition": tool.definition,
            }
            for name, tool in sorted(self.tools.items())
        }
        text = json.dumps({"lock": FORMAT, "tools": tools}, indent=1, ensure_ascii=False)
        # Loading it takes longer than a search, and most of the time nothing is written.
        from registry.source.atomic_write import write_whole  # noqa: PLC0415

        # A link that leads back to itself is replaced, as nothing else can be meant.
        write_whole(Path(os.path.realpath(file)), f"{text}\n")

    def of_manual(self, manual_id: str) -> list[str]:
        """Return the ids of its tools of a manual."""
        return [each for each in self.tools if each.rpartition("/")[0] == manual_id]

    def limited(
        self, manual_id: str, document: Mapping[str, Any], digests: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the UTCP *document* of a manual with its tools only, made of their definitions.

        *digests* has the sha256 of the definition of each tool by name, in the same release. What
        the document says of a tool has another digest, to which nobody has agreed.
        """
        # Loading it takes longer than a search, which needs none of it.
        from registry import utcp_export  # noqa: PLC0415
        from registry.model.read_definition import tool_of  # noqa: PLC0415

        listed = {
            f"{manual_id}/{each['name']}": digests.get(each["name"]) for each in document["tools"]
        }
        tools = [
            tool_of(each, self.tools[each].definition)
            for each, digest in listed.items()
            if each in self.tools and self.tools[each].sha256 == digest
        ]
        rendered = [
            utcp_export.document(each)
            for each in tools
            if utcp_export.file_kind(each) == utcp_export.HTTP
        ]
        return utcp_export.manual(str(document["manual_version"]), rendered)

    def worded(self, answer: SearchAnswer) -> SearchAnswer:
        """Return *answer* with the words and effects of its definitions, and no other words.

        Those of a search are in files of their own, and a model may read them.
        """
        from registry.model import first_sentence  # noqa: PLC0415 - as above

        hits = []
        for hit in answer.hits:
            locked = self.tools[hit.tool.id]
            summary = first_sentence(str(locked.definition.get("description", "")))
            tags = tuple(locked.definition.get("tags", ()))
            tool = replace(hit.tool, summary=summary, effect=locked.effect, tags=tags)
            hits.append(replace(hit, tool=tool))
        return replace(answer, hits=tuple(hits), wish="", corrections=(), completed=(), labels=())

    def check(self, tool: Tool) -> None:
        """Raise LockedError where *tool* is another one than the lock has.

        Raises DamagedFileError where it is no tool at all.
        """
        locked = self.tools[tool.id]
        if locked.sha256 != tool.sha256:
            # Loading it takes longer than a search, and most of the time nothing has changed.
            from registry.changes.definitions import compare_definitions  # noqa: PLC0415

            with blaming(f"tools/{tool.id}.json"):
                kind, changes = compare_definitions(tool.id, locked.definition, tool.definition)
            raise LockedError(tool.id, str(kind), changes)


def _place_of_error(error: Exception) -> str:
    """Return where a file is no JSON, as *error* says, or that something is missing in it."""
    if isinstance(error, json.JSONDecodeError):
        # A merge in git leaves such lines, too.
        return f": line {error.lineno}, column {error.colno} is not JSON ({error.msg})"
    if isinstance(error, UnicodeDecodeError):
        return ": it is not UTF-8"
    return ": `tools`, or a part of a tool, is missing or of another type"


def _tool(entry: Mapping[str, Any]) -> LockedTool:
    hosts = tuple(map(str, entry["hosts"]))
    return LockedTool(
        str(entry["version"]),
        str(entry["sha256"]),
        str(entry["effect"]),
        hosts,
        dict(entry["definition"]),
    )


def _check_facts(file: Path, tools: Mapping[str, LockedTool]) -> None:
    """Raise LockFileError where a digest, an effect or hosts are not those of the definition.

    People agree to the short ones, and read few definitions.
    """
    from registry.client.call.target import Target  # noqa: PLC0415 - readers need none of it
    from registry.model.canonical import sha256  # noqa: PLC0415 - as above

    for name, tool in tools.items():
        if sha256(dict(tool.definition)) != tool.sha256:
            raise LockFileError(
                f"{file}: the definition of {name} is not the one of its sha256; {_RESTORE}"
            )
        target = Target.of(name, tool.definition)
        for key, stated, actual in (
            ("effect", tool.effect, target.effect.value),
            ("hosts", tool.hosts, tuple(sorted(target.hosts))),
        ):
            if stated != actual:
                raise LockFileError(
                    f"{file}: {key} of {name} says {stated!r}, but its definition {actual!r}; "
                    f"{_RESTORE}"
                )
