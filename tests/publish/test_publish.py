"""The static API keeps its promises: records, links, digests, versions and what is left out."""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jsonschema
import jsonschema_rs
import pytest
from publishing import SAMPLES, SETTINGS, publish_catalogue, published
from seen import some

from registry import pipeline
from registry.model import State, Status
from registry.model.canonical import sha256

if TYPE_CHECKING:
    from collections.abc import Iterator

    from publishing import Published

Record = dict[str, Any]

INDEXES, PUBLISHERS, TOOLS = "v1/manuals/", "v1/publishers/", "v1/tools/"


def json_files(site: Published) -> list[str]:
    return sorted(path for path in site.files if path.endswith(".json"))


def records(site: Published, folder: str = "") -> list[str]:
    """Return the files below *folder* that name their schema."""
    return [
        path for path in json_files(site) if path.startswith(folder) and "schema" in site.json(path)
    ]


def target(path: str, link: str) -> str:
    """Return where *link*, written in the file at *path*, leads."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def strict(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return *schema* such that a key that it does not describe is wrong, as none may be."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


def test_record_is_what_the_schema_it_names_describes(
    samples: Published, subtests: pytest.Subtests
) -> None:
    for path in some(records(samples)):
        with subtests.test(path=path):
            record = samples.json(path)
            schema = samples.json(target(path, record["schema"]))

            assert schema["$id"] == SETTINGS.base_url + target(path, record["schema"])
            jsonschema.Draft202012Validator(strict(schema)).validate(record)


def test_lines_of_the_catalogue_are_what_their_schema_describes(samples: Published) -> None:
    lines = [json.loads(line) for line in samples.files["v1/catalogue.jsonl"].splitlines()]
    schema = samples.json(target("v1/catalogue.jsonl", lines[0]["schema"]))

    assert len(lines) == len(samples.catalogue.tools)
    for line in lines:
        jsonschema.Draft202012Validator(strict(schema)).validate(line)


def test_files_for_utcp_clients_are_described_too(samples: Published) -> None:
    folder = target("v1/index.json", posixpath.dirname(samples.json("v1/index.json")["schema"]))
    manuals = [
        path for path in json_files(samples) if re.fullmatch("(v1/manuals/.*/)?utcp.json", path)
    ]
    described = [("utcp-config.json", "utcp-config"), *((path, "utcp-manual") for path in manuals)]

    assert len(manuals) > 2
    for path, name in described:
        schema = samples.json(f"{folder}/{name}.json")
        jsonschema.Draft202012Validator(schema).validate(samples.json(path))


def test_every_schema_is_one(samples: Published) -> None:
    for path in some(path for path in json_files(samples) if "/schemas/" in path):
        jsonschema_rs.meta.validate(samples.json(path))


def links(record: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    yield record["schema"]
    yield from record.get("links", {}).values()
    for version in record.get("versions", ()):
        yield from (file["path"] for file in version.get("files", ()))
    if isinstance(record.get("files"), dict):
        yield from record["files"]


def test_every_link_leads_to_a_file(samples: Published) -> None:
    for path, link in some(
        (record, link) for record in records(samples) for link in links(samples.json(record))
    ):
        assert target(path, link) in samples.files, (path, link)


def test_every_operation_of_the_openapi_document_describes_the_files_that_it_finds(
    samples: Published,
) -> None:
    document = samples.json("v1/openapi.json")
    for path, item in some(document["paths"].items()):
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path.removeprefix("/")))
        (media,) = item["get"]["responses"]["200"]["content"].values()
        check = jsonschema_rs.validator_for({**document, **media["schema"]})
        others = {each.removeprefix("/") for each in document["paths"]} - {path.removeprefix("/")}
        found = [file for file in samples.files.keys() - others if re.fullmatch(pattern, file)]
        lines = [samples.files[file].decode() for file in found]
        if path.endswith(".jsonl"):
            lines = lines[0].splitlines()

        assert lines, path
        assert all(check.is_valid(json.loads(each)) for each in lines), path


def test_openapi_document_refers_to_nothing_outside(samples: Published) -> None:
    document = samples.json("v1/openapi.json")
    named = {
        f"#/components/schemas/{name}": schema
        for name, schema in document["components"]["schemas"].items()
    }
    referred = set(re.findall(r'"\$ref":"([^"]*)"', samples.files["v1/openapi.json"].decode()))

    assert referred == named.keys()
    for each in named.values():
        assert "$defs" not in each
        assert "$id" not in each


def test_digests_of_the_index_are_those_of_the_files(samples: Published) -> None:
    for link, told in some(samples.json("v1/index.json")["files"].items()):
        data = samples.files[target("v1/index.json", link)]

        assert told == {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def test_digests_of_a_manual_are_those_of_the_files(samples: Published) -> None:
    for path, file in some(
        (index, file)
        for index in records(samples, INDEXES)
        for version in samples.json(index)["versions"]
        for file in version.get("files", ())
    ):
        data = samples.files[target(path, file["path"])]

        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["bytes"] == len(data)


def test_record_of_a_publisher_has_the_digest_of_each_release_as_submitted(
    samples: Published,
) -> None:
    for path, version in some(
        (record, version)
        for record in records(samples, PUBLISHERS)
        for manual in samples.json(record)["manuals"]
        for version in manual.get("versions", ())
    ):
        data = samples.files[target(path, version["source"])]

        assert version["sha256"] == hashlib.sha256(data).hexdigest()


def test_record_of_a_publisher_names_nobody_for_whom_only_this_registry_vouches(
    samples: Published,
) -> None:
    for path in some(records(samples, PUBLISHERS)):
        assert not {"owners", "verified"} & samples.json(path)["about"].keys()


def test_every_file_that_agents_load_can_be_reached_from_the_index_by_digest(
    samples: Published,
) -> None:
    reached = {target("v1/index.json", link) for link in samples.json("v1/index.json")["files"]}
    for path in records(samples, INDEXES):
        for version in samples.json(path)["versions"]:
            reached |= {target(path, file["path"]) for file in version.get("files", ())}
    for path in records(samples, PUBLISHERS):
        for manual in samples.json(path)["manuals"]:
            reached |= {target(path, each["source"]) for each in manual.get("versions", ())}
    reached |= {f"v1/search/{path}" for path in samples.json("v1/search/digests.json")}
    loaded = {
        path for path in samples.files if path.startswith(("v1/", "otc/", "opentool/", "utcp"))
    }
    rest = loaded - reached - {*records(samples, TOOLS), "v1/index.json"}

    assert len(reached) > 50
    assert not {path for path in rest if not re.search("^v1/(functions|openapi)/|/latest/", path)}


def test_digest_of_a_tool_is_the_same_wherever_it_is_told(
    samples: Published, subtests: pytest.Subtests
) -> None:
    for path in some(records(samples, TOOLS)):
        with subtests.test(path=path):
            record = samples.json(path)
            line = next(
                each
                for each in samples.json("v1/tools.json")["tools"]
                if each["id"] == record["id"]
            )
            manual = samples.json(target(path, record["links"]["manual"]))
            versions = {each["version"]: each for each in manual["versions"]}
            listed = {each["name"]: each["sha256"] for each in versions[record["version"]]["tools"]}

            assert record["sha256"] == sha256(record["definition"])
            assert line["sha256"] == record["sha256"] == listed[record["definition"]["name"]]


def test_digests_of_the_search_index_are_those_of_its_files(samples: Published) -> None:
    for path, digest in some(samples.json("v1/search/digests.json").items()):
        assert hashlib.sha256(samples.files[f"v1/search/{path}"]).hexdigest() == digest


def test_source_is_canonical_and_holds_all_that_was_submitted(samples: Published) -> None:
    path = "v1/manuals/dell/oxp/1.0.0/source.json"
    source = samples.json(path)

    assert hashlib.sha256(samples.files[path]).hexdigest() == sha256(source)
    assert source["x-registry"]["base_url"] == "https://oxp.dell.example.com"


def test_catalogue_says_the_same_in_all_of_its_forms(samples: Published) -> None:
    plain = samples.files["v1/catalogue.jsonl"]
    packed = samples.files["v1/catalogue.jsonl.gz"]
    lines = [json.loads(line) for line in plain.splitlines()]
    for line in lines:
        del line["schema"]

    assert gzip.decompress(packed) == plain
    assert packed[:10].hex() == "1f8b08000000000002ff", "time, name or system is in the header"
    assert samples.json("v1/tools.json")["tools"] == lines
    assert [line["id"] for line in lines] == sorted(line["id"] for line in lines)


def resolve(samples: Published, path: str, wanted: str) -> str | None:
    """Resolve a version as a client would: from the published index of a manual alone."""
    index = samples.json(path)
    if wanted in ("", "latest"):
        return str(index["latest"])
    exact = f"{wanted}.0.0" if wanted.isdecimal() else wanted
    return exact if exact in {each["version"] for each in index["versions"]} else None


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        ("", "1.1.0"),
        ("latest", "1.1.0"),
        ("1.0.0", "1.0.0"),
        ("1", "1.0.0"),
        ("1.2.0", "1.2.0"),
        ("2.0.0-rc.1", "2.0.0-rc.1"),
        ("2", None),
        ("1.1", None),
        ("9.9.9", None),
    ],
)
def test_versions_resolve_from_the_published_index(
    samples: Published, wanted: str, version: str | None
) -> None:
    index = "v1/manuals/acme/tides/index.json"

    assert resolve(samples, index, wanted) == version
    if version:
        assert f"v1/manuals/acme/tides/{version}/utcp.json" in samples.files


def test_index_tells_withdrawn_versions_and_prereleases(samples: Published) -> None:
    versions = samples.json("v1/manuals/acme/tides/index.json")["versions"]

    assert [each["version"] for each in versions] == ["1.0.0", "1.1.0", "1.2.0", "2.0.0-rc.1"]
    assert [each["version"] for each in versions if "yanked" in each] == ["1.2.0"]
    assert [each["version"] for each in versions if each["is_prerelease"]] == ["2.0.0-rc.1"]


def test_index_tells_what_each_version_changed(samples: Published) -> None:
    versions = samples.json("v1/manuals/acme/tides/index.json")["versions"]
    told = {each["version"]: each.get("changes", {}) for each in versions}

    assert told["1.0.0"] == {}
    assert told["1.1.0"]["kind"] == "breaking"
    # A withdrawn version is nobody's measure.
    assert told["2.0.0-rc.1"]["since"] == "1.1.0"


def test_latest_is_a_copy_of_the_version_that_the_index_names(samples: Published) -> None:
    for path in some(records(samples, INDEXES)):
        folder = posixpath.dirname(path)
        version = samples.json(path).get("latest")
        latest = {p: data for p, data in samples.files.items() if f"{folder}/latest/" in p}
        named = {p: data for p, data in samples.files.items() if f"{folder}/{version}/" in p}

        assert latest == {p.replace(f"/{version}/", "/latest/"): named[p] for p in named}


def test_quarantined_manual_leaves_its_index_and_nothing_else(samples: Published) -> None:
    files = [path for path in samples.files if "fen/withdrawn" in path]
    index = samples.json("v1/manuals/fen/withdrawn/index.json")

    assert files == ["v1/manuals/fen/withdrawn/index.json"]
    assert "latest" not in index
    assert index["status"]["reason"] == "Its host was sold."
    for path in ("utcp", "utcp-config.json", "v1/catalogue.jsonl"):
        assert not re.search(b"fen.withdrawn", samples.files[path])


def test_tools_of_an_archived_manual_keep_their_files_and_leave_the_discovery_document() -> None:
    catalogue = pipeline.check(SAMPLES).catalogue
    archived = tuple(
        replace(manual, status=Status(State.ARCHIVED, "The API was closed."))
        if manual.id == "acme/tides"
        else manual
        for manual in catalogue.manuals
    )
    site = publish_catalogue(replace(catalogue, manuals=archived))
    record = site.json("v1/tools/acme/tides/send_report.json")

    assert not record["utcp"]["is_offered"]
    assert "archived" in record["utcp"]["obstacles"][0]
    assert "v1/manuals/acme/tides/latest/utcp.json" in site.files
    for path in ("utcp", "utcp-config.json"):
        assert b"acme_tides" not in site.files[path]


def test_status_changes_no_digest(samples: Published) -> None:
    retired = samples.json("v1/tools/fen/retired/count_frogs.json")

    assert retired["status"]["state"] == "deprecated"
    assert "status" not in retired["definition"]
    assert "deprecated" not in samples.files["v1/manuals/fen/retired/1.0.0/utcp.json"].decode()


def test_discovery_document_holds_own_tools_and_every_tool_that_clients_can_call(
    samples: Published,
) -> None:
    document = samples.json("utcp")
    names = [tool["name"] for tool in document["tools"]]
    offered = [
        record["utcp"]["name"]
        for record in map(samples.json, records(samples, TOOLS))
        if record["utcp"]["is_offered"]
    ]

    assert samples.files["utcp"] == samples.files["utcp.json"]
    assert document.keys() == {"utcp_version", "manual_version", "tools"}
    assert sorted(name for name in names if "__" in name) == sorted(offered)
    assert len(names) - len(offered) == sum("__" not in name for name in names)
    assert len(offered) == 15


@pytest.mark.parametrize(
    ("tool_id", "word"),
    [
        ("fen/local/ring_bell", "themselves"),
        ("fen/streams/show_date", "cli"),
        ("fen/streams/follow_news", "sse"),
    ],
)
def test_tool_that_is_left_out_says_why(samples: Published, tool_id: str, word: str) -> None:
    record = samples.json(f"v1/tools/{tool_id}.json")

    assert word in " ".join(record["utcp"]["obstacles"])


def test_list_of_all_tools_leads_to_the_short_one_that_a_task_begins_with(
    samples: Published,
) -> None:
    described = {each["name"]: each["description"] for each in samples.json("utcp.json")["tools"]}

    assert "begin with `list_registry_tools_briefly`" in described["list_registry_tools"]
    assert described["list_registry_tools_briefly"].startswith("Begin here")


def test_own_tools_get_files_that_are_there(samples: Published) -> None:
    own = [tool for tool in samples.json("utcp")["tools"] if "__" not in tool["name"]]
    values = {
        "publisher": "acme",
        "manual": "tides",
        "tool": "send_report",
        "version": "latest",
        "shard": samples.json("v1/search/index.json")["shards"][0],
        "block": "0",
    }

    assert own
    for tool in own:
        url = tool["tool_call_template"]["url"]

        assert url.startswith(SETTINGS.base_url)
        assert url.endswith(".json"), "clients parse only what a host sends as JSON"
        assert url.format(**values).removeprefix(SETTINGS.base_url) in samples.files


def test_above_the_budget_the_discovery_document_holds_own_tools_alone(samples: Published) -> None:
    small = published(utcp_budget=8_000)
    names = [tool["name"] for tool in small.json("utcp")["tools"]]

    assert names
    assert "None of them is in this document" in str(small.json("utcp"))
    assert "tools are in this document, too. The others" in str(samples.json("utcp"))
    assert not [name for name in names if "__" in name]
    assert small.files["utcp-config.json"] == samples.files["utcp-config.json"]


def test_configuration_has_an_entry_for_each_manual_that_a_client_can_load(
    samples: Published,
) -> None:
    entries = samples.json("utcp-config.json")["manual_call_templates"]
    found = (re.fullmatch("v1/manuals/(.*)/latest/utcp.json", path) for path in samples.files)
    loadable = {match[1].replace("/", "_") for match in found if match}

    assert {entry["name"] for entry in entries} == loadable
    assert "fen_local" not in loadable


def test_native_listings_are_published_for_native_providers_alone(samples: Published) -> None:
    assert {path.split("/")[1] for path in samples.files if path.startswith("otc/")} == {"dell"}
    assert {path.split("/")[1] for path in samples.files if path.startswith("opentool/")} == {"elm"}


def test_nothing_is_null_but_what_was_submitted(samples: Published) -> None:
    submitted = re.compile(r"source\.json$|^v1/sources/")
    for path in some(path for path in json_files(samples) if not submitted.search(path)):
        assert not re.search(rb"[:\[,]null\b", samples.files[path]), path


def test_revision_changes_with_the_content_alone(samples: Published) -> None:
    service = samples.json(".well-known/utcp.json")
    other = published(utcp_budget=8_000).json(".well-known/utcp.json")

    assert service["revision"] == samples.json("v1/index.json")["revision"]
    assert service["revision"] != other["revision"]


@pytest.fixture(scope="module")
def changes(samples: Published) -> Record:
    """Return the list of all changes."""
    found: Record = samples.json("v1/changes/index.json")
    return found


@pytest.fixture(scope="module")
def months(samples: Published, changes: Record) -> list[Record]:
    """Return the changes of each month."""
    files = [each["file"] for each in some(changes["months"])]
    return [samples.json(target("v1/changes/index.json", file)) for file in files]


def test_changes_tell_every_release_once_and_the_newest_first(
    samples: Published, changes: Record, months: list[Record]
) -> None:
    told = [each for month in months for each in month["entries"] if each["event"] != "status"]
    dates = [each["date"] for month in months for each in month["entries"]]
    known = [
        (manual.id, release.version)
        for manual in samples.catalogue.manuals
        for release in manual.releases
        if release.released and manual.status.state is not State.QUARANTINED
    ]

    assert sorted((each["manual"], each["version"]) for each in told) == sorted(known)
    assert dates == sorted(dates, reverse=True)
    assert changes["latest"] == [each for month in months for each in month["entries"]][:20]


def test_changes_of_a_month_are_of_that_month(changes: Record, months: list[Record]) -> None:
    for listed, month in some(zip(changes["months"], months, strict=True)):
        assert listed["month"] == month["month"]
        assert listed["entries"] == len(month["entries"])
        assert {each["date"][:7] for each in month["entries"]} == {month["month"]}


def test_changes_lead_to_the_manual_and_say_what_matters_to_callers(
    samples: Published, months: list[Record]
) -> None:
    for each in some(each for month in months for each in month["entries"]):
        index = samples.json(target("v1/changes/index.json", each["index"]))
        versions = {known["version"]: known for known in index["versions"]}
        version = versions[each["version"]] if "version" in each else {}

        assert each.get("kind") == version.get("changes", {}).get("kind")
        assert each.get("yanked") == version.get("yanked")


def test_manual_in_quarantine_is_told_without_its_releases() -> None:
    catalogue = pipeline.check(SAMPLES).catalogue
    stopped = Status(State.QUARANTINED, "It sends keys to somebody else.", "2026-12-01")
    first, *rest = catalogue.manuals
    site = publish_catalogue(replace(catalogue, manuals=(replace(first, status=stopped), *rest)))
    entries = [
        each for each in site.json("v1/changes/index.json")["latest"] if each["manual"] == first.id
    ]

    assert [(each["event"], each["state"], each["date"]) for each in entries] == [
        ("status", "quarantined", "2026-12-01")
    ]
    assert target("v1/changes/index.json", entries[0]["index"]) in site.files
