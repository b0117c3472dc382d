"""The released YAML language server, with our schemas, minds what the check minds, and no more."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest
from broken import CASES, FOLDER, expected, lay_out
from expectations import expected_in
from language_server import PROGRAM, LanguageServer, language_server
from paths import ROOT
from seen import some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

PROTOCOLS = ROOT / "tests" / "protocols"
INVALID = sorted(PROTOCOLS.glob("*/*/invalid/*.yaml"))
VALID = sorted(PROTOCOLS.glob("*/*/valid/*.yaml"))
SHIPPED = sorted((ROOT / "manuals").glob("a*/*/*.*.yaml"))

OF_SHAPE = {
    *("missing-key", "unknown-key", "wrong-type", "malformed-value", "unknown-value"),
    *("unquoted-text", "unsupported-auth", "unknown-auth-type", "unknown-call-template-type"),
    *("unknown-call-template-key", "malformed-name", "misplaced-required", "unknown-schema-type"),
    *("empty-manual", "missing-address", "missing-auth", "missing-server", "unusable-key"),
    *("unknown-dialect", "unknown-protocol"),
}
"""The rules about keys, types and values of one place, which a schema can state."""

NO_DIALECT = "nothing in the file says its protocol or dialect, so that no schema is chosen"
OTHERWISE = "`x-registry` may say it in several ways, or the document may; the check knows them all"
AT_THE_CALL = (
    "the server minds the key that is missing, at the call; the check the one in its place"
)
KNOWN_NAMES = "a name may be that of a protocol to come; the check knows those of this version"
OWN_SCHEMA = re.compile(r"^\$schema:", re.MULTILINE)
MEANT: dict[str, dict[str, str]] = {
    "mcp/tools-list": dict.fromkeys(("no_server", "server_not_named"), OTHERWISE),
    "opentool/1.1": {"address_and_key_unsaid": OTHERWISE, "tools_for_functions": NO_DIALECT},
    "opentool/1.0": {
        "functions_missing": NO_DIALECT,
        "keyword_misspelt": "JSON Schemas allow any keyword; a rule knows misspellings",
        "server_before_its_time": "with a server it has the shape of 1.1, whatever it says",
    },
    "otc/otc-1.0": dict.fromkeys(
        ("output_schema_missing", "server_inside_definition", "version_too_short"), NO_DIALECT
    ),
    "otc/oxp-1.0": {
        "no_list": "an alternative of two keys is marked at the whole document",
        "server_unsaid": OTHERWISE,
    },
    "otc/rfc": dict.fromkeys(
        (
            *("input_missing", "inputs_for_input", "output_mode_unknown"),
            *("schema_without_parameters", "toolkit_missing", "toolkit_version_is_a_number"),
            "value_mode_without_value",
        ),
        NO_DIALECT,
    ),
    "utcp/0.x": dict.fromkeys(("call_under_provider", "no_call_at_all"), NO_DIALECT),
    "utcp/1.x": {
        "call_template_types": AT_THE_CALL,
        "no_tools": NO_DIALECT,
        "nulls": "a null at a key that must be there is one problem in an editor and two here",
        "tools_as_mapping": NO_DIALECT,
        "unknown_dialect": KNOWN_NAMES,
    },
}
"""Invalid files in which the server misses a problem of shape, and why that is meant."""

ACCEPTED = {
    "utcp/1.x/nulls": "the check takes a null for a key that is not there",
    "utcp/1.x/unknown_template_keys": "a rule reports them, since clients accept them",
}
"""Valid files in which the server minds something, and why that is meant."""


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    """Return a server that knows which of our schemas is for a release."""
    if not PROGRAM.is_file() and not int(os.environ.get("REGISTRY_REQUIRE_CLIENTS", "0")):
        pytest.skip("the language server is not installed: run `make clients`")
    with language_server({(ROOT / "schemas/release.json").as_uri(): "**/*.yaml"}) as started:
        yield started


FILES = {
    "release": "**/*[0-9].yaml",
    "publisher": "**/*publisher.yaml",
    "manual": "**/*manual.yaml",
    "facts": "**/facts/**/*.yaml",
}
"""Which of our schemas is for which file of a registry."""


@pytest.fixture(scope="module")
def registry_server(server: LanguageServer) -> Iterator[LanguageServer]:
    """Return a server that knows the schema of every file of a registry."""
    schemas = {(ROOT / f"schemas/{name}.json").as_uri(): end for name, end in FILES.items()}
    with language_server(schemas) as started:
        yield started


def lines(server: LanguageServer, paths: Iterable[Path]) -> dict[Path, set[int]]:
    """Return the lines at which the server minds something, for each of *paths*.

    A document with a `$schema` of its own begins with the line that docs/submit.md asks for.
    """
    asked = [(path, *told_its_schema(path)) for path in some(paths)]
    found = server.diagnostics((path, text) for path, text, _ in asked)
    return {
        path: {line - added for line in lines}
        for (path, _, added), lines in zip(asked, found, strict=True)
    }


def told_its_schema(path: Path) -> tuple[str, int]:
    """Return what a contributor has in an editor, and how many lines were added to *path*."""
    text = path.read_text(encoding="utf-8")
    if not OWN_SCHEMA.search(text):
        return text, 0
    dialect = "-".join(path.relative_to(PROTOCOLS).parts[:2])
    schema = (ROOT / "schemas" / dialect).as_uri()
    return f"# yaml-language-server: $schema={schema}.json\n{text}", 1


def test_what_is_wrong_by_its_shape_is_seen_while_it_is_typed(server: LanguageServer) -> None:
    """A wrong value may be marked where it begins, on the line below its key."""
    missed: dict[str, set[str]] = {}
    for path, found in lines(server, INVALID).items():
        expected = {
            line for line, rule in expected_in(path.read_text(encoding="utf-8")) if rule in OF_SHAPE
        }
        if any(found.isdisjoint((line, line + 1)) for line in expected):
            missed.setdefault(path.parent.parent.relative_to(PROTOCOLS).as_posix(), set()).add(
                path.stem
            )

    assert missed == {folder: set(names) for folder, names in MEANT.items()}


def test_what_is_valid_is_not_minded(server: LanguageServer) -> None:
    minded = {
        f"{path.parent.parent.relative_to(PROTOCOLS).as_posix()}/{path.stem}"
        for path, found in lines(server, VALID).items()
        if found
    }

    assert minded == set(ACCEPTED)


def test_released_manuals_are_not_minded(server: LanguageServer) -> None:
    found = lines(server, SHIPPED)

    assert found
    assert set().union(*found.values()) == set(), found


TYPES = {
    "http": "url: https://api.example.com/",
    "sse": "url: https://api.example.com/",
    "streamable_http": "url: https://api.example.com/",
    "cli": "commands: [{command: date}]",
    "mcp": "config: {mcpServers: {time: {command: mcp-server-time}}}",
    "text": "content: nothing",
    "file": "file_path: tools.json",
    "websocket": "url: wss://api.example.com/",
    "graphql": "url: https://api.example.com/",
    "tcp": "{host: api.example.com, port: 7}",
    "udp": "{host: api.example.com, port: 7}",
}


@pytest.mark.parametrize("kind", TYPES)
def test_misspelt_key_of_a_call_is_marked_for_each_type(server: LanguageServer, kind: str) -> None:
    keys = TYPES[kind].strip("{}").split(", ") if kind in ("tcp", "udp") else [TYPES[kind]]
    text = "\n".join(
        (
            'utcp_version: "1.0.1"',
            'manual_version: "1.0.0"',
            "tools:",
            "  - name: get_it",
            "    description: Get it.",
            "    tool_call_template:",
            f"      call_template_type: {kind}",
            *(f"      {each}" for each in keys),
            "      name: it",
        )
    )

    texts = (f"{text}\n", f"{text}\n      tmeout: 5\n")
    right, misspelt = server.diagnostics((ROOT / "manual.yaml", each) for each in texts)

    assert right == set()
    assert misspelt == {text.count("\n") + 2}


BROKEN = {
    "call-with-type": AT_THE_CALL,
    "dialect-that-is-none": KNOWN_NAMES,
    **dict.fromkeys(
        ("listing-since-no-day", "registry-date-in-no-calendar"),
        "the server does not know the lengths of months",
    ),
    "listing-asks-without-measure": "the server marks lists, not their keys and second entries",
    "listing-version-unquoted": "for an editor every key is a string",
    **dict.fromkeys(("mcp-without-server", "mcp-without-server-and-more"), OTHERWISE),
    **dict.fromkeys(
        (
            *("functions-for-anthropic", "functions-for-gemini", "functions-for-openai"),
            *("gemini-tools-of-a-request", "openapi-excerpt", "call-template-of-a-manual"),
        ),
        NO_DIALECT,
    ),
    **dict.fromkeys(
        (
            "function-for-openai",
            "function-without-type",
            "tool-for-anthropic",
            "tool-for-langchain",
        ),
        NO_DIALECT,
    ),
    **dict.fromkeys(("plugin-manifest", "postman-collection-of-the-api"), NO_DIALECT),
    **dict.fromkeys(("mcp-configuration-of-a-host", "mcp-configuration-of-vs-code"), NO_DIALECT),
    **dict.fromkeys(
        (
            "mcp-configuration-in-settings-of-vs-code",
            "mcp-configuration-of-opencode",
            "mcp-configuration-of-zed",
        ),
        NO_DIALECT,
    ),
    **dict.fromkeys(("action-group-of-bedrock", "tools-for-bedrock"), NO_DIALECT),
    **dict.fromkeys(("agent-card", "openrpc-document"), NO_DIALECT),
    **dict.fromkeys(("arazzo-document", "asyncapi-document", "har-recording"), NO_DIALECT),
    **dict.fromkeys(("discovery-document-of-google", "graphql-introspection"), NO_DIALECT),
    **dict.fromkeys(("insomnia-collection", "insomnia-export"), NO_DIALECT),
    **dict.fromkeys(("agents-json", "apis-json"), NO_DIALECT),
    "openapi-overlay": NO_DIALECT,
    **dict.fromkeys(
        ("configuration-of-a-utcp-client", "configuration-of-an-old-utcp-client"), NO_DIALECT
    ),
    **dict.fromkeys(("keys-in-another-case", "manual-in-a-key"), NO_DIALECT),
    "mcp-event-stream": NO_DIALECT,
    "mcp-server-described": NO_DIALECT,
    "no-tools": NO_DIALECT,
    **dict.fromkeys(("openapi-document", "openapi-document-with-dates"), NO_DIALECT),
    "openapi-document-with-the-schemas-of-maps": NO_DIALECT,
    "postman-collection": NO_DIALECT,
    "opentool-without-call-url": OTHERWISE,
    "otc-without-base-url": OTHERWISE,
    "protocol-of-another-shape": "the keys of the other are marked instead",
    "protocol-that-is-none": KNOWN_NAMES,
    "smithery-configuration": NO_DIALECT,
    "tool-without-call": NO_DIALECT,
    "tool-without-manual": NO_DIALECT,
    "tools-no-list": NO_DIALECT,
    "unknown-protocol": NO_DIALECT,
    "yaml-no-break-spaces-throughout": "for an editor no-break spaces are a part of the first key",
}
"""Broken files in which the server misses a problem of shape, and why that is meant."""


def test_what_is_broken_by_its_shape_is_seen_while_it_is_typed(
    registry_server: LanguageServer, tmp_path: Path
) -> None:
    asked: dict[Path, tuple[str, set[int]]] = {}
    for case in some(CASES):
        lay_out(case, tmp_path / case)
        for path in sorted({path for path, _, rule in expected(case) if rule in OF_SHAPE}):
            wanted = {line for at, line, rule in expected(case) if at == path and rule in OF_SHAPE}
            if path.endswith(".yaml"):
                asked[tmp_path / case / path] = case, wanted
    found = registry_server.diagnostics((file, file.read_text(encoding="utf-8")) for file in asked)
    compared = zip(asked.values(), found, strict=True)
    missed = {case for (case, wanted), lines in compared if wanted - lines}

    assert missed == set(BROKEN)
    assert len({case for case, _ in asked.values()}) > len(BROKEN)


def test_the_sound_tree_is_not_minded(registry_server: LanguageServer) -> None:
    sound = some(sorted((FOLDER / "_base" / "manuals").rglob("*.yaml")))
    texts = ((path, path.read_text(encoding="utf-8")) for path in sound)
    found = dict(zip(sound, registry_server.diagnostics(texts), strict=True))

    assert [path.name for path, lines in found.items() if lines] == []
