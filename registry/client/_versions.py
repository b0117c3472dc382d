"""Choose the version of a manual for a request, or say why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def entry_of(index: Mapping[str, Any], wanted: str) -> Mapping[str, Any] | None:
    """Return the entry of the version for the request *wanted*, or None.

    `x.y.z` is itself, `x` is `x.0.0`, "" and `latest` are the latest (docs/api.md, "Versions").
    """
    exact = f"{wanted}.0.0" if wanted.isdecimal() else wanted
    if wanted in ("", "latest"):
        exact = index.get("latest", "")
    entries: list[dict[str, Any]] = index["versions"]
    return next((each for each in entries if each["version"] == exact), None)


def why_missing(manual: Mapping[str, Any], version: str) -> str:
    """Return why *version* of *manual* is missing, and what to take instead, as far as it says."""
    status = manual["status"]
    successor = f"; use {status['replaced_by']}" if "replaced_by" in status else ""
    if status["state"] == "quarantined":
        state = ": ".join(filter(None, (status["state"], status.get("reason", "").rstrip("."))))
        return f": it is {state}{successor}"
    listed = ", ".join(each["version"] for each in manual["versions"])
    if version in {"", "latest"}:
        return f": each of {listed} is withdrawn or a prerelease{successor}"
    return f"; it has {listed}"
