"""A built file that a client would refuse is found before it replaces the site."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from publishing import published

from registry.catalogue.entries import entries_of
from registry.site.client_checks import ClientChecksError, verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

MANUAL = "v1/manuals/acme/tides/1.1.0/utcp.json"
STREAMS = "v1/manuals/fen/streams/1.0.0/utcp.sse.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with all that UTCP clients load."""
    files = published().files
    loaded = {path: files[path] for path in files if path.rpartition("/")[2].startswith("utcp")}
    return replace(published(), files=loaded).write(tmp_path)


def change(folder: Path, path: str, edit: Callable[[Any], object]) -> None:
    """Apply *edit* to the JSON of the file at *path*; `/utcp` keeps its twin."""
    document = published().json(path)
    edit(document)
    for each in ("utcp", "utcp.json") if path == "utcp" else (path,):
        (folder / each).write_text(json.dumps(document), encoding="utf-8")


def check(folder: Path) -> None:
    verify(folder, entries_of(published().catalogue), published().settings)


def set_in(*path: str | int, to: object) -> Callable[[Any], None]:
    """Return an edit that puts *to* at *path* below the first tool that callers find."""

    def edit(document: Any) -> None:  # noqa: ANN401 - any JSON
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = to

    return edit


def test_honest_site_passes(folder: Path) -> None:
    check(folder)


TOOL = ("tools", 0)
CALL = (*TOOL, "tool_call_template")
OAUTH2 = ("tools", 3, "tool_call_template", "auth")
SCHEMA = (*TOOL, "inputs", "properties", "port")

EDITS = {
    "a fourth key": set_in("$schema", to="x"),
    "no tools": set_in("tools", to=None),
    "a null": set_in(*SCHEMA, "default", to=None),
    "a boolean for a schema": set_in(*SCHEMA, to=True),
    "a boolean below a keyword": set_in(*SCHEMA, "not", to=True),
    "required in a property": set_in(*SCHEMA, "required", to=True),
    "an unknown type": set_in(*SCHEMA, "type", to="file"),
    "a numeric version": set_in("manual_version", to=1.0),
    "an extra key of a tool": set_in(*TOOL, "title", to="x"),
    "an extra key of a call": set_in(*CALL, "timeout", to=5),
    "another transport": set_in(*CALL, "call_template_type", to="cli"),
    "a method in lower case": set_in(*CALL, "http_method", to="get"),
    "plain http": set_in(*CALL, "url", to="http://api.acme.example.com/x"),
    "a relative url": set_in(*CALL, "url", to="/x"),
    "a host from the caller": set_in(*CALL, "url", to="https://{port}.example.com/"),
    "loopback": set_in(*CALL, "url", to="https://localhost/x"),
    "loopback as a number": set_in(*CALL, "url", to="https://2130706433/x"),
    "loopback in version 6": set_in(*CALL, "url", to="https://[::ffff:7f00:1]/x"),
    "loopback for tokens": set_in(*OAUTH2, "token_url", to="https://127.1/token"),
    "plain http for tokens": set_in(*OAUTH2, "token_url", to="http://a.example.com/"),
    "an extra key of oauth2": set_in(*OAUTH2, "audience", to="x"),
    "no name for a key": set_in(*CALL, "auth", to={"auth_type": "api_key", "api_key": "${K}"}),
    "a key as a cookie": set_in(*CALL, "auth", "location", to="cookie"),
    "a dollar": set_in(*CALL, "url", to="https://api.acme.example.com/x?$top=1"),
    "a bare variable": set_in(*CALL, "headers", to={"X-Key": "$KEY"}),
    "a name with a dot": set_in(*TOOL, "name", to="a.b"),
    "two names that fold to one": set_in(*TOOL, "name", to="SEND-REPORT"),
}


@pytest.mark.parametrize("case", EDITS)
def test_what_a_client_refuses_is_found(folder: Path, case: str) -> None:
    change(folder, MANUAL, EDITS[case])

    with pytest.raises(ClientChecksError, match=MANUAL):
        check(folder)


def test_manual_of_another_transport_is_held_to_the_same(folder: Path) -> None:
    change(folder, STREAMS, set_in(*CALL, "url", to="https://127.0.0.1/news"))

    with pytest.raises(ClientChecksError, match="own machine"):
        check(folder)


def test_byte_order_mark_is_found(folder: Path) -> None:
    (folder / MANUAL).write_bytes(b"\xef\xbb\xbf" + published().files[MANUAL])

    with pytest.raises(ClientChecksError, match="is not a JSON object"):
        check(folder)


def shared(document: Any) -> Any:  # noqa: ANN401 - any JSON
    return next(tool for tool in document["tools"] if tool["name"] == "brook_tides__next_tide")


def test_variable_of_another_publisher_is_found(folder: Path) -> None:
    def steal(document: Any) -> None:  # noqa: ANN401 - any JSON
        shared(document)["tool_call_template"]["auth"]["api_key"] = "${ACME__TIDES__API_KEY}"

    change(folder, "utcp", steal)

    with pytest.raises(ClientChecksError, match="outside BROOK__TIDES__"):
        check(folder)


def test_tool_of_no_latest_release_is_found(folder: Path) -> None:
    change(folder, "utcp", lambda document: shared(document).update(name="acme_tides__tide"))

    with pytest.raises(ClientChecksError, match="acme_tides__tide belongs to no latest release"):
        check(folder)


def test_discovery_document_must_be_a_file_with_a_twin(folder: Path) -> None:
    (folder / "utcp").write_bytes(published().files["utcp"] + b" ")
    with pytest.raises(ClientChecksError, match="not the same"):
        check(folder)

    (folder / "utcp").unlink()
    (folder / "utcp").mkdir()
    with pytest.raises(ClientChecksError, match="utcp: is not a file"):
        check(folder)


def test_discovery_document_must_stay_within_its_budget(folder: Path) -> None:
    other = published(utcp_budget=8_000)

    with pytest.raises(ClientChecksError, match="more than 8,000"):
        verify(folder, entries_of(other.catalogue), other.settings)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("$schema",), "x"),
        (("manual_call_templates", 0, "call_template_type"), "cli"),
        (("manual_call_templates", 0, "url"), "https://registry.example.com/v1/nothing.json"),
        (("manual_call_templates", 0, "url"), "https://elsewhere.example.com/utcp"),
        (("manual_call_templates", 0, "name"), "brook_tides"),
    ],
)
def test_configuration_that_clients_refuse_is_found(
    folder: Path, path: tuple[str | int, ...], to: str
) -> None:
    change(folder, "utcp-config.json", set_in(*path, to=to))

    with pytest.raises(ClientChecksError, match="utcp-config"):
        check(folder)


def test_everything_is_found_at_once(folder: Path) -> None:
    change(folder, MANUAL, set_in(*CALL, "url", to="/x"))
    (folder / "utcp-config.json").unlink()

    with pytest.raises(ClientChecksError, match=r"(?s)utcp-config.*next-tide"):
        check(folder)
