"""SARIF 2.1.0 (OASIS standard of 2020) for code-scanning services."""

from __future__ import annotations

import urllib.parse
from typing import TYPE_CHECKING

from registry import __version__
from registry.report._escape import json_text, printable

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.report import Report
    from registry.source import Json

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(report: Report) -> str:
    """Return a log with one run, even if that run found nothing."""
    ids = sorted({diagnostic.rule for diagnostic in report.diagnostics})
    driver: dict[str, Json] = {
        "name": "registry",
        "semanticVersion": __version__,
        "rules": [_descriptor(rule, report) for rule in ids],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        # Columns are counted in code points, as Python does; the default is UTF-16 units.
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(diagnostic, ids.index(diagnostic.rule)) for diagnostic in report.diagnostics
        ],
    }
    log: dict[str, Json] = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(log)


def _descriptor(rule_id: str, report: Report) -> dict[str, Json]:
    descriptor: dict[str, Json] = {"id": rule_id}
    if rule := report.rule_text(rule_id):
        descriptor["shortDescription"] = {"text": rule.title}
        descriptor["fullDescription"] = {"text": rule.reason}
        descriptor["help"] = {"text": report.more(rule_id), "markdown": rule.page}
        descriptor["defaultConfiguration"] = {"level": rule.severity.value}
    if url := report.url(rule_id):
        descriptor["helpUri"] = url
    return descriptor


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Json]:
    place = diagnostic.place
    text = diagnostic.message + (f"; hint: {diagnostic.hint}" if diagnostic.hint else "")
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": index,
        "level": diagnostic.severity.value,
        "message": {"text": _literal(text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {
                        "uri": urllib.parse.quote(place.path, errors="surrogateescape"),
                        "uriBaseId": "%SRCROOT%",
                    },
                    "region": {"startLine": place.line, "startColumn": place.column},
                }
            }
        ],
    }


def _literal(text: str) -> str:
    """Return *text* as a message without links: `[` starts one (section 3.11.6)."""
    return printable(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
