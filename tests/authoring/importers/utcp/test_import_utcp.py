"""`registry import utcp`: any shape of UTCP, from a file or a server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from paths import TESTS
from seen import some

from registry import pipeline, rules, source
from registry.catalogue.find_manual import find_manual
from registry.cli import main
from registry.protocols.utcp.nulls import without_nulls
from registry.protocols.utcp.shapes import CALL_KEYS
from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from registry.model import Release

VALID = sorted(
    path
    for path in (TESTS / "protocols" / "utcp").glob("*/valid/*")
    # That one has a password in an address, and so is refused.
    if not path.name.endswith(".tools.json") and path.stem != "query_templates"
)
NAMES = ("--publisher", "acme", "--manual", "things", "--homepage", "https://acme.com/")


def run(out: Path, *arguments: str | Path) -> Result:
    command = ["import", "utcp", "--out", str(out), *map(str, arguments)]
    return CliRunner().invoke(main, command)


def manual(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    call = {"call_template_type": "http", "http_method": "GET", "url": "https://api.acme.com/time"}
    tool = {
        "name": "get_time",
        "description": "Tell the time of day in a city by its name.",
        "inputs": {"type": "object", "properties": {}},
        "tool_call_template": {**call, **more.pop("call", {})},
        **more.pop("tool", {}),
    }
    return {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": [tool], **more}


def imported(out: Path, data: dict[str, Any], *options: str) -> tuple[Result, Release | None]:
    out.mkdir(exist_ok=True)
    file = out / "utcp.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run(out / "manuals", *NAMES, *options, file)
    if not (out / "manuals").exists():
        return done, None
    return done, find_manual(out / "manuals", "acme/things").releases[0]


def calls(data: dict[str, Any]) -> list[Any]:
    return [tool[key] for tool in data["tools"] for key in CALL_KEYS.values() if key in tool]


@pytest.mark.parametrize("path", VALID, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_every_shape_keeps_its_calls_but_for_those_that_the_check_refuses(
    path: Path, tmp_path: Path
) -> None:
    document, _ = source.read_document(path.name, path.read_bytes())
    assert document is not None
    done = run(tmp_path / "manuals", *NAMES, path, "--json")
    told = json.loads(done.stdout)
    left_out = {each["what"] for each in told["left_out"]}
    whole: Any = without_nulls(document.data)
    tools = [tool for tool in whole["tools"] if tool["name"] not in left_out]

    if "obstacle" in told:
        assert done.exit_code == 1
        assert not (tmp_path / "manuals").exists()
        return
    release = find_manual(tmp_path / "manuals", "acme/things").releases[0]
    assert done.exit_code == 0
    assert pipeline.check(tmp_path / "manuals").is_publishable
    assert calls(release.document.data) == calls({"tools": tools})


def test_most_shapes_have_a_tool_that_the_check_accepts(tmp_path: Path) -> None:
    done = [run(tmp_path / str(at), *NAMES, path) for at, path in enumerate(some(VALID))]

    assert sum(each.exit_code == 0 for each in done) > 0.8 * len(VALID)


def test_manual_of_a_running_server_is_fetched_and_moved_to_its_public_address(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    with serving(folder) as address:
        data = manual(call={"url": f"{address}time?zone=utc"})
        (folder / "utcp.json").write_text(json.dumps(data), encoding="utf-8")
        done = run(
            *(tmp_path / "manuals", *NAMES),
            *("--server", "https://api.acme.com/v1/", f"{address}utcp.json"),
        )
    (tool,) = find_manual(tmp_path / "manuals", "acme/things").releases[0].tools

    assert done.exit_code == 0, done.output
    assert tool.call.url == "https://api.acme.com/v1/time?zone=utc"
    assert "changed  get_time:" in done.stdout


def test_names_and_hosts_are_read_off_the_document(tmp_path: Path) -> None:
    file = tmp_path / "utcp.json"
    file.write_text(json.dumps(manual(info={"title": "World time"})), encoding="utf-8")
    run(tmp_path / "manuals", file)
    found = find_manual(tmp_path / "manuals", "acme/world-time")

    assert found.title == "World time"
    assert found.publisher.hosts == ("api.acme.com",)


def test_what_no_client_reads_is_left_out_and_told(tmp_path: Path) -> None:
    tools = [*manual()["tools"], *manual()["tools"], {"name": "mute"}, {"tool_call_template": {}}]
    data = manual(tools=tools, info={"title": "X"}, manual_version="2.5.0")
    data["tools"][0] = {**data["tools"][0], "examples": [], "average_response_size": None}
    done, release = imported(tmp_path, data, "--json")
    told = json.loads(done.stdout)

    assert release is not None
    assert told["tools"] == ["get_time"]
    assert {each["what"] for each in told["left_out"]} == {
        "get_time",
        "mute",
        "tool 4",
        "the key 'info'",
    }
    assert {each["what"] for each in told["changed"]} == {
        "manual_version",
        "all tools",
        "get_time",
    }


def test_names_that_clients_have_prefixed_are_those_of_the_author_again(tmp_path: Path) -> None:
    done, release = imported(tmp_path, manual(tool={"name": "clock.get time"}))

    assert release is not None
    assert [tool.name for tool in release.tools] == ["get_time"]
    assert "changed  clock.get time: renamed to 'get_time'" in done.stdout


@pytest.mark.parametrize("before", ["things.", "acme_"])
def test_prefix_that_only_some_names_have_is_removed_if_it_is_a_name_of_the_source(
    before: str, tmp_path: Path
) -> None:
    (tool,) = manual()["tools"]
    names = [f"{before}get_time", f"{before}set_time", "search"]
    _, release = imported(tmp_path, manual(tools=[{**tool, "name": name} for name in names]))

    assert release is not None
    assert [tool.name for tool in release.tools] == ["get_time", "set_time", "search"]


def test_names_that_are_the_same_for_clients_are_not_both_kept(tmp_path: Path) -> None:
    (tool,) = manual()["tools"]
    tools = [{**tool, "name": name} for name in ("get_time", "Get-Time")]
    done, release = imported(tmp_path, manual(tools=tools))

    assert done.exit_code == 0, done.output
    assert release is not None
    assert [tool.name for tool in release.tools] == ["get_time"]


@pytest.mark.parametrize("place", ["${city}", "{{city}}"])
def test_places_of_inputs_are_written_as_clients_fill_them_in(tmp_path: Path, place: str) -> None:
    inputs = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    url = f"https://api.acme.com/time/{place}"
    data = manual(call={"url": url}, tool={"inputs": inputs})

    done, release = imported(tmp_path, data)

    assert release
    assert release.tools[0].call.url == "https://api.acme.com/time/{city}"
    assert f"{url} became https://api.acme.com/time/{{city}}" in done.output


def test_variables_stay(tmp_path: Path) -> None:
    auth = {"auth_type": "api_key", "api_key": "${ACME_KEY}", "var_name": "X-Key"}
    _, release = imported(tmp_path, manual(call={"auth": auth}))

    assert release is not None
    assert [variable.name for variable in release.tools[0].variables] == ["ACME_KEY"]


SECRET = "azGDORe" + "PK8gMaC0QOYAMyEEuzJnyUi"
PLACES_OF_SECRETS: dict[str, dict[str, Any]] = {
    "literal-credential": {
        "call": {"auth": {"auth_type": "api_key", "api_key": SECRET, "var_name": "X-Key"}}
    },
    "provider-token": {"tool": {"description": f"Tell the time, with ghp_{SECRET}abcdef."}},
    "credentials-in-url": {"call": {"url": f"https://me:{SECRET}@api.acme.com/time"}},
    "high-entropy-value": {"tool": {"description": f"Tell the time. The token is {SECRET}."}},
    "secret-in-path": {"call": {"url": f"https://api.acme.com/s/{SECRET}/time"}},
    "sent-secret": {
        "tool": {
            "inputs": {
                "type": "object",
                "properties": {"app_token": {"type": "string", "default": SECRET}},
            }
        }
    },
    "key-material": {"tool": {"description": f"-----BEGIN EC PRIVATE KEY----- {SECRET * 3}"}},
}


def test_places_of_secrets_are_those_that_rules_find() -> None:
    assert PLACES_OF_SECRETS.keys() == {each.id for each in rules.rules() if each.finds_secrets}


@pytest.mark.parametrize("rule", PLACES_OF_SECRETS)
def test_document_with_a_secret_is_refused_and_not_shown(tmp_path: Path, rule: str) -> None:
    done, release = imported(tmp_path, manual(**PLACES_OF_SECRETS[rule]))

    assert done.exit_code == 1
    assert release is None
    assert rule in done.stdout
    assert SECRET not in done.output
    assert "replace the secret in the source with ${NAME}" in done.stderr


def test_effects_are_those_of_the_methods_unless_stated(tmp_path: Path) -> None:
    drop = manual(tool={"name": "drop_time"}, call={"http_method": "DELETE"})["tools"]
    tools = [*manual()["tools"], *drop]
    _, guessed = imported(tmp_path / "a", manual(tools=tools))
    _, stated = imported(
        tmp_path / "b", manual(tools=tools, **{"x-registry": {"effects": "destructive"}})
    )

    assert guessed is not None
    assert stated is not None
    assert guessed.registry["effects"] == {"get_time": "read", "drop_time": "destructive"}
    assert stated.registry["effects"] == "destructive"


def test_nothing_is_written_that_the_check_refuses(tmp_path: Path) -> None:
    done, release = imported(tmp_path, manual(call={"url": "http://localhost:8000/time"}))

    assert done.exit_code == 1
    assert release is None
    assert "loopback-url" in done.stdout
    assert "nothing was written, since the check would refuse it" in done.stderr


def test_lines_of_a_draft_that_was_not_written_are_shown(tmp_path: Path) -> None:
    done, _ = imported(tmp_path, manual(call={"url": "http://localhost:8000/time"}))

    assert "|       url: http://localhost:8000/time\n" in done.stdout


def test_tool_that_the_check_refuses_is_left_out_and_the_others_are_written(tmp_path: Path) -> None:
    (good,) = manual()["tools"]
    call = {**good["tool_call_template"], "url": "http://127.0.0.1/", "http_method": "POST"}
    bad = {**good, "name": "set_time", "tool_call_template": call}
    done, release = imported(tmp_path, manual(tools=[bad, good, {**bad, "name": "end_time"}]))

    assert done.exit_code == 0, done.output
    assert release is not None
    assert [tool.name for tool in release.tools] == ["get_time"]
    assert release.registry["effects"] == {"get_time": "read"}
    assert "left out  set_time: " in done.stdout
    assert "left out  end_time: " in done.stdout
    assert find_manual(tmp_path / "manuals", "acme/things").publisher.hosts == ("api.acme.com",)


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ('{"openapi": "3.0.0"}', (), "is an OpenAPI document"),
        ('{"utcp_version": "1.0.1"}', (), "has no UTCP tools"),
        ('{"item": [], "info": {}}', (), "`registry import postman"),
        ("nonsense", (), "utcp.json"),
        ("{}", ("--server", "api.acme.com"), "start it with https://"),
    ],
)
def test_document_that_cannot_be_used_is_wrong_use(
    content: str, options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "utcp.json"
    file.write_text(content, encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *options, file)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "manuals").exists()


def test_document_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    done = run(tmp_path, *NAMES, tmp_path / "nowhere.json")

    assert done.exit_code == 2
    assert "No such file" in done.stderr


def test_files_that_are_there_stay(tmp_path: Path) -> None:
    imported(tmp_path, manual())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.yaml")}
    again, _ = imported(tmp_path, manual())

    assert again.exit_code == 2
    assert "already exists" in again.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.yaml")} == before


KEY = {"auth_type": "api_key", "api_key": "${KEY}", "var_name": "X-Key", "location": "header"}


@pytest.mark.parametrize("beside", [{"tool": {"auth": KEY}}, {"auth": KEY}], ids=["call", "tools"])
def test_credentials_beside_the_call_are_moved_into_it(
    beside: dict[str, Any], tmp_path: Path
) -> None:
    done, release = imported(tmp_path, manual(**beside))

    assert release is not None
    assert release.tools[0].call.auth is not None
    assert "is moved into the call, where clients look for it" in done.stdout


def test_credentials_of_the_call_win_over_those_beside_it(tmp_path: Path) -> None:
    own = {**KEY, "api_key": "${OWN}"}
    done, release = imported(tmp_path, manual(tool={"auth": KEY}, call={"auth": own}))

    assert release is not None
    assert calls(release.document.data)[0]["auth"] == own
    assert "is left out: the call has its own" in done.stdout


def test_address_of_this_machine_is_no_homepage(tmp_path: Path) -> None:
    source = tmp_path / "utcp.json"
    source.write_text(json.dumps(manual(call={"url": "http://localhost:8000/time"})), "utf-8")
    out = ("--out", str(tmp_path / "manuals"), "--publisher", "acme", "--manual", "clock")
    done = CliRunner().invoke(main, ["import", "utcp", str(source), *out])

    assert done.exit_code == 1
    assert "called at localhost; name their public address with --server" in done.stderr
    assert not (tmp_path / "manuals").exists()
