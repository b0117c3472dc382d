"""What an import accepts, the check accepts, and the other way round: over all fixtures.

An import may fix a document that the check refuses, if it says what it has changed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from paths import TESTS
from seen import some

from registry import rules
from registry.authoring.importers import mcp, utcp
from registry.authoring.importers.draft import Draft, ImportRequest
from registry.authoring.importers.sources import UnusableSourceError
from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.diagnostics import Severity
from registry.source.foreign_documents import read_foreign

PROTOCOLS = ("utcp", "mcp", "opentool", "otc")
FIXTURES = sorted(
    path
    for protocol in PROTOCOLS
    for kind in ("valid", "invalid")
    for path in (TESTS / "protocols" / protocol).glob(f"**/{kind}/*.*")
    if path.suffix in (".yaml", ".json") and not path.name.endswith(".tools.json")
)
ABOUT = b"name: Acme\nhomepage: https://acme.example\n"
REQUEST = ImportRequest(Path(), "acme", "sample", "1.0.0", "2026-11-22", "")


@dataclass(frozen=True)
class Verdict:
    """What the check says of a release: the names of its tools, () if it is refused."""

    tools: tuple[str, ...]
    rules: tuple[str, ...]


def checked(file: str, content: bytes) -> Verdict:
    """Return what the check says of a release with *content*."""
    about = SourceFile("manuals/acme/publisher.yaml", ABOUT)
    name = f"1.0.0{Path(file).suffix}"
    release = SourceFile(f"manuals/acme/sample/{name}", content)
    folder = ManualFolder("sample", "manuals/acme/sample", None, (("1.0.0", release),))
    tree = Tree((PublisherFolder("acme", "manuals/acme", about, (folder,)),), ())
    catalogue, problems = assemble(tree)
    found = (*problems, *rules.apply(catalogue))
    errors = sorted({each.rule for each in found if each.severity is Severity.ERROR})
    tools = tuple(sorted(tool.name for tool in catalogue.tools)) if not errors else ()
    return Verdict(tools, tuple(errors))


def imported(path: Path) -> Draft | None:
    """Return what the import that is for documents like *path* makes of it, None if it refuses."""
    data, _ = read_foreign(path.name, path.read_bytes())
    if data is None:
        return None
    block = data.get("x-registry")
    server = block.get("server") if isinstance(block, dict) else None
    try:
        if "mcp" in path.relative_to(TESTS).parts:
            return mcp.of_listing(
                str(path), data, server if isinstance(server, dict) else {}, REQUEST
            )
        return utcp.utcp_draft(str(path), data, REQUEST)
    except UnusableSourceError:
        return None


def both(path: Path) -> tuple[Verdict, Draft | None, Verdict]:
    """Return the verdict on *path* as it is, its import, and the verdict on that."""
    draft = imported(path)
    written = json.dumps(draft.release).encode() if draft and draft.tools else b""
    return (
        checked(path.name, path.read_bytes()),
        draft if written else None,
        checked("1.0.0.json", written) if written else Verdict((), ("nothing",)),
    )


def is_of(path: Path, *protocols: str) -> bool:
    return bool({*path.relative_to(TESTS).parts} & {*protocols})


def test_import_and_check_accept_the_same() -> None:
    found = {path: both(path) for path in FIXTURES}
    accepted = [path for path, (before, _, _) in found.items() if before.tools]

    for protocol in PROTOCOLS:
        assert sum(is_of(path, protocol) for path in accepted) >= 3, protocol
        assert sum(is_of(path, protocol) for path in FIXTURES) > 10, protocol
    for path, (before, draft, after) in some(found.items()):
        if before.tools and is_of(path, "utcp", "mcp"):
            assert draft is not None, f"{path}: the check accepts it, and the import does not"
            assert after.tools == before.tools, (path, after.rules)
        elif after.tools and draft:
            told = [*draft.left_out, *draft.changed]
            assert told or set(before.rules) <= SAID_BY_THE_REQUEST, (path, before.rules)


SAID_BY_THE_REQUEST = {"missing-server", "version-mismatch"}
"""Problems that an import solves by what its user says on the command line."""


@pytest.mark.parametrize(
    "path",
    [path for path in FIXTURES if is_of(path, "opentool", "otc") and path.parent.name == "valid"],
    ids=lambda path: "/".join(path.parts[-4:]),
)
def test_documents_of_other_protocols_are_not_taken_for_something_else(path: Path) -> None:
    data, _ = read_foreign(path.name, path.read_bytes())
    assert data is not None

    with pytest.raises(UnusableSourceError, match=r"save it as manuals.* with .*x-registry"):
        utcp.utcp_draft(path.name, data, REQUEST)
    with pytest.raises(UnusableSourceError, match="save it as manuals"):
        mcp.of_listing(path.name, data, {"transport": "stdio", "command": "x"}, REQUEST)
