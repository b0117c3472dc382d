"""Enter the digests of a site's files again, after something in them was replaced."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.model.canonical import sha256
from registry.model.files import digest
from registry.publish import to_json

if TYPE_CHECKING:
    from pathlib import Path


def redigest(folder: Path) -> None:
    """Enter the digests of the files in *folder*, and of definitions, as they are now."""
    for path in folder.glob("v1/manuals/*/*/index.json"):
        index = json.loads(path.read_bytes())
        for version in index["versions"]:
            for file in version.get("files", ()):
                file["sha256"] = digest((path.parent / file["path"]).read_bytes()).sha256
        for version in index["versions"]:
            if version["version"] == index.get("latest"):
                for tool in version["tools"]:
                    record = folder / "v1" / "tools" / index["id"] / f"{tool['name']}.json"
                    tool["sha256"] = sha256(json.loads(record.read_bytes())["definition"])
        path.write_bytes(to_json(index))
    path = folder / "v1" / "index.json"
    root = json.loads(path.read_bytes())
    for name, listed in root["files"].items():
        listed["sha256"] = digest((path.parent / name).read_bytes()).sha256
    path.write_bytes(to_json(root))
